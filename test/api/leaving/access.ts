import { ownRead } from "../kernel/access-words.ts";

export const access: Record<string, string> = {
  // The people of the matrix prove nothing beyond their token.
  "DELETE /api/v1/users/me": "401 400 400 400 400 403",
  "GET /api/v1/users/me/export": ownRead,
};
