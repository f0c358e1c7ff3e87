import { everybody } from "../kernel/access-words.ts";

export const access: Record<string, string> = {
  "GET /v2/sfrs/concepts": everybody,
  "GET /v2/sfrs/schemas": everybody,
  "GET /v2/sfrs/schemas/:schemaType/:schemaVersion": everybody,
};
