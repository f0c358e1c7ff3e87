import { anyone } from "../../auth/access.ts";
import { storedPage } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { pages } from "../../http/responses/families.ts";
import { companyParams, companyQuery, dayQuery, lineageParams } from "./schemas.ts";
import { showCompany, showLineage } from "./show.ts";

const { endpoint } = moduleOf({
  tag: "Pages",
  family: pages,
  access: anyone,
  extension: true,
});

export const companyPages = [
  endpoint({
    at: "GET /companies/:company",
    name: "showCompany",
    summary: "Page of a company",
    description:
      "A page for browsers: who the company is, trends, statements side by side, data quality and filings. A ticker " +
      "or a former slug leads to the page's one address.",
    scope: "entities:read",
    params: companyParams,
    query: companyQuery,
    answers: storedPage,
    handle: ({ params, query, deps }) => showCompany(deps, params.company, query),
  }),

  endpoint({
    at: "GET /companies/:company/lineage/:concept/:period",
    name: "showLineage",
    summary: "Page of where one figure comes from",
    description:
      "A page for browsers: the operands of a figure down to tags and filings, other versions of it, and what was not chosen.",
    scope: "filings:read",
    params: lineageParams,
    query: dayQuery,
    answers: storedPage,
    handle: ({ params, query, deps }) => showLineage(deps, params, query.asOf),
  }),
];
