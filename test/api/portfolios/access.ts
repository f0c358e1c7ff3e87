import { ownRead, ownWrite, privateRead } from "../kernel/access-words.ts";

/** Shared with `member` as a viewer and with `permitted` as an editor. */
const sharedRead = "401 404 ok ok ok ok";
const editedRead = "401 404 403 ok ok ok";
const editedWrite = "401 404 403 ok ok 403";
const ownedWrite = "401 404 403 403 ok 403";

export const access: Record<string, string> = {
  "GET /v2/portfolios": ownRead,
  "POST /v2/portfolios": ownWrite,
  "GET /v2/portfolios/:portfolioId": sharedRead,
  "GET /v2/portfolios/:portfolioId/artifacts": sharedRead,
  "POST /v2/portfolios/:portfolioId/artifacts": editedWrite,
  "GET /v2/portfolios/:portfolioId/artifacts/:artifactId": sharedRead,
  "GET /v2/portfolios/:portfolioId/collaborators": editedRead,
  "POST /v2/portfolios/:portfolioId/collaborators": ownedWrite,
  "GET /v2/portfolios/:portfolioId/collaborators/:collaboratorId": editedRead,
  "DELETE /v2/portfolios/:portfolioId/collaborators/:collaboratorId": ownedWrite,
  "GET /v2/programs": ownRead,
  "POST /v2/programs": ownWrite,
  "GET /v2/programs/:programId": privateRead,
};
