import { financials } from "#schemas/shapes/companies/financials.ts";
import { terminal } from "#schemas/shapes/companies/terminal.ts";
import { anyone, optional } from "../../auth/access.ts";
import { one, stored } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { v2, v2Bare } from "../../http/responses/families.ts";
import {
  perShareQuery,
  versionedViewQuery,
  viewMetaShape,
  viewOf,
  viewQuery,
} from "../../views/view-query.ts";
import { getQuotedTerminal } from "./market-data.ts";
import { companyProfile, params, tickerMatch } from "./schemas.ts";
import { getByTicker, getFinancials, getProfile } from "./service.ts";

const { endpoint } = moduleOf({
  tag: "Public company data",
  family: v2,
  access: anyone,
  figures: true,
  params,
});

export const companies = [
  endpoint({
    family: v2Bare,
    at: "GET /entities/public/:slug",
    name: "getPublicProfile",
    summary: "Get a public company's profile",
    description:
      "The answer is the profile itself, without an envelope. With a credential it has what the viewer may see beside it.",
    access: optional,
    scope: "entities:read",
    freshness: "cached",
    answers: one(companyProfile),
    handle: ({ params, caller, deps }) => getProfile(deps, params.slug, caller),
  }),

  endpoint({
    at: "GET /entities/public/by-ticker/:ticker",
    name: "findEntityByTicker",
    summary: "Find a company by ticker",
    description:
      "Case does not matter; a dot, slash or space stands for the hyphen of share classes. Service tickers win over exchange tickers.",
    scope: "entities:read",
    freshness: "cached",
    answers: one(tickerMatch),
    handle: ({ params, deps }) => getByTicker(deps.db, params.ticker),
  }),

  endpoint({
    at: "GET /entities/:id/company-terminal",
    name: "getCompanyTerminal",
    summary: "Get the company terminal",
    access: optional,
    scope: "entities:read",
    description:
      "As stored, or in another view: as of a day, or as first reported. Where daily closes are configured, marketData has the close of the day.",
    query: viewQuery,
    answers: stored(terminal, viewMetaShape),
    handle: ({ params, query, caller, deps }) =>
      getQuotedTerminal(deps, { entityId: params.id, view: viewOf(query, deps.now()) }, caller),
  }),

  endpoint({
    at: "GET /entities/:id/financials/full",
    name: "getFullFinancials",
    summary: "Get TTM and quarterly tables",
    description:
      "As stored, or in another view: as of a day, as first reported, or under a released version of the registry.",
    scope: "filings:read",
    query: versionedViewQuery.extend(perShareQuery),
    answers: stored(financials, viewMetaShape),
    handle: ({ params, query, viewer, deps }) =>
      getFinancials(
        deps,
        {
          entityId: params.id,
          view: viewOf(query, deps.now()),
          perShare: query.perShare,
          registryVersion: query.registryVersion,
        },
        viewer,
      ),
  }),
];
