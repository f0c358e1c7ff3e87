import { everybody } from "../kernel/access-words.ts";

export const access: Record<string, string> = {
  "GET /v2/entities/:id/sfrs-statements": everybody,
  "GET /v2/entities/:id/lineage": everybody,
};
