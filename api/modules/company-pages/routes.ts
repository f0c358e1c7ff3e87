import { anyone } from "../../auth/access.ts";
import { file, pageOrFile, storedPage } from "../../http/answers.ts";
import { workbookType } from "../../http/endpoint.ts";
import { moduleOf } from "../../http/module.ts";
import { pages } from "../../http/responses/families.ts";
import { asFiledQuery, segmentsQuery } from "./filed/schemas.ts";
import { showAsFiled, showFiling, showSegments } from "./filed/show.ts";
import { modelForm, modelQuery } from "./models/schemas.ts";
import { recomputeModel, showModel } from "./models/show-model.ts";
import { dayQuery, financialsQuery, overviewQuery, params, statementsQuery } from "./schemas.ts";
import { showCompany, showFilings, showFinancials, showLineage, showQuality } from "./show.ts";
import { withStar } from "./star/star.ts";
import { getTableFile } from "./statements/table-file.ts";

export { companyStars } from "./star/routes.ts";
export { valuationPages } from "./valuation/routes.ts";

const { endpoint } = moduleOf({
  tag: "Pages",
  family: pages,
  access: anyone,
  extension: true,
  params,
});

export const companyPages = [
  endpoint({
    at: "GET /companies/:company",
    name: "showCompany",
    summary: "Company page: overview",
    description:
      "An HTML page: who the company is, its key figures and their trends, with ways to its other pages. A " +
      "ticker, a CIK or a former slug leads to the page's one address, and `periods` to the statements. `period` shows the trends by quarter.",
    scope: "entities:read",
    query: overviewQuery,
    answers: storedPage,
    handle: ({ params, query, from, deps }) =>
      withStar({ from, deps }, showCompany(deps, params.company, query)),
  }),

  endpoint({
    at: "GET /companies/:company/financials",
    name: "showFinancials",
    summary: "Company page: financial statements",
    description:
      "An HTML page: statements side by side, each figure with the way to where it comes from, each gap with its reason. A line's label leads to its chart.",
    scope: "filings:read",
    query: statementsQuery,
    answers: storedPage,
    handle: ({ params, query, from, deps }) =>
      withStar({ from, deps }, showFinancials(deps, params.company, query)),
  }),

  endpoint({
    at: "GET /companies/:company/filings",
    name: "showFilings",
    summary: "Company page: filings",
    description:
      "An HTML page: the newest filings with their pages at the regulator, and their statements as printed where those are at hand.",
    scope: "filings:read",
    query: dayQuery,
    answers: storedPage,
    handle: ({ params, query, from, deps }) =>
      withStar({ from, deps }, showFilings(deps, params.company, query.asOf)),
  }),

  endpoint({
    at: "GET /companies/:company/quality",
    name: "showQuality",
    summary: "Company page: data quality",
    description:
      "An HTML page: what the accounting checks found, what does not add up, and why cells are empty. It is always of today.",
    scope: "entities:read",
    query: dayQuery,
    answers: storedPage,
    handle: ({ params, query, from, deps }) =>
      withStar({ from, deps }, showQuality(deps, params.company, query.asOf)),
  }),

  endpoint({
    at: "GET /companies/:company/tables/:table",
    name: "getTableFile",
    summary: "Download a statement of a company's page",
    description:
      "The table with exact decimals, as CSV, workbook or JSON. A cell without a value is empty; the CSV and the JSON say why. " +
      "Without `period` it has years, twelve months and quarters side by side.",
    scope: "filings:read",
    query: financialsQuery,
    answers: file("text/csv", workbookType, "application/json"),
    handle: ({ params, query, deps }) => getTableFile(deps, params, query),
  }),

  endpoint({
    at: "GET /companies/:company/lineage/:concept/:period",
    name: "showLineage",
    summary: "Company page: the lineage of a figure",
    description:
      "An HTML page: the operands of a figure down to tags and filings, other versions of it, and what was not chosen.",
    scope: "filings:read",
    query: dayQuery,
    answers: storedPage,
    handle: ({ params, query, from, deps }) =>
      withStar({ from, deps }, showLineage(deps, params, query.asOf)),
  }),

  endpoint({
    at: "GET /companies/:company/filings/:accession",
    name: "showFiling",
    summary: "Company page: a filing's statements as printed",
    description:
      "An HTML page: every line of the filing's statements in its order, with its labels and signs, leading to the standardized figures.",
    scope: "filings:read",
    query: dayQuery,
    answers: storedPage,
    handle: ({ params, query, from, deps }) =>
      withStar({ from, deps }, showFiling(deps, params, query.asOf)),
  }),

  endpoint({
    at: "GET /companies/:company/as-filed",
    name: "showAsFiled",
    summary: "Company page: a statement over many periods as filed",
    description:
      "An HTML page: one statement of many filings side by side, each column from one filing.",
    scope: "filings:read",
    query: asFiledQuery,
    answers: storedPage,
    handle: ({ params, query, from, deps }) =>
      withStar({ from, deps }, showAsFiled(deps, params.company, query)),
  }),

  endpoint({
    at: "GET /companies/:company/segments",
    name: "showSegments",
    summary: "Company page: segments",
    description:
      "An HTML page: a metric by segment, product, place or customer as stacked bars and a table, with how the members add up.",
    scope: "filings:read",
    query: segmentsQuery,
    answers: storedPage,
    handle: ({ params, query, from, deps }) =>
      withStar({ from, deps }, showSegments(deps, params.company, query)),
  }),

  endpoint({
    at: "GET /companies/:company/models/:model",
    name: "showModel",
    summary: "Company page: a model",
    description:
      "An HTML page: what a valuation model gives from the filings alone, or with the inputs of `set`, and its inputs as a form.",
    scope: "entities:read",
    query: modelQuery,
    answers: storedPage,
    handle: ({ params, query, from, deps }) =>
      withStar({ from, deps }, showModel(deps, params, query)),
  }),

  endpoint({
    at: "POST /companies/:company/models/:model",
    name: "submitModel",
    summary: "Recompute a model with the form",
    description:
      "Submits the form of the page. Answers a redirect to the page with the new values (for `show` that page), a workbook or CSV file, or for `save` a redirect to the page that saves the inputs. An input that is refused is told beside its field, with status 400.",
    scope: "entities:read",
    forms: true,
    query: dayQuery,
    body: modelForm,
    answers: pageOrFile,
    handle: ({ params, query, body, from, deps }) =>
      withStar({ from, deps }, recomputeModel(deps, params, query.asOf, body)),
  }),
];
