import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * Says in a header that a list gives fewer rows than `limit` asked for: more than the greatest counts as the greatest
 * (CNV-25).
 */
export function tellReducedLimit(
  request: FastifyRequest,
  reply: FastifyReply,
  done: () => void,
): void {
  const { limit } = request.query as { limit?: unknown };
  if (typeof limit === "number") {
    const asked = /[?&]limit=(\d{1,15})(?:&|$)/.exec(request.raw.url ?? "")?.[1];
    if (asked !== undefined && Number(asked) > limit) reply.header("limit-reduced", String(limit));
  }
  done();
}
