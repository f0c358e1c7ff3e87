import { ownRead, ownWrite, privateRead, privateWrite } from "../kernel/access-words.ts";

/** Strictly private. */
export const access: Record<string, string> = {
  "GET /api/v1/collections": ownRead,
  "POST /api/v1/collections": ownWrite,
  "GET /api/v1/collections/:id": privateRead,
  "PATCH /api/v1/collections/:id": privateWrite,
};
