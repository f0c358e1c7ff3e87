import type { FastifyReply, FastifyRequest } from "fastify";

const allowedHeaders =
  "Authorization, X-API-Key, Content-Type, Idempotency-Key, If-Match, If-None-Match";
const exposedHeaders =
  "ETag, Location, X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, Idempotent-Replayed, " +
  "Idempotent-Replay-Omits, Credential-Ignored, Unknown-Parameters, Deprecation, Sunset, Link";

/**
 * Lets pages of the configured origins read answers; of any origin when `*` is configured, of none by default.
 * Never with cookies: a page must bring a credential of its own. True when the request was a preflight question
 * and has been answered.
 */
export function answerCors(
  request: FastifyRequest,
  reply: FastifyReply,
  origins: ReadonlySet<string>,
): boolean {
  if (origins.size === 0) return false;
  const { origin } = request.headers;
  const isAny = origins.has("*");
  // Which origin asks decides the answer: a shared cache must keep them apart.
  if (!isAny) reply.header("vary", "Origin");
  if (origin === undefined || !(isAny || origins.has(origin))) return false;
  reply.header("access-control-allow-origin", isAny ? "*" : origin);
  reply.header("access-control-expose-headers", exposedHeaders);
  const asked = request.headers["access-control-request-method"];
  if (request.method !== "OPTIONS" || asked === undefined) return false;
  reply
    .code(204)
    .headers({
      "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
      "access-control-allow-headers": allowedHeaders,
      "access-control-max-age": "600",
    })
    .send();
  return true;
}
