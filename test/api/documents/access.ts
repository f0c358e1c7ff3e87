import { ownRead, ownWrite, privateRead, privateWrite } from "../kernel/access-words.ts";

/** Documents belong to the account that uploads them. */
export const access: Record<string, string> = {
  "POST /api/v1/documents/upload": ownWrite,
  "GET /api/v1/documents/metadata": privateRead,
  "GET /api/v1/documents/:documentKey": privateRead,
  "GET /api/v1/documents": ownRead,
  "GET /api/v1/documents/:documentKey/content": "404 404 404 404 ok ok",
  "DELETE /api/v1/documents/:documentKey": privateWrite,
};
