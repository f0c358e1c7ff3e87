import { can, owner, user } from "../../auth/access.ts";
import { created, list, one } from "../../http/answers.ts";
import type { Method } from "../../http/endpoint.ts";
import { moduleOf } from "../../http/module.ts";
import { entityService } from "../../http/responses/families.ts";
import {
  entitiesQuery,
  entityBody,
  entityChange,
  entityDeleted,
  entityShape,
  params,
} from "./schemas.ts";
import {
  changeEntity,
  createEntity,
  getEntity,
  listVisibleEntities,
  removeEntity,
} from "./service.ts";

const family = entityService("entities");
const { endpoint } = moduleOf({ tag: "Entities", family, access: user, params });

/** Both methods change what is given; clients know either. */
const changing = (named: { at: `${Method} /entities/:id`; name: string; summary: string }) =>
  endpoint({
    ...named,
    description: "Omitted members keep their values. Needs the permission listing.manage.",
    access: can("listing.manage", "id"),
    scope: "entities:write",
    body: entityChange,
    answers: one(entityShape),
    handle: ({ params, body: { data, ...fields }, caller, deps }) =>
      changeEntity(deps.db, params.id, caller, { ...fields, ...data }),
  });

/** Both documented shapes at once: bodies and answers are the union. */
export const entities = [
  endpoint({
    at: "GET /entities",
    name: "listEntities",
    summary: "List published entities and those of your teams",
    description: "Entities that are neither published nor of an own team are left out.",
    scope: "entities:read",
    query: entitiesQuery,
    answers: list(entityShape),
    handle: ({ query, caller, deps }) => listVisibleEntities(deps.db, caller, query),
  }),

  endpoint({
    at: "POST /entities",
    name: "createEntity",
    summary: "Create an entity",
    description:
      "The caller becomes the owner. The entity is not published until its team publishes it.",
    scope: "entities:write",
    body: entityBody,
    refuses: [404],
    answers: created(entityShape, "/api/v1/entities/:id"),
    handle: ({ body, caller, deps }) => createEntity(deps.db, caller, body),
  }),

  endpoint({
    at: "GET /entities/:id",
    name: "getEntity",
    summary: "Get an entity",
    description: "An entity that is not published is 404 for everybody outside its team.",
    scope: "entities:read",
    answers: one(entityShape),
    handle: ({ params, caller, deps }) => getEntity(deps.db, params.id, caller),
  }),

  changing({ at: "PUT /entities/:id", name: "replaceEntity", summary: "Update an entity" }),
  changing({
    at: "PATCH /entities/:id",
    name: "updateEntity",
    summary: "Update an entity's metadata",
  }),

  endpoint({
    at: "DELETE /entities/:id",
    name: "deleteEntity",
    summary: "Delete an entity permanently",
    description: "Only the owner may. An entity with data of a regulator is 409.",
    access: owner("id"),
    scope: "entities:write",
    refuses: [409],
    answers: one(entityDeleted),
    handle: ({ params, caller, deps }) => removeEntity(deps, params.id, caller.userId),
  }),
];
