import { can, owner, user } from "../../auth/access.ts";
import { endpoint, listEndpoint } from "../../http/endpoint.ts";
import { entityService } from "../../http/families.ts";
import {
  entitiesQuery,
  entityBody,
  entityChange,
  entityDeleted,
  entityParams,
  entityShape,
} from "./schemas.ts";
import {
  changeEntity,
  createEntity,
  getEntity,
  listVisibleEntities,
  removeEntity,
} from "./service.ts";

const tag = "Entities";
const family = entityService("entities");

/** Both documented shapes at once: bodies and answers are the union. */
export const entities = [
  listEndpoint(family, {
    at: "GET /entities",
    tag,
    summary: "List entities that are published or of one's own teams",
    access: user,
    query: entitiesQuery,
    returns: entityShape,
    handle: ({ query, caller, deps }) => listVisibleEntities(deps.db, caller, query),
  }),

  endpoint(family, {
    at: "POST /entities",
    tag,
    summary: "Create an entity",
    access: user,
    body: entityBody,
    status: 201,
    returns: entityShape,
    refuses: [404],
    location: ({ id }) => `/api/v1/entities/${id}`,
    handle: ({ body, caller, deps }) => createEntity(deps.db, caller, body),
  }),

  endpoint(family, {
    at: "GET /entities/:id",
    tag,
    summary: "Read an entity",
    access: user,
    params: entityParams,
    returns: entityShape,
    handle: ({ params, caller, deps }) => getEntity(deps.db, params.id, caller),
  }),

  endpoint(family, {
    at: "PUT /entities/:id",
    tag,
    summary: "Change what is given of an entity",
    access: can("listing.manage", "id"),
    params: entityParams,
    body: entityChange,
    returns: entityShape,
    handle: ({ params, body: { data, ...fields }, caller, deps }) =>
      changeEntity(deps.db, params.id, caller, { ...fields, ...data }),
  }),

  endpoint(family, {
    at: "PATCH /entities/:id",
    tag,
    summary: "Change metadata of an entity",
    access: can("listing.manage", "id"),
    params: entityParams,
    body: entityChange,
    returns: entityShape,
    handle: ({ params, body: { data, ...fields }, caller, deps }) =>
      changeEntity(deps.db, params.id, caller, { ...fields, ...data }),
  }),

  endpoint(family, {
    at: "DELETE /entities/:id",
    tag,
    summary: "Delete an entity for good",
    access: owner("id"),
    params: entityParams,
    returns: entityDeleted,
    refuses: [409],
    handle: ({ params, caller, deps }) => removeEntity(deps.db, params.id, caller.userId),
  }),
];
