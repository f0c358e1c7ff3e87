import { everybody } from "../kernel/access-words.ts";

export const access: Record<string, string> = {
  "GET /v2/entities/:id/filings": everybody,
  "GET /v2/entities/:id/filings/:accession/statements": everybody,
  "GET /v2/entities/:id/filings/:accession/statements/:kind": everybody,
  "GET /v2/entities/:id/statements-as-filed/:kind": everybody,
  "GET /v2/entities/:id/segments": everybody,
  "GET /v2/entities/:id/breakdowns": everybody,
  "GET /v2/entities/:id/data-quality/statements": everybody,
};
