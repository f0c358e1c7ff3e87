import { STATUS_CODES } from "node:http";
import { z } from "zod";
import { type Access, accessText, needsAccount, takesCredential } from "../../auth/access.ts";
import type { Endpoint } from "../endpoint.ts";
import type { Bucket } from "../limits/rate-limit.ts";
import { isRepeatable } from "../requests/idempotency.ts";
import { pages } from "../responses/families.ts";

const made = new WeakMap<Endpoint, Record<string, unknown>>();

/**
 * The route schema of an endpoint, for Fastify's validation and for OpenAPI. It is made once per process, because tests
 * build an app each.
 */
export function routeSchema(endpoint: Endpoint): Record<string, unknown> {
  const schema = made.get(endpoint) ?? makeSchema(endpoint);
  made.set(endpoint, schema);
  return schema;
}

function makeSchema(endpoint: Endpoint): Record<string, unknown> {
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    description: endpoint.description,
    tags: [endpoint.tag],
    ...(endpoint.params === null ? {} : { params: endpoint.params }),
    ...(endpoint.query === null ? {} : { querystring: endpoint.query }),
    ...(endpoint.body === null ? {} : { body: endpoint.body }),
    ...(isRepeatable(endpoint) ? { headers: repeatHeaders } : {}),
    ...(takesNoBody(endpoint) ? { [optionalBodyMark]: true } : {}),
    ...(endpoint.forms ? { consumes: formTypes } : {}),
    response: responses(endpoint),
    security: securityOf(endpoint.access),
    "x-access": accessText(endpoint.access),
    ...(isScoped(endpoint) ? { "x-scope": endpoint.scope } : {}),
    ...(endpoint.extension ? { "x-extension": true } : {}),
    ...(endpoint.bucket === null ? {} : { "x-rate-limit": limitText(endpoint.bucket) }),
    ...(endpoint.flag === null ? {} : { "x-flag": endpoint.flag }),
    ...(endpoint.deprecated === null
      ? {}
      : { deprecated: true, "x-sunset": endpoint.deprecated.sunset }),
  };
}

const repeatHeaders = z.object({
  "idempotency-key": z
    .string()
    .regex(/^[!-~]{1,255}$/)
    .optional()
    .meta({
      description:
        "Makes a retry safe: within 24 hours, a repeat of the request with the same key gets the first answer, " +
        "with the header Idempotent-Replayed, and is not executed again",
      examples: ["8f14e45f-ceea-467f-9575-6a9e3b1c2d70"],
    }),
});

/** Marks operations whose body is optional; `describe.ts` replaces the mark by `required: false`. */
export const optionalBodyMark = "x-optional-body";

const takesNoBody = ({ body }: Endpoint) => body?.safeParse(undefined).success ?? false;

const formTypes = ["application/json", "application/x-www-form-urlencoded"];
const credentials = [{ bearer: [] }, { apiKey: [] }];
const security = {
  anyone: [],
  optional: [{}, ...credentials],
  user: credentials,
  client: [{ client: [] }, {}],
} as const;

const limitText = ({ name, quota }: Bucket) => `${name}: ${quota} requests a minute and caller`;

function securityOf(access: Access) {
  if (typeof access === "string") return security[access];
  return security[needsAccount(access) ? "user" : "optional"];
}

const isScoped = ({ access }: Endpoint) => needsAccount(access) || takesCredential(access);

function responses(endpoint: Endpoint): Record<number, unknown> {
  const success = {
    description: "Success",
    content: Object.fromEntries(
      [endpoint.type, ...endpoint.otherTypes].map((type) => [type, { schema: endpoint.answer }]),
    ),
  };
  const refusals = statuses(endpoint).map((status) => [
    status,
    { description: STATUS_CODES[status] ?? "Error", content: errorContent(endpoint) },
  ]);
  return {
    [endpoint.status]: success,
    ...(endpoint.redirects ? { 302: z.null().describe("Found") } : {}),
    ...(endpoint.freshness === "cached" ? { 304: z.null().describe("Not Modified") } : {}),
    ...Object.fromEntries(refusals),
  };
}

/** Every error status that the endpoint can answer with. */
function statuses(endpoint: Endpoint): number[] {
  const hasInput = endpoint.params !== null || endpoint.query !== null || endpoint.body !== null;
  const usual = [
    ...(hasInput ? [400] : []),
    ...(endpoint.access === "anyone" ? [] : [401]),
    ...(isScoped(endpoint) ? [403] : []),
    ...(endpoint.params === null ? [] : [404]),
    ...(endpoint.body === null ? [] : [413, 415]),
    ...(isRepeatable(endpoint) ? [400, 409, 422] : []),
    ...(endpoint.limited ? [429] : []),
    500,
    503,
  ];
  return [...new Set([...usual, ...endpoint.refuses])].sort();
}

/** Browsers get errors of a page as a page. */
const errorContent = ({ family }: Endpoint) => ({
  "application/json": { schema: family.errorSchema },
  ...(family === pages ? { "text/html": { schema: z.string() } } : {}),
});
