import { ownRead, ownWrite, privateRead, privateWrite } from "../kernel/access-words.ts";

/** Strictly private. */
export const access: Record<string, string> = {
  "GET /v2/watchlists": ownRead,
  "POST /v2/watchlists": ownWrite,
  "GET /v2/watchlists/:watchlistId": privateRead,
  "PATCH /v2/watchlists/:watchlistId": privateWrite,
  "DELETE /v2/watchlists/:watchlistId": privateWrite,
  "POST /v2/watchlists/:watchlistId/entities": privateWrite,
  "DELETE /v2/watchlists/:watchlistId/entities/:entityId": privateWrite,
};
