import { ownRead, ownWrite } from "../kernel/access-words.ts";

/** About the calling account alone. */
export const access: Record<string, string> = {
  "GET /api/v1/users/me/blocks": ownRead,
  "PUT /api/v1/users/me/blocks/:userId": ownWrite,
  "DELETE /api/v1/users/me/blocks/:userId": ownWrite,
  "GET /api/v1/users/me/privacy": ownRead,
  "PATCH /api/v1/users/me/privacy": ownWrite,
};
