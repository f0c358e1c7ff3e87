import { managerRead } from "../kernel/access-words.ts";

export const access: Record<string, string> = {
  "GET /v2/entities/:id/audit-log": managerRead,
};
