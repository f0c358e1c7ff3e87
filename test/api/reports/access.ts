import {
  ownRead,
  ownWrite,
  privateOrPublicRead,
  privateRead,
  privateWrite,
} from "../kernel/access-words.ts";

/** Private reports of the owner; a public one can be read by all accounts. */
export const access: Record<string, string> = {
  "GET /v2/reports": ownRead,
  "POST /v2/reports": ownWrite,
  "GET /v2/reports/:id": privateOrPublicRead,
  "PATCH /v2/reports/:id": privateWrite,
  "DELETE /v2/reports/:id": privateWrite,
  "POST /v2/reports/:id/views": "401 ok 404 404 404 404",
  "GET /v2/reports/:id/views": privateRead,
  "GET /v2/reports/:id/document": privateOrPublicRead,
  "GET /v2/reports/:id/document/content": privateOrPublicRead,
  "POST /v1/reports.list": ownRead,
  "POST /v1/reports.get": privateRead,
};
