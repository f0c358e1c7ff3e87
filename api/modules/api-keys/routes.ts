import { user } from "../../auth/access.ts";
import { makeApiKey } from "../../auth/api-key.ts";
import { endpoint, listEndpoint } from "../../http/endpoint.ts";
import { entityService, rpc } from "../../http/families.ts";
import {
  apiKeyRecord,
  createBody,
  createdApiKey,
  keyParams,
  keyStats,
  listQuery,
  rpcListBody,
} from "./schemas.ts";
import { createKey, getKey, getKeyStats, listKeys, revokeKey } from "./service.ts";

const tag = "API keys";
const service = entityService("apiKeys");

export const apiKeys = [
  listEndpoint(service, {
    at: "GET /api-keys",
    tag,
    summary: "List own API keys, newest first",
    access: user,
    query: listQuery,
    returns: apiKeyRecord,
    handle: ({ query, caller, deps }) => listKeys(deps, caller, query),
  }),

  endpoint(service, {
    at: "POST /api-keys",
    tag,
    summary: "Create an API key and show it this once",
    access: user,
    body: createBody,
    status: 201,
    returns: createdApiKey,
    location: ({ id }) => `/api/v1/api-keys/${id}`,
    handle: ({ body, caller, deps }) => createKey(deps, caller, body, makeApiKey()),
  }),

  endpoint(service, {
    at: "GET /api-keys/stats",
    tag,
    summary: "Read how much own API keys were used",
    access: user,
    returns: keyStats,
    handle: ({ caller, deps }) => getKeyStats(deps, caller),
  }),

  endpoint(service, {
    at: "GET /api-keys/:id",
    tag,
    summary: "Read one of own API keys",
    access: user,
    params: keyParams,
    returns: apiKeyRecord,
    handle: ({ params, caller, deps }) => getKey(deps, caller, params.id),
  }),

  endpoint(service, {
    at: "POST /api-keys/:id/revoke",
    tag,
    summary: "Revoke an API key at once",
    access: user,
    params: keyParams,
    returns: apiKeyRecord,
    handle: ({ params, caller, deps }) => revokeKey(deps, caller, params.id),
  }),

  endpoint(rpc, {
    at: "POST /apiKeys.create",
    tag,
    summary: "Create an API key and show it this once",
    access: user,
    body: createBody,
    returns: createdApiKey,
    handle: ({ body, caller, deps }) => createKey(deps, caller, body, makeApiKey()),
  }),

  listEndpoint(rpc, {
    at: "POST /apiKeys.list",
    tag,
    summary: "List own API keys, newest first",
    access: user,
    scope: "read",
    body: rpcListBody,
    returns: apiKeyRecord,
    handle: ({ body, caller, deps }) => listKeys(deps, caller, body),
  }),
];
