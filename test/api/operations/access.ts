import { everybody } from "../kernel/access-words.ts";

/** For the operator's own network. */
export const access: Record<string, string> = {
  "GET /healthz": everybody,
  "GET /readyz": everybody,
  "GET /metrics": everybody,
};
