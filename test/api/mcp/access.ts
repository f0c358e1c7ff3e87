import { everybody } from "../kernel/access-words.ts";

export const access: Record<string, string> = {
  "POST /mcp": everybody,
};
