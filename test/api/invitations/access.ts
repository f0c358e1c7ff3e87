import { ownRead, privateWrite } from "../kernel/access-words.ts";

/** An invitation is for one person, here the owner; withdrawn by who sent it, here the owner too. */
export const access: Record<string, string> = {
  "GET /api/v1/invitations": ownRead,
  "POST /api/v1/invitations/:id/accept": privateWrite,
  "POST /api/v1/invitations/:id/decline": privateWrite,
  "DELETE /api/v1/invitations/:id": privateWrite,
};
