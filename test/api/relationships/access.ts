import { permittedRead, permittedWrite } from "../kernel/access-words.ts";

export const access: Record<string, string> = {
  "GET /v2/entities/:entityId/contacts": permittedRead,
  "PUT /v2/entities/:entityId/contacts": permittedWrite,
};
