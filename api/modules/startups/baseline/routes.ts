import { created, one } from "#api/http/answers.ts";
import { endpoint } from "../endpoint.ts";
import { founds, managesStartup, seesStartup } from "../listings/access.ts";
import { entityFieldPath, entityPath } from "../listings/schemas.ts";
import { confirmSummary, generateSummary } from "./drafting.ts";
import { baselineMoves } from "./moves.ts";
import { presentBaseline } from "./present.ts";
import {
  baselineBody,
  baselineShape,
  contextBody,
  correctionBody,
  fieldBody,
  fieldChange,
} from "./schemas.ts";
import { addField, changeField, correct, createBaseline, lock, setContext } from "./service.ts";

const answers = one(baselineShape);
/** What is added is read in the baseline, which is the answer. */
const added = created(baselineShape, "/v2/entities/:entityId/baseline");
const refuses = [409];
const access = managesStartup;

/** The canonical family; the paths of the startups are its deprecated aliases (VER-03). */
export const baselineEndpoints = [
  endpoint({
    at: "GET /entities/:id/baseline",
    also: ["GET /v2/startups/:id/baseline"],
    params: entityPath,
    name: "getBaseline",
    summary: "Get the baseline of a startup",
    description:
      "The whole baseline for the startup's team; for others what their audience may read of a locked one, else 404. Corrections keep what was there before.",
    access: seesStartup,
    answers,
    handle: ({ subject, deps }) => presentBaseline(deps.db, subject),
  }),

  endpoint({
    at: "POST /entities/:id/baseline",
    also: ["POST /v2/startups/:id/baseline"],
    params: entityPath,
    name: "createBaseline",
    summary: "Start the baseline of a startup",
    description: "Needs `listing.manage`. The baseline is a draft. 409 where there is one.",
    access,
    body: baselineBody,
    refuses,
    answers: added,
    handle: ({ subject, body, caller, deps }) =>
      createBaseline(deps, { startup: subject, userId: caller.userId }, body),
  }),

  endpoint({
    at: "POST /entities/:id/baseline/fields",
    also: ["POST /v2/startups/:id/baseline/fields"],
    params: entityPath,
    name: "addBaselineField",
    summary: "Add a field with its evidence to a baseline",
    description:
      "Needs `listing.manage`. Evidence names a document of the caller or an address. 409 once the baseline is locked.",
    access,
    body: fieldBody,
    refuses,
    answers: added,
    handle: ({ subject, body, caller, deps }) =>
      addField(deps, { startup: subject, userId: caller.userId }, body),
  }),

  endpoint({
    at: "PUT /entities/:id/baseline/fields/:fieldId",
    also: ["PUT /v2/startups/:id/baseline/fields/:fieldId"],
    params: entityFieldPath,
    name: "changeBaselineField",
    summary: "Update a field of a baseline",
    description:
      "Needs `listing.manage`. Omitted members keep their values. 409 once the baseline is locked.",
    access,
    body: fieldChange,
    refuses,
    answers,
    handle: ({ subject, params: { fieldId }, body, caller, deps }) =>
      changeField(deps, { startup: subject, userId: caller.userId }, fieldId, body),
  }),

  endpoint({
    at: "PUT /entities/:id/baseline/strategic-context",
    also: ["PUT /v2/startups/:id/baseline/strategic-context"],
    params: entityPath,
    name: "setBaselineContext",
    summary: "Set constraints and assumptions of a baseline",
    description:
      "Needs `listing.manage`. `audience` is the least audience that reads them and the confirmed summary. 409 once the baseline is locked.",
    access,
    body: contextBody,
    refuses,
    answers,
    handle: ({ subject, body, caller, deps }) =>
      setContext(deps, { startup: subject, userId: caller.userId }, body),
  }),

  endpoint({
    at: "POST /entities/:id/baseline/lock",
    also: ["POST /v2/startups/:id/baseline/lock"],
    params: entityPath,
    name: "lockBaseline",
    summary: "Lock a baseline",
    description: `Needs \`listing.manage\`. ${baselineMoves.text("lock")} A baseline without fields is not locked: 409.`,
    access,
    refuses,
    answers,
    handle: ({ subject, caller, deps }) => lock(deps, { startup: subject, userId: caller.userId }),
  }),

  endpoint({
    at: "POST /entities/:id/baseline/corrections",
    also: ["POST /v2/startups/:id/baseline/corrections"],
    params: entityPath,
    name: "correctBaseline",
    summary: "Correct a field of a locked baseline",
    description:
      "Needs `listing.manage`. `value`, `unit` and `asOf` that are not given stay; null empties `unit` or `asOf`. The original stays readable, with the reason. 409 for a draft. A summary of what was there before is void.",
    access,
    body: correctionBody,
    refuses,
    answers: added,
    handle: ({ subject, body, caller, deps }) =>
      correct(deps, { startup: subject, userId: caller.userId }, body),
  }),

  endpoint({
    at: "POST /entities/:id/baseline/summary/generate",
    also: ["POST /v2/startups/:id/baseline/summary/generate"],
    params: entityPath,
    name: "generateBaselineSummary",
    summary: "Draft a summary of a baseline",
    description:
      "Needs `listing.manage`. The draft is pending: only the startup's team sees it, with how it was made, until the founder confirms it. The draft states the baseline's own figures; where the installation has a text service, a job asks it for one in its place. A draft with a figure that is not in the baseline is refused, and the audit log says why.",
    access,
    refuses: [409, 503],
    answers,
    handle: ({ subject, caller, deps }) =>
      generateSummary(deps, { startup: subject, userId: caller.userId }),
  }),

  endpoint({
    at: "POST /entities/:id/baseline/summary/confirm",
    also: ["POST /v2/startups/:id/baseline/summary/confirm"],
    params: entityPath,
    name: "confirmBaselineSummary",
    summary: "Confirm the drafted summary of a baseline",
    description: "For the owner of the entity. 409 without a pending draft.",
    access: founds,
    refuses,
    answers,
    handle: ({ subject, caller, deps }) =>
      confirmSummary(deps, { startup: subject, userId: caller.userId }),
  }),
];
