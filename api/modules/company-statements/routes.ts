import { anyone } from "../../auth/access.ts";
import { metaEndpoint } from "../../http/endpoint.ts";
import { v2 } from "../../http/families.ts";
import { entityParams } from "../../http/params.ts";
import { viewMetaShape, viewOf } from "../../views/view-query.ts";
import {
  lineageQuery,
  statements,
  statementsMeta,
  statementsQuery,
  tracedValue,
} from "./schemas.ts";
import { getStatements, traceValue } from "./service.ts";

const tag = "Public company data";

export const companyStatements = [
  metaEndpoint(v2, {
    at: "GET /entities/:id/sfrs-statements",
    tag,
    summary: "Read the standardized statements per period",
    description:
      "Values are decimal strings exactly as filed; a null line is missing, never zero. With asOf or view the " +
      "statements are computed from all versions of the facts, and meta.dataPath says so.",
    access: anyone,
    params: entityParams,
    query: statementsQuery,
    returns: statements,
    meta: statementsMeta,
    freshness: "cached",
    handle: ({ params, query, deps }) =>
      getStatements(deps, { ...query, entityId: params.id, view: viewOf(query, deps.now()) }),
  }),

  metaEndpoint(v2, {
    at: "GET /entities/:id/lineage",
    tag,
    summary: "Trace one value down to tags and filings",
    description:
      "A value of twelve months expands to its quarters, a derived quarter to the periods it is the difference of, " +
      "each of these to its facts.",
    access: anyone,
    params: entityParams,
    query: lineageQuery,
    returns: tracedValue,
    meta: viewMetaShape,
    extension: true,
    freshness: "cached",
    handle: ({ params, query, deps }) =>
      traceValue(deps, { ...query, entityId: params.id, view: viewOf(query, deps.now()) }),
  }),
];
