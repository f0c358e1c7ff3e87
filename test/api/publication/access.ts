import {
  memberRead,
  ownRead,
  ownWrite,
  permittedRead,
  permittedWrite,
} from "../kernel/access-words.ts";

const entity = "/v2/directory/entity-profile/:entityId";
const person = "/v2/directory/person-profile";

export const access: Record<string, string> = {
  [`GET ${entity}/publication`]: permittedRead,
  [`POST ${entity}/publication`]: permittedWrite,
  [`DELETE ${entity}/publication`]: permittedWrite,
  [`GET ${entity}/profile`]: permittedRead,
  [`PATCH ${entity}/profile`]: permittedWrite,
  [`PUT ${entity}/slug`]: permittedWrite,
  [`GET ${entity}/versions`]: permittedRead,
  [`PUT ${entity}/personnel/:userId`]: permittedWrite,
  [`PUT ${entity}/personnel/me`]: memberRead.replace(/ok$/, "403"),
  [`GET ${person}/publication`]: ownRead,
  [`POST ${person}/publication`]: ownWrite,
  [`DELETE ${person}/publication`]: ownWrite,
  [`GET ${person}/profile`]: ownRead,
  [`PATCH ${person}/profile`]: ownWrite,
  [`PUT ${person}/slug`]: ownWrite,
};
