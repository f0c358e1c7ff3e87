import { everybody } from "../kernel/access-words.ts";

export const access: Record<string, string> = {
  "GET /v2/screen": everybody,
  "GET /v2/metrics": everybody,
  "GET /screen": everybody,
  "GET /compare": everybody,
  "GET /": everybody,
  "GET /tenk.js": everybody,
};
