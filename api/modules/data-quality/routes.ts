import { anyone } from "../../auth/access.ts";
import { endpoint } from "../../http/endpoint.ts";
import { v2 } from "../../http/families.ts";
import { entityParams } from "../../http/params.ts";
import { dataQuality, qualityQuery } from "./schemas.ts";
import { getDataQuality } from "./service.ts";

export const dataQualityOfCompanies = [
  endpoint(v2, {
    at: "GET /entities/:id/data-quality",
    tag: "Public company data",
    summary: "Read what the accounting checks found on a company",
    description:
      "Identities, roll-forwards, time series, signs, scale and staleness over the filed figures, by check, severity " +
      "and period; what did not pass with its operands. No check changes a value. A difference passes only within " +
      "the rounding of the filing; the query narrows the failures, not the summaries.",
    access: anyone,
    params: entityParams,
    query: qualityQuery,
    returns: dataQuality,
    extension: true,
    freshness: "cached",
    handle: ({ params, query, deps }) => getDataQuality(deps.db, params.id, query),
  }),
];
