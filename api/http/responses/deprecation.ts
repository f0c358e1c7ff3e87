import type { FastifyReply, FastifyRequest } from "fastify";

/** When a path was deprecated and from when it may be removed: dates as YYYY-MM-DD. */
export interface Deprecation {
  since: string;
  sunset: string;
}

/** Dates for an alias that does not set its own. */
export const usualDeprecation: Deprecation = { since: "2026-11-22", sunset: "2028-01-01" };

/** Checks that a deprecated path stays for at least twelve months (O-13). Throws for a shorter time. */
export function checkDeprecation({ since, sunset }: Deprecation): void {
  const oldest = new Date(since);
  oldest.setUTCFullYear(oldest.getUTCFullYear() + 1);
  if (!(new Date(sunset) >= oldest)) {
    throw new Error(`the sunset ${sunset} is less than twelve months after ${since}`);
  }
}

/** Sets Deprecation (RFC 9745), Sunset (RFC 8594) and a Link to the successor on every answer of a deprecated path. */
export function tellDeprecation(request: FastifyRequest, reply: FastifyReply): void {
  const deprecated = request.routeOptions.config.endpoint?.deprecated;
  if (deprecated == null) return;
  const { since, sunset, successor } = deprecated;
  const params = request.params as Record<string, string>;
  const path = successor.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ""));
  reply.header("deprecation", `@${Date.parse(since) / 1000}`);
  reply.header("sunset", new Date(sunset).toUTCString());
  reply.header("link", `<${path}>; rel="successor-version"`);
}
