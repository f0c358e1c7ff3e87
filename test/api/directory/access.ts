import { everybody } from "../kernel/access-words.ts";

export const access: Record<string, string> = {
  "GET /v2/directory/:subjectType/:slug": everybody,
  "GET /v2/directory/:subjectType/:slug/record-summary": everybody,
  "GET /v2/directory/:subjectType/:slug/profile-experience": everybody,
};
