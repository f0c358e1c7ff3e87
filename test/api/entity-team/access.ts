import { managerWrite, memberRead } from "../kernel/access-words.ts";

export const access: Record<string, string> = {
  "GET /v2/entities/:id/team": memberRead,
  "POST /v2/entities/:id/team": managerWrite,
  "PATCH /v2/entities/:id/team/:userId": managerWrite,
  "DELETE /v2/entities/:id/team/:userId": managerWrite,
  "GET /api/v1/entities/:id/members": memberRead,
  "POST /api/v1/entities/:id/members": managerWrite,
  "PATCH /api/v1/entities/:id/members/:userId": managerWrite,
  "DELETE /api/v1/entities/:id/members/:userId": managerWrite,
};
