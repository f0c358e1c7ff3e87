import { everybody } from "../kernel/access-words.ts";

export const access: Record<string, string> = {
  "GET /v2/changes": everybody,
  "GET /v2/entities/:id/changes.atom": everybody,
};
