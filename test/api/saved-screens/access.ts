import { ownRead, ownWrite, privateRead, privateWrite } from "../kernel/access-words.ts";

/** Strictly private. */
export const access: Record<string, string> = {
  "GET /v2/screens": ownRead,
  "POST /v2/screens": ownWrite,
  "GET /v2/screens/:screenId": privateRead,
  "PATCH /v2/screens/:screenId": privateWrite,
  "DELETE /v2/screens/:screenId": privateWrite,
};
