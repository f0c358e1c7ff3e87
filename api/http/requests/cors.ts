import type { FastifyReply, FastifyRequest } from "fastify";

const allowedHeaders =
  "Authorization, X-API-Key, Content-Type, Idempotency-Key, If-Match, If-None-Match";
const exposedHeaders =
  "ETag, Location, X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, Idempotent-Replayed, " +
  "Idempotent-Replay-Omits, Credential-Ignored, Unknown-Parameters, Deprecation, Sunset, Link";

/**
 * Sends the CORS headers: pages of the configured origins may read answers, of any origin for `*`, of none by default.
 * Cookies are never allowed, so a page must send its own credential. Returns true when the request was a preflight and
 * is answered.
 */
export function answerCors(
  request: FastifyRequest,
  reply: FastifyReply,
  origins: ReadonlySet<string>,
): boolean {
  if (origins.size === 0) return false;
  const { origin } = request.headers;
  const isAny = origins.has("*");
  // The answer depends on the Origin header, so shared caches must keep one entry per origin.
  if (!isAny) reply.header("vary", "Origin");
  if (origin === undefined || !(isAny || origins.has(origin))) return false;
  reply.header("access-control-allow-origin", isAny ? "*" : origin);
  reply.header("access-control-expose-headers", exposedHeaders);
  const method = request.headers["access-control-request-method"];
  if (request.method !== "OPTIONS" || method === undefined) return false;
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
