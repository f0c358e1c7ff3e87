import { everybody, ownRead, ownWrite } from "../kernel/access-words.ts";

export const access: Record<string, string> = {
  "GET /mail/unsubscribe": everybody,
  "POST /mail/unsubscribe": everybody,
  "GET /api/v1/users/me/mail": ownRead,
  "PATCH /api/v1/users/me/mail": ownWrite,
};
