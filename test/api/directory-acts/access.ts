import {
  ownRead,
  ownWrite,
  permittedRead,
  permittedWrite,
  privateRead,
  privateWrite,
} from "../kernel/access-words.ts";

const at = "/v2/directory/:subjectType/:slug";
const entity = "/v2/directory/entity-profile/:entityId";

export const access: Record<string, string> = {
  [`POST ${at}/follow`]: ownWrite,
  [`DELETE ${at}/follow`]: ownWrite,
  [`POST ${at}/connection`]: ownWrite,
  [`DELETE ${at}/connection`]: ownWrite,
  [`POST ${at}/claim`]: ownWrite,
  [`POST ${at}/invitations`]: ownWrite,
  [`POST ${at}/corrections`]: ownWrite,
  [`POST ${at}/packages/:packageId/request`]: ownWrite,
  "GET /v2/directory/corrections": ownRead,
  "GET /v2/directory/corrections/:correctionId": privateRead,
  "DELETE /v2/directory/corrections/:correctionId": privateWrite,
  [`GET ${entity}/requests`]: permittedRead,
  [`POST ${entity}/requests/:requestId/response`]: permittedWrite,
};
