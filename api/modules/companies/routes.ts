import { financials } from "#schemas/shapes/financials.ts";
import { terminal } from "#schemas/shapes/terminal.ts";
import { anyone, optional } from "../../auth/access.ts";
import { endpoint, storedEndpoint } from "../../http/endpoint.ts";
import { v2, v2Bare } from "../../http/families.ts";
import { entityParams } from "../../http/params.ts";
import {
  perShareQuery,
  versionedViewQuery,
  viewMetaShape,
  viewOf,
  viewQuery,
} from "../../views/view-query.ts";
import { companyProfile, slugParams, tickerMatch, tickerParams } from "./schemas.ts";
import { getByTicker, getFinancials, getProfile, getTerminal } from "./service.ts";

const tag = "Public company data";

export const companies = [
  endpoint(v2Bare, {
    at: "GET /entities/public/:slug",
    tag,
    summary: "Read a published public company profile",
    access: optional,
    params: slugParams,
    returns: companyProfile,
    freshness: "cached",
    handle: ({ params, caller, deps }) => getProfile(deps.db, params.slug, caller),
  }),

  endpoint(v2, {
    at: "GET /entities/public/by-ticker/:ticker",
    tag,
    summary: "Find the company that a ticker belongs to",
    access: anyone,
    params: tickerParams,
    returns: tickerMatch,
    freshness: "cached",
    handle: ({ params, deps }) => getByTicker(deps.db, params.ticker),
  }),

  storedEndpoint(v2, {
    at: "GET /entities/:id/company-terminal",
    tag,
    summary: "Read the company terminal",
    access: optional,
    description: "As stored, or in another view: as of a day, or as first reported.",
    params: entityParams,
    query: viewQuery,
    returns: terminal,
    meta: viewMetaShape,
    handle: ({ params, query, caller, deps }) =>
      getTerminal(deps, { entityId: params.id, view: viewOf(query, deps.now()) }, caller),
  }),

  storedEndpoint(v2, {
    at: "GET /entities/:id/financials/full",
    tag,
    summary: "Read the TTM and quarter tables",
    description:
      "As stored, or in another view: as of a day, as first reported, or under a released version of the registry.",
    access: anyone,
    params: entityParams,
    query: versionedViewQuery.extend(perShareQuery),
    returns: financials,
    meta: viewMetaShape,
    handle: async ({ params, query, deps }) => ({
      ...(await getFinancials(deps, {
        entityId: params.id,
        view: viewOf(query, deps.now()),
        perShare: query.perShare,
        registryVersion: query.registryVersion,
      })),
      visibility: "public",
    }),
  }),
];
