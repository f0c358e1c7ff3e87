import type { FastifyReply, FastifyRequest } from "fastify";

const allowedHeaders =
  "Authorization, X-API-Key, Content-Type, Idempotency-Key, If-Match, If-None-Match";
const exposedHeaders =
  "ETag, Location, X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, Idempotent-Replayed, " +
  "Idempotent-Replay-Omits, Credential-Ignored, Unknown-Parameters, Unknown-Members, Limit-Reduced, Deprecation, Sunset, Link";

const hint = "cors-hint";
/** What the developer of a page finds in the answer to its preflight. The origin itself is not repeated. */
const cors = {
  off: "Pages of other origins may not read answers. The operator allows them by the setting CORS_ORIGINS",
  other: "The setting CORS_ORIGINS does not name the origin of this page",
};

const isPreflight = ({ method, headers }: FastifyRequest) =>
  method === "OPTIONS" &&
  headers.origin !== undefined &&
  headers["access-control-request-method"] !== undefined;

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
  const { origin } = request.headers;
  if (origins.size === 0) {
    if (isPreflight(request)) reply.header(hint, cors.off);
    return false;
  }
  const isAny = origins.has("*");
  // The answer depends on the Origin header, so shared caches must keep one entry per origin.
  if (!isAny) reply.header("vary", "Origin");
  if (origin === undefined || !(isAny || origins.has(origin))) {
    if (isPreflight(request)) reply.header(hint, cors.other);
    return false;
  }
  reply.header("access-control-allow-origin", isAny ? "*" : origin);
  reply.header("access-control-expose-headers", exposedHeaders);
  if (!isPreflight(request)) return false;
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
