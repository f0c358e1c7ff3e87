import { everybody } from "../kernel/access-words.ts";

export const access: Record<string, string> = {
  "GET /companies/:company": everybody,
  "GET /companies/:company/lineage/:concept/:period": everybody,
};
