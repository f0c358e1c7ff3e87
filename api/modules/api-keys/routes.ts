import { user } from "../../auth/access.ts";
import { makeApiKey } from "../../auth/api-key.ts";
import { created, list, one } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { entityService, rpc } from "../../http/responses/families.ts";
import { ownKeys } from "./rows.ts";
import {
  apiKeyRecord,
  createBody,
  createdApiKey,
  keyStats,
  listQuery,
  params,
  rpcListBody,
} from "./schemas.ts";
import { createKey, getKey, getKeyStats, listKeys, revokeKey } from "./service.ts";

const service = entityService("apiKeys");
const { endpoint } = moduleOf({ tag: "API keys", family: service, access: user, params });

const own = ownKeys.own("id");

export const apiKeys = [
  endpoint({
    at: "GET /api-keys",
    name: "listApiKeys",
    summary: "List your API keys, newest first",
    description: "Secrets are never included. Filter by status, and page with limit and offset.",
    query: listQuery,
    answers: list(apiKeyRecord),
    handle: ({ query, caller, deps }) => listKeys(deps, caller, query),
  }),

  endpoint({
    at: "POST /api-keys",
    name: "createApiKey",
    summary: "Create an API key",
    description:
      "The secret is returned only in this response. A key cannot do more than the credential that creates it. A person with a second factor proves it within ten minutes before (STEP_UP_REQUIRED); a key that makes keys does not.",
    body: createBody,
    secrets: ["key"],
    answers: created(createdApiKey, "/api/v1/api-keys/:id"),
    handle: ({ body, caller, deps }) => createKey(deps, caller, body, makeApiKey()),
  }),

  endpoint({
    at: "GET /api-keys/stats",
    name: "getApiKeyStats",
    summary: "Get usage statistics of your API keys",
    description: "Returns the number of keys by state and of requests in the last 24 hours.",
    answers: one(keyStats),
    handle: ({ caller, deps }) => getKeyStats(deps, caller),
  }),

  endpoint({
    at: "GET /api-keys/:id",
    access: own,
    name: "getApiKey",
    summary: "Get an API key",
    description: "The secret is never included. A key of another account is 404.",
    answers: one(apiKeyRecord),
    handle: ({ params, caller, deps }) => getKey(deps, caller, params.id),
  }),

  endpoint({
    at: "POST /api-keys/:id/revoke",
    access: own,
    name: "revokeApiKey",
    summary: "Revoke an API key",
    description: "The key stops working immediately. Repeating the request changes nothing.",
    answers: one(apiKeyRecord),
    handle: ({ params, caller, deps }) => revokeKey(deps, caller, params.id),
  }),

  endpoint({
    family: rpc,
    at: "POST /apiKeys.create",
    name: "createApiKeyRpc",
    summary: "Create an API key",
    description: "The same as POST /api/v1/api-keys: the secret is returned only in this response.",
    body: createBody,
    secrets: ["key"],
    answers: one(createdApiKey),
    handle: ({ body, caller, deps }) => createKey(deps, caller, body, makeApiKey()),
  }),

  endpoint({
    family: rpc,
    at: "POST /apiKeys.list",
    name: "listApiKeysRpc",
    summary: "List your API keys, newest first",
    description:
      "Without limit and offset the first 20 keys; pagination.hasMore says whether there are more, and offset in the body reads them.",
    scope: "read",
    body: rpcListBody,
    answers: list(apiKeyRecord),
    handle: ({ body, caller, deps }) => listKeys(deps, caller, body),
  }),
];
