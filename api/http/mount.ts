import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from "fastify";
import { type Answer, andThen } from "../and-then.ts";
import { isRule } from "../auth/access.ts";
import { checkRule, type RuleResult } from "../auth/rules.ts";
import type { Deps } from "../deps.ts";
import type { Units } from "../unit-of-work.ts";
import { routeSchema } from "./description/openapi.ts";
import type { Endpoint } from "./endpoint.ts";
import { ApiError, methodNotAllowed } from "./errors.ts";
import type { Learn } from "./fast-path.ts";
import { addressKey } from "./limits/rate-limit.ts";
import type { HandlerAnswer } from "./requests/handled.ts";
import { type KeptAnswer, type Once, type Repeatable, requestOf } from "./requests/idempotency.ts";
import { spoolBody } from "./requests/spool-body.ts";
import { render, send } from "./responses/send.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    /** Documentation pages and their files are not rate limited. */
    isDocumentation?: boolean;
  }
}

/** Mounts endpoints as routes, and answers 405 for the other methods of their paths. */
export function mount(app: FastifyInstance, endpoints: readonly Endpoint[], kernel: Kernel): void {
  for (const one of endpoints) mountEndpoint(app, one, kernel);
  const paths = Map.groupBy(endpoints, (one) => one.path);
  for (const [path, sharing] of paths) refuseOtherMethods(app, path, sharing, kernel.units.root);
}

/** What all endpoints share. */
interface Kernel {
  units: Units<Deps>;
  once: Once;
  learn: Learn;
}

function mountEndpoint(
  app: FastifyInstance,
  endpoint: Endpoint,
  { units, once, learn }: Kernel,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    schema: routeSchema(endpoint) as FastifySchema,
    ...hideWhileOff(endpoint, units.root),
    ...largeBody(endpoint),
    handler: (request, reply) => {
      const repeatable = requestOf(request, endpoint);
      if (repeatable !== null) {
        return sendOnce(request, reply, repeatable, { endpoint, units, once });
      }
      const sent = andThen(answer(request, endpoint, units), (handled) => {
        if (handled.kind === "bytes") learn(request, reply, handled.bytes);
        return send(request, reply, endpoint, handled, units.root);
      });
      // Fastify waits for a promise, and for nothing where the answer is sent already.
      return sent instanceof Promise ? sent : undefined;
    },
  });
}

/** Answers a request with an Idempotency-Key: it is done once, and a repeat gets the stored answer. */
async function sendOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  repeatable: Repeatable,
  { endpoint, units, once }: { endpoint: Endpoint; units: Units<Deps>; once: Once },
): Promise<FastifyReply> {
  if (repeatable.isAtomic) await warm(request, endpoint, units.root);
  const { answer: kept, isReplayed } = await units.request((deps) =>
    once.answer(repeatable, deps, {
      do: (within) => keep(request, endpoint, within),
      readmit: (within) => readmit(request, endpoint, within),
    }),
  );
  if (isReplayed) reply.header("idempotent-replayed", "true");
  if (isReplayed && endpoint.secrets.length > 0) {
    reply.header("idempotent-replay-omits", endpoint.secrets.join(", "));
  }
  return reply.code(kept.status).headers(kept.headers).send(kept.body);
}

/** Reads what the endpoint names into memory while no transaction holds a connection. */
async function warm(request: FastifyRequest, endpoint: Endpoint, deps: Deps): Promise<void> {
  if (endpoint.warm === null) return;
  try {
    await endpoint.warm(await admitted(request, endpoint, deps));
  } catch {
    // The handler meets the same error, or the repeat gets its stored answer.
  }
}

const largeBody = ({ uploadBytesMax }: Endpoint) =>
  uploadBytesMax === null ? {} : { bodyLimit: uploadBytesMax, ...spoolBody(uploadBytesMax) };

/** A GET does not open a unit of work, so serving one from memory costs nothing extra. */
function answer(
  request: FastifyRequest,
  endpoint: Endpoint,
  units: Units<Deps>,
): Answer<HandlerAnswer> {
  if (endpoint.method === "GET") return handle(request, endpoint, units.root);
  return units.request((deps) => handle(request, endpoint, deps));
}

/** Runs the handler and returns the answer in the form that is stored and replayed byte for byte. */
async function keep(request: FastifyRequest, endpoint: Endpoint, deps: Deps): Promise<KeptAnswer> {
  const handled = await handle(request, endpoint, deps);
  if (handled.kind !== "json") throw new Error("only JSON answers can be kept");
  const { headers, body } = render(endpoint, handled, deps);
  return { status: endpoint.status, headers: { ...headers, "cache-control": "no-store" }, body };
}

/** Runs the handler of a validated request after checking access. */
const handle = (request: FastifyRequest, endpoint: Endpoint, deps: Deps): Answer<HandlerAnswer> =>
  andThen(admitted(request, endpoint, deps), (input) => endpoint.handle(input));

/** Throws when the caller may no longer make the request. */
async function readmit(request: FastifyRequest, endpoint: Endpoint, deps: Deps): Promise<void> {
  const input = await admitted(request, endpoint, deps);
  await endpoint.readmit?.(input);
}

type Input = Parameters<Endpoint["handle"]>[0];

/** Checks access and returns the handler's input. */
function admitted(request: FastifyRequest, { access }: Endpoint, deps: Deps): Answer<Input> {
  const { params, query, body, caller, headers } = request;
  const inputOf = ({ subject, standing }: Partial<RuleResult>) =>
    ({
      subject,
      standing,
      params,
      query,
      body,
      caller: access === "anyone" ? null : caller,
      viewer: caller,
      from: { address: addressKey(request.ip), headers },
      deps,
    }) as unknown as Input;
  if (!isRule(access)) return inputOf({});
  return checkRule(deps.db, access, params as Record<string, string>, caller).then(inputOf);
}

/**
 * Answers 404 on every method of the path while the flag is off for the caller (DIR-62). Calls back at once where the
 * flags are in memory: a cached read must not wait for a turn of the event loop.
 */
const hideWhileOff = ({ flag }: Endpoint, deps: Deps) =>
  flag === null
    ? {}
    : {
        onRequest: ({ caller }: FastifyRequest, _reply: FastifyReply, done: HookCallback) => {
          const judge = (isOn: boolean) =>
            done(isOn ? undefined : new ApiError(404, "NOT_FOUND", "This capability is disabled"));
          const isOn = deps.flags.isOn(deps.db, flag, caller?.userId ?? null);
          if (isOn instanceof Promise) isOn.then(judge, done);
          else judge(isOn);
        },
      };

type HookCallback = (error?: Error) => void;

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Answers 405 with Allow for a known path with another method. OPTIONS lists the allowed methods. */
function refuseOtherMethods(
  app: FastifyInstance,
  path: string,
  sharing: Endpoint[],
  deps: Deps,
): void {
  const has = new Set<string>(sharing.map((one) => one.method));
  const allow = [...has, ...(has.has("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
  const [first] = sharing;
  const config = first === undefined ? {} : { endpoint: { ...first, access: "anyone" as const } };
  const isHidden = first !== undefined && sharing.every(({ flag }) => flag !== null);
  app.route({
    ...(isHidden ? hideWhileOff(first, deps) : {}),
    method: [...methods.filter((method) => !has.has(method)), "OPTIONS"],
    url: path,
    config,
    schema: { hide: true } as FastifySchema,
    // Refused before the body is parsed: its content does not matter.
    preParsing: async ({ method }) => {
      if (method !== "OPTIONS") throw methodNotAllowed(allow);
    },
    handler: (_request, reply) => reply.header("allow", allow).code(204).send(),
  });
}
