import {
  listedFiling,
  statementHistory,
  statementsAsFiled,
} from "#schemas/shapes/companies/statement-as-filed.ts";
import { anyone } from "../../auth/access.ts";
import { list, stored, storedOrFile } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { v2 } from "../../http/responses/families.ts";
import { viewMetaShape } from "../../views/view-query.ts";
import { historyFile, inFormat, segmentsFile, statementsFile } from "./files.ts";
import { statementQuality } from "./quality-shape.ts";
import {
  breakdownsQuery,
  filingsQuery,
  historyQuery,
  params,
  segmentsQuery,
  statementsQuery,
} from "./schemas.ts";
import { breakdowns, segments } from "./segment-shapes.ts";
import {
  getBreakdowns,
  getSegments,
  getStatementHistory,
  getStatementQuality,
  getStatementsAsFiled,
  listCompanyFilings,
} from "./service.ts";

const { endpoint } = moduleOf({
  tag: "Public company data",
  family: v2,
  access: anyone,
  extension: true,
  figures: true,
  params,
});

export const filedStatements = [
  endpoint({
    at: "GET /entities/:id/filings",
    name: "listCompanyFilings",
    summary: "List a company's periodic reports",
    description:
      "Newest first, each with the state of its statements as printed: stored, not_fetched, no_xbrl or unreadable with the reason.",
    scope: "filings:read",
    query: filingsQuery,
    freshness: "cached",
    answers: list(listedFiling),
    handle: ({ params, query: { asOf, ...filter }, viewer, deps }) =>
      listCompanyFilings(deps, { entityId: params.id, asOf, viewer }, filter),
  }),

  endpoint({
    at: "GET /entities/:id/filings/:accession/statements",
    name: "getFiledStatements",
    summary: "Get all statements of a filing as printed",
    description:
      "Every line in the order, with the label and the sign of the filing. feeds names the standardized lines that have its value. Notes and schedules are the kind `other`.",
    scope: "filings:read",
    query: statementsQuery,
    answers: storedOrFile(statementsAsFiled, viewMetaShape),
    handle: async ({ params: { id, accession }, query: { asOf, format }, viewer, from, deps }) => {
      const of = { entityId: id, accession, kind: null, asOf, viewer };
      return inFormat(await getStatementsAsFiled(deps, of), statementsFile, format, from);
    },
  }),

  endpoint({
    at: "GET /entities/:id/filings/:accession/statements/:kind",
    name: "getFiledStatement",
    summary: "Get one kind of statement of a filing as printed",
    description:
      "As all statements of the filing, of one kind alone; its parenthetical statements come with it.",
    scope: "filings:read",
    query: statementsQuery,
    answers: storedOrFile(statementsAsFiled, viewMetaShape),
    handle: async ({
      params: { id, accession, kind },
      query: { asOf, format },
      viewer,
      from,
      deps,
    }) => {
      const of = { entityId: id, accession, kind, asOf, viewer };
      return inFormat(await getStatementsAsFiled(deps, of), statementsFile, format, from);
    },
  }),

  endpoint({
    at: "GET /entities/:id/statements-as-filed/:kind",
    name: "getStatementHistory",
    summary: "Get one statement over many periods as filed",
    description:
      "All values of a column are from one filing. A line that a later filing prints under another label or element goes on as one row, and `names` says so.",
    scope: "filings:read",
    query: historyQuery,
    answers: storedOrFile(statementHistory, viewMetaShape),
    handle: async ({ params: { id, kind }, query, viewer, from, deps }) => {
      const answer = await getStatementHistory(deps, { ...query, entityId: id, kind, viewer });
      return inFormat(answer, historyFile, query.format, from);
    },
  }),

  endpoint({
    at: "GET /entities/:id/segments",
    name: "getSegments",
    summary: "Get a metric by segment, product, place or customer",
    description:
      "Every value is as a filing states it; all values of a period are from one filing. Each period says how its members add up to the company's own figure. A recast member or one with another element is not joined silently.",
    scope: "filings:read",
    query: segmentsQuery,
    answers: storedOrFile(segments, viewMetaShape),
    handle: async ({ params, query, viewer, from, deps }) => {
      const answer = await getSegments(deps, { ...query, entityId: params.id, viewer });
      return inFormat(answer, segmentsFile, query.format, from);
    },
  }),

  endpoint({
    at: "GET /entities/:id/breakdowns",
    name: "getBreakdowns",
    summary: "List the breakdowns of a company",
    description:
      "Which metrics the filings at hand state by segment, product, place or customer, for which periods, and in how many of them the members add up.",
    scope: "filings:read",
    query: breakdownsQuery,
    answers: stored(breakdowns, viewMetaShape),
    handle: ({ params, query, viewer, deps }) =>
      getBreakdowns(deps, { ...query, entityId: params.id, viewer }),
  }),

  endpoint({
    at: "GET /entities/:id/data-quality/statements",
    name: "getStatementQuality",
    summary: "Get how a company's figures agree with its printed statements",
    description:
      "Of the filings whose statements are at hand: which share of the shown values stands on a printed statement, which " +
      "printed lines are in no standardized line, and which totals do not add up. Lists have 200 entries at most. Zeros, " +
      "members, and figures that no filing prints (differences of periods, ratios) are left out.",
    scope: "filings:read",
    query: breakdownsQuery,
    answers: stored(statementQuality, viewMetaShape),
    handle: ({ params, query, viewer, deps }) =>
      getStatementQuality(deps, { ...query, entityId: params.id, viewer }),
  }),
];
