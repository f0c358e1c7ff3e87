import { ownRead, ownWrite, privateRead, privateWrite } from "../kernel/access-words.ts";

/** An account's own keys only. */
export const access: Record<string, string> = {
  "GET /api/v1/api-keys": ownRead,
  "POST /api/v1/api-keys": ownWrite,
  "GET /api/v1/api-keys/stats": ownRead,
  "GET /api/v1/api-keys/:id": privateRead,
  "POST /api/v1/api-keys/:id/revoke": privateWrite,
  "POST /v1/apiKeys.create": ownWrite,
  "POST /v1/apiKeys.list": ownRead,
};
