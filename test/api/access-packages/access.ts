import {
  ownRead,
  permittedRead,
  permittedWrite,
  privateRead,
  privateWrite,
} from "../kernel/access-words.ts";

const at = "/v2/directory/entity-profile/:entityId/packages";
const own = "/v2/directory/package-access";

export const access: Record<string, string> = {
  [`POST ${at}`]: permittedWrite,
  [`GET ${at}`]: permittedRead,
  [`GET ${at}/:packageId`]: permittedRead,
  [`PATCH ${at}/:packageId`]: permittedWrite,
  [`DELETE ${at}/:packageId`]: permittedWrite,
  [`POST ${at}/:packageId/offer`]: permittedWrite,
  [`GET ${at}/:packageId/access`]: permittedRead,
  [`POST ${at}/:packageId/access/:userId/response`]: permittedWrite,
  [`DELETE ${at}/:packageId/access/:userId`]: permittedWrite,
  [`GET ${own}`]: ownRead,
  [`GET ${own}/:accessId`]: privateRead,
  [`DELETE ${own}/:accessId`]: privateWrite,
};
