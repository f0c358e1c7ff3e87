import { everybody } from "../kernel/access-words.ts";

export const access: Record<string, string> = {
  "GET /v2/entities/:id/models": everybody,
  "GET /v2/entities/:id/models/:templateKey": everybody,
  "GET /v2/entities/:id/models/:templateKey/formulas": everybody,
  "POST /v2/entities/:id/models/:templateKey/compute": everybody,
  "POST /v2/entities/:id/models/:templateKey/export": everybody,
  "POST /v2/entities/:id/models/:templateKey/reverse": everybody,
  "POST /v2/entities/:id/models/:templateKey/simulate": everybody,
  "POST /v2/entities/:id/multiples/history": everybody,
  "GET /v2/entities/:id/multiples/peers": everybody,
  "POST /v2/entities/:id/model-blend": everybody,
  "POST /v2/entities/:id/sum-of-parts": everybody,
};
