import type { FastifyInstance, FastifyRequest, FastifySchema } from "fastify";
import { isTeamAccess } from "../auth/access.ts";
import type { Caller } from "../auth/caller.ts";
import { checkTeam } from "../auth/team.ts";
import type { Deps } from "../deps.ts";
import type { Endpoint } from "./endpoint.ts";
import { methodNotAllowed } from "./errors.ts";
import type { Handled } from "./handled.ts";
import { type KeptAnswer, type Once, requestOf } from "./idempotency.ts";
import { routeSchema } from "./openapi.ts";
import { addressKey } from "./rate-limit.ts";
import { render, send } from "./send.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    /** Documentation pages and their files are not rate limited. */
    isDocumentation?: boolean;
  }
}

/** Mounts endpoint values as routes, and answers for the methods that a path does not have. */
export function mount(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  deps: Deps,
  once: Once,
): void {
  for (const one of endpoints) mountEndpoint(app, one, deps, once);
  const paths = Map.groupBy(endpoints, (one) => one.path);
  for (const [path, sharing] of paths) refuseOtherMethods(app, path, sharing);
}

function mountEndpoint(app: FastifyInstance, endpoint: Endpoint, deps: Deps, once: Once): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    schema: routeSchema(endpoint) as FastifySchema,
    ...(endpoint.uploadBytesMax === null ? {} : { bodyLimit: endpoint.uploadBytesMax }),
    handler: async (request, reply) => {
      const repeatable = requestOf(request, endpoint);
      if (repeatable === null) {
        const handled = await handle(request, endpoint, deps);
        return send(request, reply, endpoint, handled, deps);
      }
      const { answer, isReplayed } = await once.answer(repeatable, deps, (within) =>
        keep(request, endpoint, within),
      );
      if (isReplayed) reply.header("idempotent-replayed", "true");
      return reply.code(answer.status).headers(answer.headers).send(answer.body);
    },
  });
}

/** The answer as it can be given again, byte for byte. */
async function keep(request: FastifyRequest, endpoint: Endpoint, deps: Deps): Promise<KeptAnswer> {
  const handled = await handle(request, endpoint, deps);
  if (handled.kind !== "json") throw new Error("only JSON answers can be kept");
  const { headers, body } = render(endpoint, handled, deps);
  return { status: endpoint.status, headers: { ...headers, "cache-control": "no-store" }, body };
}

/** What the endpoint says to a request that was let in and is well formed. */
async function handle(request: FastifyRequest, endpoint: Endpoint, deps: Deps): Promise<Handled> {
  const { access } = endpoint;
  const { params, query, body, caller, headers } = request;
  if (isTeamAccess(access)) {
    // The gate lets nobody without an account come here.
    const account = caller as Caller & { userId: string };
    await checkTeam(deps.db, access, params as Record<string, string>, account);
  }
  return endpoint.handle({
    params,
    query,
    body,
    caller: access === "anyone" ? null : caller,
    from: { address: addressKey(request.ip), headers },
    deps,
  } as unknown as Parameters<Endpoint["handle"]>[0]);
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** A known path with another method is 405 with Allow; OPTIONS says what is allowed. */
function refuseOtherMethods(app: FastifyInstance, path: string, sharing: Endpoint[]): void {
  const has = new Set<string>(sharing.map((one) => one.method));
  const allow = [...has, ...(has.has("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
  const [first] = sharing;
  const config = first === undefined ? {} : { endpoint: { ...first, access: "anyone" as const } };
  const hidden = { hide: true } as FastifySchema;
  app.route({
    method: methods.filter((method) => !has.has(method)),
    url: path,
    config,
    schema: hidden,
    // Before the body is read: what was sent with a wrong method is nobody's business.
    preParsing: async () => {
      throw methodNotAllowed(allow);
    },
    handler: () => undefined,
  });
  app.options(path, { config, schema: hidden }, (_request, reply) =>
    reply.header("allow", allow).code(204).send(),
  );
}
