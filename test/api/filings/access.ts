import { memberRead, permittedWrite } from "../kernel/access-words.ts";

/** Of an entity that is not published: its team reads, holders of listing.manage file. */
export const access: Record<string, string> = {
  "POST /api/v1/filings": permittedWrite,
  "GET /api/v1/filings": memberRead,
  "GET /api/v1/filings/:id": memberRead,
  "PATCH /api/v1/filings/:id": permittedWrite,
  "DELETE /api/v1/filings/:id": permittedWrite,
  "POST /api/v1/filings/:id/submit": permittedWrite,
  "GET /api/v1/filings/chain/:entityId/:schemaType": memberRead,
  "GET /v2/entities/:entityId/reporting-periods": memberRead,
  "GET /v2/entities/:entityId/reporting-periods/:id": memberRead,
  "POST /v2/entities/:entityId/reporting-periods": permittedWrite,
};
