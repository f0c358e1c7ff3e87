import { ownRead } from "../kernel/access-words.ts";

export const access: Record<string, string> = {
  "POST /api/v1/search/candidates": ownRead,
  "GET /api/v1/search/suggestions": ownRead,
};
