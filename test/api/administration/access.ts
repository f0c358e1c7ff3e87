/** None of the people of the matrix is an administrator. */
const administrators = "401 403 403 403 403 403";

export const access: Record<string, string> = Object.fromEntries(
  [
    "GET /v2/admin/reports",
    "POST /v2/admin/reports/:reportId/decision",
    "GET /v2/admin/filings",
    "POST /v2/admin/filings/:filingId/decision",
    "GET /v2/admin/claims",
    "POST /v2/admin/claims/:claimId/decision",
    "GET /v2/admin/corrections",
    "POST /v2/admin/corrections/:correctionId/decision",
    "GET /v2/admin/entities",
    "POST /v2/admin/entities/:entityId/decision",
    "GET /v2/admin/investors",
    "POST /v2/admin/investors/decision",
    "GET /v2/admin/listings",
    "POST /v2/admin/listings/:subjectType/:slug/decision",
    "GET /v2/admin/flags",
    "PUT /v2/admin/flags",
    "DELETE /v2/admin/flags/:audienceId",
    "GET /v2/admin/service-tickers",
    "PUT /v2/admin/service-tickers/:entityId",
    "DELETE /v2/admin/service-tickers/:entityId",
    "GET /v2/admin/acts",
  ].map((name) => [name, administrators]),
);
