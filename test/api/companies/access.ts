import { everybody } from "../kernel/access-words.ts";

export const access: Record<string, string> = {
  "GET /v2/entities/public/:slug": everybody,
  "GET /v2/entities/public/by-ticker/:ticker": everybody,
  "GET /v2/entities/:id/company-terminal": everybody,
  "GET /v2/entities/:id/financials/full": everybody,
};
