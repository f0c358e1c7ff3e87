import { everybody, permittedRead } from "../kernel/access-words.ts";

export const access: Record<string, string> = {
  "POST /v2/directory/:subjectType/:slug/profile-views": everybody,
  "GET /v2/entities/:id/profile-views": permittedRead,
};
