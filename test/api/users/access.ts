import { everybody, ownRead, ownWrite } from "../kernel/access-words.ts";

export const access: Record<string, string> = {
  "GET /api/v1/users/me": ownRead,
  "PATCH /api/v1/users/me": ownWrite,
  "GET /api/v1/users/profile/:id": everybody,
};
