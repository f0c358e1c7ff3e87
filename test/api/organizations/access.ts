import { managerWrite, memberRead, ownRead, ownWrite } from "../kernel/access-words.ts";

/** `member` and `permitted` are plain members of the organization. */
export const access: Record<string, string> = {
  "GET /api/v1/organizations/me": ownRead,
  "POST /api/v1/organizations": ownWrite,
  "GET /api/v1/organizations/:id": memberRead,
  "GET /api/v1/organizations/:id/members": memberRead,
  "POST /api/v1/organizations/:id/members": managerWrite,
  "PATCH /api/v1/organizations/:id/members/:userId": managerWrite,
  "DELETE /api/v1/organizations/:id/members/:userId": managerWrite,
};
