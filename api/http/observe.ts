import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from "fastify";
import type { Registry } from "prom-client";
import { requestHistogram } from "./metrics.ts";

type HookCallback = () => void;

/** An answered request. */
export interface AnsweredRequest {
  requestId: string;
  method: string;
  /** The route's pattern. */
  route: string;
  /** The path for the log, without secrets. */
  path: string;
  status: number;
  ms: number;
  userId: string | undefined;
}

/** Records an answered request. */
export type Observe = (answered: AnsweredRequest) => void;

/**
 * Records the number and duration of requests per route, and logs one line per request where the log is not silent. The
 * query is left out because it may contain secrets.
 */
export function createObserver(metrics: Registry, log: FastifyBaseLogger): Observe {
  const histogram = requestHistogram(metrics);
  const count: Observe = ({ method, route, status, ms }) =>
    histogram.observe({ method, route, status: String(status) }, ms / 1000);
  if (log.level === "silent") return count;
  return (answered) => {
    count(answered);
    const { route: _pattern, ms, userId, ...line } = answered;
    log.info({ ...line, ms: Math.round(ms * 100) / 100, userId }, "request");
  };
}

/** The hook that observes the requests that Fastify answers. */
export const observeReplies =
  (observe: Observe) =>
  (request: FastifyRequest, reply: FastifyReply, done: HookCallback): void => {
    observe(answeredOf(request, reply));
    done();
  };

/** What is recorded of a request that Fastify has answered. */
export const answeredOf = (request: FastifyRequest, reply: FastifyReply): AnsweredRequest => ({
  requestId: request.id,
  method: request.method,
  route: request.routeOptions.url ?? "unknown",
  path: loggedPath(request),
  status: reply.statusCode,
  ms: reply.elapsedTime,
  userId: request.caller?.userId ?? undefined,
});

/**
 * The path for the log: without the query, and with `*` for each secret parameter, because a share link's token grants
 * access.
 */
function loggedPath({ url, routeOptions, params }: FastifyRequest): string {
  const path = url.split("?", 1)[0] ?? "";
  const entries = Object.entries((params ?? {}) as Record<string, string>);
  if (!entries.some(([name]) => name.endsWith("Token"))) return path;
  const values = Object.fromEntries(entries);
  return (routeOptions.url ?? "").replace(/:(\w+)/g, (_, name: string) =>
    name.endsWith("Token") ? "*" : encodeURIComponent(values[name] ?? ""),
  );
}
