import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Registry } from "prom-client";
import { requestHistogram } from "./metrics.ts";

type Done = () => void;

/** Counts and times each request by its route. */
export function measure(metrics: Registry) {
  const histogram = requestHistogram(metrics);
  return (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? "unknown",
      status: String(reply.statusCode),
    };
    histogram.observe(labels, reply.elapsedTime / 1000);
    done();
  };
}

/** One line per request. The query is left out: people put secrets there. */
export function logAccess(app: FastifyInstance, log: FastifyBaseLogger): void {
  app.addHook("onResponse", (request, reply, done) => {
    log.info(
      {
        requestId: request.id,
        method: request.method,
        path: request.url.split("?", 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 100) / 100,
        userId: request.caller?.userId ?? undefined,
      },
      "request",
    );
    done();
  });
}
