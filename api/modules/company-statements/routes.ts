import { entityParams } from "#api/http/requests/params.ts";
import { anyone } from "../../auth/access.ts";
import { withMeta } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { v2 } from "../../http/responses/families.ts";
import { viewMetaShape, viewOf } from "../../views/view-query.ts";
import {
  lineageQuery,
  statements,
  statementsMeta,
  statementsQuery,
  tracedValue,
} from "./schemas.ts";
import { getStatements, traceValue } from "./service.ts";

const { endpoint } = moduleOf({
  tag: "Public company data",
  family: v2,
  access: anyone,
  figures: true,
  params: entityParams,
});

export const companyStatements = [
  endpoint({
    at: "GET /entities/:id/sfrs-statements",
    name: "listStatements",
    summary: "Get standardized statements by period",
    description:
      "Values are decimal strings exactly as filed; a null line is missing, never zero. With asOf or view the " +
      "statements are computed from all versions of the facts, and meta.dataPath says so.",
    scope: "filings:read",
    query: statementsQuery,
    freshness: "cached",
    answers: withMeta(statements, statementsMeta),
    handle: ({ params, query, viewer, deps }) =>
      getStatements(deps, {
        ...query,
        viewer,
        entityId: params.id,
        view: viewOf(query, deps.now()),
      }),
  }),

  endpoint({
    at: "GET /entities/:id/lineage",
    name: "traceValue",
    summary: "Trace a value to its tags and filings",
    description:
      "A value of twelve months expands to its quarters, a derived quarter to the periods it is the difference of, " +
      "each of these to its facts.",
    scope: "filings:read",
    query: lineageQuery,
    extension: true,
    freshness: "cached",
    answers: withMeta(tracedValue, viewMetaShape),
    handle: ({ params, query, viewer, deps }) =>
      traceValue(deps, { ...query, viewer, entityId: params.id, view: viewOf(query, deps.now()) }),
  }),
];
