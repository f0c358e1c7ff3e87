import { everybody } from "../kernel/access-words.ts";

export const access: Record<string, string> = {
  "GET /v2/entities/:id/models": everybody,
  "GET /v2/entities/:id/models/:templateKey": everybody,
  "POST /v2/entities/:id/models/:templateKey/compute": everybody,
  "POST /v2/entities/:id/models/:templateKey/export": everybody,
};
