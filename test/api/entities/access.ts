import {
  managerWrite,
  memberRead,
  ownRead,
  ownWrite,
  permittedWrite,
} from "../kernel/access-words.ts";

export const access: Record<string, string> = {
  "GET /api/v1/entities": ownRead,
  "POST /api/v1/entities": ownWrite,
  "GET /api/v1/entities/:id": memberRead,
  "PUT /api/v1/entities/:id": permittedWrite,
  "PATCH /api/v1/entities/:id": permittedWrite,
  "DELETE /api/v1/entities/:id": managerWrite,
};
