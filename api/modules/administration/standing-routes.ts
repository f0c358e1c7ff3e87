import { pageQuery } from "#schemas/shapes/page.ts";
import { list, one } from "../../http/answers.ts";
import { act, admin, endpoint } from "./endpoint.ts";
import * as shapes from "./schemas.ts";
import * as service from "./service.ts";

/** What administrators set, and can take back. */
export const standing = [
  endpoint({
    ...admin,
    at: "GET /admin/investors",
    name: "listVerifiedInvestors",
    summary: "List verified investors, newest first",
    description: "They may search startups.",
    query: pageQuery,
    answers: list(shapes.verifiedInvestor),
    handle: ({ query, deps }) => service.listVerifiedInvestors(deps.db, query),
  }),

  endpoint({
    ...act,
    at: "POST /admin/investors/decision",
    name: "decideInvestor",
    summary: "Verify an account as an investor, or withdraw the verification",
    description:
      "A verified investor may search startups; notes belong to the firm. Withdrawing needs a reason. Repeating the request changes nothing. 404 for an unknown address or firm, and for an account that is not verified.",
    body: shapes.investorDecision,
    handle: ({ body, caller, deps }) => service.decideInvestor(deps, caller, body),
  }),

  endpoint({
    ...admin,
    at: "GET /admin/listings",
    name: "listModeratedListings",
    summary: "List blocked and archived listings, newest first",
    description: "Listings of entities and of people.",
    query: pageQuery,
    answers: list(shapes.moderatedListing),
    handle: ({ query, deps }) => service.listModeratedListings(deps.db, query),
  }),

  endpoint({
    ...act,
    at: "POST /admin/listings/:subjectType/:slug/decision",
    name: "decideListing",
    summary: "Block, archive or restore a listing of the directory",
    description:
      "A blocked listing is hidden and cannot be published. An archived one is closed; its managers still read it. Both need a reason, and repeating the request changes nothing. 409 names the present state where the decision is not possible.",
    body: shapes.listingDecision,
    handle: ({ params: { subjectType, slug }, body, caller, deps }) =>
      service.decideListing(deps, caller, { subjectType, slug }, body),
  }),

  endpoint({
    ...admin,
    at: "GET /admin/flags",
    name: "listFlags",
    summary: "List feature flags with the accounts for which they are on",
    description: "A flag that is not listed is off.",
    answers: one(shapes.flagRows),
    handle: ({ deps }) => service.audiencesOf(deps),
  }),

  endpoint({
    ...admin,
    at: "PUT /admin/flags",
    name: "switchFlag",
    summary: "Switch a feature flag on for everyone, an account or a share of all accounts",
    description:
      "In addition to its other audiences; a percentage replaces the one before. Every process follows within a second. Repeating the request changes nothing. 404 for an unknown address.",
    body: shapes.flagBody,
    answers: one(shapes.flagRows),
    refuses: [404],
    handle: ({ body, caller, deps }) => service.switchFlag(deps, caller, body),
  }),

  endpoint({
    ...admin,
    at: "DELETE /admin/flags/:audienceId",
    name: "unsetFlag",
    summary: "Switch a feature flag off for one of its audiences",
    description: "Answers the audiences of the flag that are left.",
    answers: one(shapes.flagRows),
    refuses: [404],
    handle: ({ params: { audienceId }, caller, deps }) =>
      service.unsetFlag(deps, caller, audienceId),
  }),

  endpoint({
    ...admin,
    at: "GET /admin/service-tickers",
    name: "listServiceTickers",
    summary: "List the tickers that this service assigns",
    description: "A service ticker wins over exchange tickers.",
    query: pageQuery,
    answers: list(shapes.serviceTicker),
    handle: ({ query, deps }) => service.listServiceTickers(deps.db, query),
  }),

  endpoint({
    ...admin,
    at: "PUT /admin/service-tickers/:entityId",
    name: "setServiceTicker",
    summary: "Give a company a service ticker",
    description:
      "It replaces the one before and is stored in upper case with hyphens. The terminal follows by a job. Repeating the request changes nothing. 409 where another company answers to the ticker.",
    body: shapes.tickerBody,
    answers: one(shapes.tickerState),
    refuses: [404, 409],
    handle: ({ params: { entityId }, body, caller, deps }) =>
      service.changeTicker(deps, caller, entityId, body),
  }),

  endpoint({
    ...admin,
    at: "DELETE /admin/service-tickers/:entityId",
    name: "removeServiceTicker",
    summary: "Remove a company's service ticker",
    description: "The terminal follows by a job. Repeating the request changes nothing.",
    answers: one(shapes.tickerState),
    refuses: [404],
    handle: ({ params: { entityId }, caller, deps }) =>
      service.changeTicker(deps, caller, entityId, { ticker: null }),
  }),
];
