import { via, viewer } from "#api/auth/access.ts";
import { created, list, one } from "#api/http/answers.ts";
import { listStartups, startupCard } from "../../startups/service.ts";
import { endpoint } from "../endpoint.ts";
import { verifiedInvestor } from "../verification/access.ts";
import { findMandate, type MandateRow } from "./queries.ts";
import {
  historyQuery,
  historyShape,
  mandateBody,
  mandateChange,
  mandateShape,
  mandatesQuery,
  searchQuery,
} from "./schemas.ts";
import {
  changeMandate,
  createMandate,
  holderOf,
  listOwnMandates,
  observedHistory,
} from "./service.ts";

/** A mandate of the caller or of one of the caller's firms; for all others there is none. */
const holdsMandate = viewer<MandateRow>(
  via(
    {
      name: "Mandate",
      find: async (db, id, _params, caller) => {
        const userId = caller?.userId ?? null;
        return userId === null ? null : findMandate(db, id, await holderOf(db, userId));
      },
      isVisible: () => true,
    },
    "mandateId",
  ),
);

export const mandateEndpoints = [
  endpoint({
    at: "GET /investor/startups/search",
    name: "searchStartups",
    summary: "Search startups by their public facts",
    description:
      "For verified investors. Looks at what everybody may read, and at nothing else; a parameter that it does not know is refused. A search text finds at most the last published 1,000.",
    access: verifiedInvestor,
    query: searchQuery,
    answers: list(startupCard),
    handle: ({ query, caller, deps }) => listStartups(deps.db, caller.userId, query),
  }),

  endpoint({
    at: "GET /investment-mandates",
    name: "listMandates",
    summary: "List your mandates, or those of your firms",
    description: "Newest first. Mandates are private to their person or firm.",
    query: mandatesQuery,
    answers: list(mandateShape),
    handle: ({ query: { principalType, ...query }, caller, deps }) =>
      listOwnMandates(deps.db, caller.userId, principalType, query),
  }),

  endpoint({
    at: "POST /investment-mandates",
    name: "createMandate",
    summary: "Create an investment mandate",
    description:
      "`principalType` is `person`, or `firm` with `firmId`. Only with `discoverable` may founders be shown that the provider fits their startup.",
    body: mandateBody,
    refuses: [404],
    answers: created(mandateShape, "/v2/investment-mandates/:id"),
    handle: ({ body, caller, deps }) => createMandate(deps, caller.userId, body),
  }),

  endpoint({
    at: "GET /investment-mandates/observed-history",
    name: "getObservedHistory",
    summary: "Compare your activity with your mandates",
    description:
      "Saves, watchlists, notes and requests to follow in a window of days, the last 200, against each active mandate.",
    query: historyQuery,
    answers: one(historyShape),
    handle: ({ query, caller, deps }) => observedHistory(deps, caller.userId, query),
  }),

  endpoint({
    at: "GET /investment-mandates/:mandateId",
    name: "getMandate",
    summary: "Get a mandate",
    description: "For its person, or the members of its firm.",
    extension: true,
    access: holdsMandate,
    answers: one(mandateShape),
    handle: ({ subject }) => subject,
  }),

  endpoint({
    at: "PATCH /investment-mandates/:mandateId",
    name: "changeMandate",
    summary: "Update a mandate, or pause or close it",
    description: "Omitted members keep their values.",
    extension: true,
    access: holdsMandate,
    body: mandateChange,
    answers: one(mandateShape),
    handle: ({ subject: { id }, body, caller, deps }) =>
      changeMandate(deps.db, id, caller.userId ?? "", body),
  }),
];
