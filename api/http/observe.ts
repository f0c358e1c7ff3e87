import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Registry } from "prom-client";
import { requestHistogram } from "./metrics.ts";

type HookCallback = () => void;

/** Records the number and duration of requests per route. */
export function measure(metrics: Registry) {
  const histogram = requestHistogram(metrics);
  return (request: FastifyRequest, reply: FastifyReply, done: HookCallback): void => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? "unknown",
      status: String(reply.statusCode),
    };
    histogram.observe(labels, reply.elapsedTime / 1000);
    done();
  };
}

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

/** Logs one line per request. The query is left out because it may contain secrets. */
export function logAccess(app: FastifyInstance, log: FastifyBaseLogger): void {
  app.addHook("onResponse", (request, reply, done) => {
    log.info(
      {
        requestId: request.id,
        method: request.method,
        path: loggedPath(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 100) / 100,
        userId: request.caller?.userId ?? undefined,
      },
      "request",
    );
    done();
  });
}
