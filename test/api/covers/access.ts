import { everybody, ownWrite, permittedWrite } from "../kernel/access-words.ts";

/** Without a credential only the covers of published entities are shown. */
export const access: Record<string, string> = {
  "PUT /api/v1/users/me/cover": ownWrite,
  "DELETE /api/v1/users/me/cover": ownWrite,
  "GET /api/v1/users/profile/:id/cover": everybody,
  "PUT /v2/entities/:entityId/cover": permittedWrite,
  "DELETE /v2/entities/:entityId/cover": permittedWrite,
  "GET /v2/entities/:entityId/cover": "404 404 ok ok ok ok",
};
