import { pageQuery } from "#schemas/shapes/page.ts";
import { can, user, via, viewer } from "../../auth/access.ts";
import { required } from "../../data/rows.ts";
import { created, list, one } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { v1, v2 } from "../../http/responses/families.ts";
import { filingMoves } from "./moves.ts";
import { listPeriods, periods } from "./queries.ts";
import { checkFiler, filerReader, filingReader, readerFor } from "./rows.ts";
import * as shapes from "./schemas.ts";
import { params } from "./schemas.ts";
import * as service from "./service.ts";

const { endpoint } = moduleOf({ tag: "Filings", family: v1, params });
const theFiling = via(filingReader, "id");
const [read, write] = ["filings:read", "filings:write"] as const;

export const filings = [
  endpoint({
    at: "POST /filings",
    name: "createFiling",
    summary: "Create a filing, as a draft or submitted",
    description:
      "Content that the schema of the type refuses stays a draft with `issues`, also with `submit`. `reportingPeriodId` is a key such as 2024FY, the key of a named period, or any other text where the content says its period.",
    scope: write,
    access: user,
    body: shapes.filingBody,
    answers: created(shapes.filingShape, "/api/v1/filings/:id"),
    refuses: [403, 404],
    handle: async ({ body, caller, deps }) => {
      await checkFiler(deps.db, body.entityId, caller);
      return service.createFiling(deps, caller.userId, body);
    },
    readmit: ({ body, caller, deps }) => checkFiler(deps.db, body.entityId, caller),
  }),

  endpoint({
    at: "GET /filings",
    name: "listFilings",
    summary: "List an entity's filings and drafts, newest first",
    description: "For the team of the entity.",
    scope: read,
    access: user,
    extension: true,
    query: shapes.filingsQuery,
    answers: list(shapes.filingShape),
    refuses: [403, 404],
    handle: async ({ query: { entityId, ...query }, caller, deps }) => {
      await checkFiler(deps.db, entityId, caller, "member");
      return service.listEntityFilings(deps, entityId, query);
    },
  }),

  endpoint({
    at: "GET /filings/:id",
    name: "getFiling",
    summary: "Get a filing",
    description:
      "With the checks of the data quality that its period did not pass, once its statements are built. The team reads all; others what is in force, and public or opened to them by a package.",
    scope: read,
    access: viewer(theFiling),
    answers: one(shapes.checkedFiling),
    handle: async ({ subject, caller, deps }) => {
      const reader = await readerFor(deps.db, subject.entityId, caller);
      return service.getFiling(deps, subject, { viewer: caller, reader });
    },
  }),

  endpoint({
    at: "PATCH /filings/:id",
    name: "changeFiling",
    summary: "Update a draft filing, or submit it",
    description:
      "A submitted filing never changes (409): a correction is a new filing. Who may read it changes in every state.",
    scope: write,
    access: can("listing.manage", theFiling),
    extension: true,
    body: shapes.filingChange,
    answers: one(shapes.filingShape),
    refuses: [409],
    handle: ({ subject, body, caller, deps }) =>
      service.changeFiling(deps, subject, caller.userId, body),
  }),

  endpoint({
    at: "DELETE /filings/:id",
    name: "deleteFilingDraft",
    summary: "Delete a draft filing",
    description: "A submitted filing stays (409).",
    scope: write,
    access: can("listing.manage", theFiling),
    extension: true,
    answers: one(shapes.filingDeleted),
    refuses: [409],
    handle: ({ params, deps }) => service.removeDraft(deps.db, params.id),
  }),

  endpoint({
    at: "POST /filings/:id/submit",
    name: "submitFiling",
    summary: "Submit a draft filing to its chain",
    description: `${filingMoves.text("submit")} A draft with issues is 400, which names them. The filing before of the same period is superseded, until this one is rejected. Statements follow within moments.`,
    scope: write,
    access: can("listing.manage", theFiling),
    extension: true,
    answers: one(shapes.filingShape),
    refuses: [409],
    handle: ({ subject, caller, deps }) => service.submitFiling(deps, subject, caller.userId),
  }),

  endpoint({
    at: "GET /filings/chain/:entityId/:schemaType",
    name: "getFilingChain",
    summary: "List an entity's chain of filings of one type",
    description:
      "Each element names the one before it and hashes what it says with the hash before: SHA-256 over the canonical JSON (RFC 8785) of {content: {entityId, schemaType, reportingPeriodId, content}, previousHash, version}. Readers outside the team get only what they may read, and no links from the first element that they may not read.",
    scope: read,
    access: viewer(via(filerReader, "entityId")),
    query: shapes.chainQuery,
    answers: list(shapes.filingShape),
    handle: async ({ params, query, caller, deps }) =>
      service.getChain(deps, params, query, await readerFor(deps.db, params.entityId, caller)),
  }),

  endpoint({
    at: "GET /entities/:entityId/reporting-periods",
    name: "listReportingPeriods",
    summary: "List an entity's reporting periods, latest first",
    description: "Filings refer to them by key.",
    family: v2,
    scope: "entities:read",
    access: viewer(via(filerReader, "entityId")),
    extension: true,
    query: pageQuery,
    answers: list(shapes.periodShape),
    handle: ({ params, query, deps }) => listPeriods(deps.db, params.entityId, query),
  }),

  endpoint({
    at: "GET /entities/:entityId/reporting-periods/:id",
    name: "getReportingPeriod",
    summary: "Get a reporting period",
    description: "For all who may know of the entity.",
    family: v2,
    scope: "entities:read",
    access: viewer(via(filerReader, "entityId")),
    extension: true,
    params: shapes.periodParams,
    answers: one(shapes.periodShape),
    refuses: [404],
    handle: async ({ params, deps }) =>
      required(await periods.find(deps.db, params), "Reporting period"),
  }),

  endpoint({
    at: "POST /entities/:entityId/reporting-periods",
    name: "nameReportingPeriod",
    summary: "Create a reporting period",
    description: "A key that is taken is 409.",
    family: v2,
    scope: "entities:write",
    access: can("listing.manage", "entityId"),
    extension: true,
    body: shapes.periodBody,
    answers: created(shapes.periodShape, "/v2/entities/:entityId/reporting-periods/:id"),
    refuses: [409],
    handle: ({ params, body, deps }) => service.namePeriod(deps.db, { ...params, ...body }),
  }),
];
