import { entityParams } from "#api/http/requests/params.ts";
import { anyone } from "../../auth/access.ts";
import { one } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { v2 } from "../../http/responses/families.ts";
import { dataQuality, qualityQuery } from "./schemas.ts";
import { getDataQuality } from "./service.ts";

const { endpoint } = moduleOf({
  tag: "Public company data",
  family: v2,
  extension: true,
  figures: true,
  params: entityParams,
});

export const dataQualityOfCompanies = [
  endpoint({
    at: "GET /entities/:id/data-quality",
    name: "getDataQuality",
    summary: "Get the accounting checks of a company",
    description:
      "Identities, roll-forwards, time series, signs, scale and staleness over the filed figures, by check, severity " +
      "and period; what did not pass with its operands. No check changes a value. A difference passes only within " +
      "the rounding of the filing; the query narrows the failures, not the summaries.",
    access: anyone,
    scope: "filings:read",
    query: qualityQuery,
    freshness: "cached",
    answers: one(dataQuality),
    handle: ({ params, query, viewer, deps }) => getDataQuality(deps.db, params.id, query, viewer),
  }),
];
