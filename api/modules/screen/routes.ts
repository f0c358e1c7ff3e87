import { anyone } from "../../auth/access.ts";
import { page, script, tableOf } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { pages, v2 } from "../../http/responses/families.ts";
import { findScript } from "../../pages/script.ts";
import { viewMeta } from "../../views/view-query.ts";
import { showCompare } from "./compare/compare-page.ts";
import { screenFile, wantedFile, wantsCsv } from "./csv.ts";
import { showHome } from "./home-page.ts";
import { compareMetrics } from "./metrics.ts";
import { compareFields, homeQuery, screenFields, scriptQuery } from "./page-schemas.ts";
import {
  metricRow,
  metricsMeta,
  metricsQuery,
  screenedCompany,
  screenMeta,
  screenQuery,
} from "./schemas.ts";
import { showScreen } from "./screen-page.ts";
import { screenCompanies } from "./service.ts";
import { streamMetrics } from "./stream-metrics.ts";

const { endpoint } = moduleOf({
  tag: "Public company data",
  family: v2,
  access: anyone,
  extension: true,
  figures: true,
});
const shown = moduleOf({ tag: "Pages", family: pages, access: anyone, extension: true });

export const screens = [
  endpoint({
    at: "GET /screen",
    name: "screenCompanies",
    summary: "Screen companies by their figures",
    description:
      "Over the newest twelve months, fiscal year and multiple-year figures of all companies. Money is in the company's " +
      "reporting currency: `currency` keeps those of one, and meta.currencies names those of the answer. A company without a figure meets no condition on it.",
    scope: "entities:read",
    query: screenQuery,
    answers: tableOf(screenedCompany, screenMeta),
    handle: async ({ query, from, deps }) => {
      const screened = await screenCompanies(deps, query);
      if (wantsCsv(query.format, from.headers.accept)) return screenFile(screened);
      const { page: found, currencies, prices } = screened;
      const ofPrices = prices === null ? {} : { prices };
      return { ...found, meta: { currencies: [...currencies], ...ofPrices } };
    },
  }),

  endpoint({
    at: "GET /metrics",
    name: "compareMetrics",
    summary: "Compare figures of several companies",
    description:
      "One row for each company and period, with each line or ratio asked for. Money is in the reporting currency, as filed. " +
      "Per-share figures and share counts of a company are on one basis: after all its splits. As csv and ndjson the rows " +
      "of up to 1000 tickers, or of all companies, are streamed.",
    scope: "filings:read",
    query: metricsQuery,
    refuses: [404],
    answers: tableOf(metricRow, metricsMeta, ["application/x-ndjson"]),
    handle: async ({ query, from, deps }) => {
      const file = wantedFile(query.format, from.headers.accept);
      if (file !== null) return streamMetrics(deps, query, file);
      const { rows, view } = await compareMetrics(deps, query);
      const meta = view.kind === "latest" ? {} : viewMeta(view);
      return { rows, total: rows.length, limit: rows.length, offset: 0, meta };
    },
  }),

  shown.endpoint({
    at: "GET /screen",
    name: "showScreen",
    summary: "Screen page",
    description: "An HTML page with the conditions as a form and what meets them as a table.",
    scope: "entities:read",
    figures: true,
    query: screenFields,
    answers: page(),
    handle: ({ query, deps }) => showScreen(deps, query),
  }),

  shown.endpoint({
    at: "GET /compare",
    name: "showCompare",
    summary: "Comparison page",
    description:
      "An HTML page: one chart and one table for each metric, companies side by side, also as of a day, indexed or per " +
      "share. A sent form leads to the address of what it asks. A company that is not found leaves the others.",
    scope: "entities:read",
    figures: true,
    query: compareFields,
    answers: page({ redirects: true }),
    handle: ({ query, deps }) => showCompare(deps, query),
  }),

  shown.endpoint({
    at: "GET /",
    name: "showHome",
    summary: "Home page, with a search",
    description:
      "An HTML page with a search. Who does not ask for HTML is sent to the documentation of the API.",
    scope: "entities:read",
    query: homeQuery,
    answers: page({ redirects: true }),
    handle: ({ query, from, deps }) => showHome(deps, query, from.headers.accept),
  }),

  shown.endpoint({
    at: "GET /tenk.js",
    name: "getPageScript",
    summary: "Script of the pages",
    description:
      "One script, which makes public pages better and which none of them needs. Under the address with its digest it may be kept for good.",
    scope: "entities:read",
    limit: "none",
    query: scriptQuery,
    answers: script,
    handle: ({ query }) => findScript(query.v),
  }),
];
