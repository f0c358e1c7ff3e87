import { can } from "../../auth/access.ts";
import { endpoint } from "../../http/endpoint.ts";
import { v2 } from "../../http/families.ts";
import { contactParams, contactsBody } from "./schemas.ts";
import { changeContacts, getContacts } from "./service.ts";

const tag = "Entities";

export const relationships = [
  endpoint(v2, {
    at: "GET /entities/:entityId/contacts",
    tag,
    summary: "Read all contact fields of an entity and who may see them",
    access: can("listing.manage", "entityId"),
    params: contactParams,
    returns: contactsBody,
    extension: true,
    handle: ({ params, deps }) => getContacts(deps.db, params.entityId),
  }),

  endpoint(v2, {
    at: "PUT /entities/:entityId/contacts",
    tag,
    summary: "Set the contact fields of an entity and who may see them",
    description: "Shown in the public profile: to everybody, to connections, or to the team alone.",
    access: can("listing.manage", "entityId"),
    params: contactParams,
    body: contactsBody,
    returns: contactsBody,
    extension: true,
    handle: ({ params, body, caller, deps }) =>
      changeContacts(deps.db, { ...params, userId: caller.userId }, body.fields),
  }),
];
