import { ownRead } from "../kernel/access-words.ts";

export const access: Record<string, string> = { "GET /api/v1/users/me/limits": ownRead };
