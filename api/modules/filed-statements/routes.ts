import {
  listedFiling,
  statementHistory,
  statementsAsFiled,
} from "#schemas/shapes/companies/statement-as-filed.ts";
import { anyone } from "../../auth/access.ts";
import { list, storedOrFile } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { v2 } from "../../http/responses/families.ts";
import { viewMetaShape } from "../../views/view-query.ts";
import { formatOf, historyFile, statementsFile } from "./files.ts";
import { filingsQuery, historyQuery, params, statementsQuery } from "./schemas.ts";
import { getStatementHistory, getStatementsAsFiled, listCompanyFilings } from "./service.ts";

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
    handle: async ({ params: { id, accession }, query, viewer, from, deps }) => {
      const of = { entityId: id, accession, kind: null, asOf: query.asOf, viewer };
      const answer = await getStatementsAsFiled(deps, of);
      const format = formatOf(query.format, from.headers.accept);
      return format === "json" ? answer : statementsFile(answer, format);
    },
  }),

  endpoint({
    at: "GET /entities/:id/filings/:accession/statements/:kind",
    name: "getFiledStatement",
    summary: "Get the statements of one kind of a filing as printed",
    description:
      "As all statements of the filing, of one kind alone; its parenthetical statements come with it.",
    scope: "filings:read",
    query: statementsQuery,
    answers: storedOrFile(statementsAsFiled, viewMetaShape),
    handle: async ({ params: { id, accession, kind }, query, viewer, from, deps }) => {
      const of = { entityId: id, accession, kind, asOf: query.asOf, viewer };
      const answer = await getStatementsAsFiled(deps, of);
      const format = formatOf(query.format, from.headers.accept);
      return format === "json" ? answer : statementsFile(answer, format);
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
      const format = formatOf(query.format, from.headers.accept);
      return format === "json" ? answer : historyFile(answer, format);
    },
  }),
];
