import { can } from "../../auth/access.ts";
import { one } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { v2 } from "../../http/responses/families.ts";
import { contactsBody, params } from "./schemas.ts";
import { changeContacts, getContacts } from "./service.ts";

const { endpoint } = moduleOf({ tag: "Entities", family: v2, extension: true, params });

export const relationships = [
  endpoint({
    at: "GET /entities/:entityId/contacts",
    name: "getContacts",
    summary: "Get an entity's contact fields and their visibility",
    description: "All fields, whoever may see them, for those who manage the listing.",
    access: can("listing.manage", "entityId"),
    scope: "entities:read",
    answers: one(contactsBody),
    handle: ({ params, deps }) => getContacts(deps.db, params.entityId),
  }),

  endpoint({
    at: "PUT /entities/:entityId/contacts",
    name: "replaceContacts",
    summary: "Set an entity's contact fields and their visibility",
    description:
      "Shown in the public profile from its next publication on: to everybody, to connections, or to the team alone.",
    access: can("listing.manage", "entityId"),
    scope: "entities:write",
    body: contactsBody,
    answers: one(contactsBody),
    handle: ({ params, body, caller, deps }) =>
      changeContacts(deps.db, { ...params, userId: caller.userId }, body.fields),
  }),
];
