import { everybody } from "../kernel/access-words.ts";

export const access: Record<string, string> = {
  "GET /companies/:company": everybody,
  "GET /companies/:company/financials": everybody,
  "GET /companies/:company/valuation": everybody,
  "GET /companies/:company/multiples": everybody,
  "GET /companies/:company/parts": everybody,
  "GET /companies/:company/peers": everybody,
  "GET /companies/:company/filings": everybody,
  "GET /companies/:company/quality": everybody,
  "GET /companies/:company/filings/:accession": everybody,
  "GET /companies/:company/as-filed": everybody,
  "GET /companies/:company/segments": everybody,
  "GET /companies/:company/lineage/:concept/:period": everybody,
  "GET /companies/:company/models/:model": everybody,
  "POST /companies/:company/models/:model": everybody,
  "POST /companies/:company/star": everybody,
  "GET /companies/:company/tables/:table": everybody,
};
