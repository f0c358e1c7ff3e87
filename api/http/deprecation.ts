import type { FastifyReply, FastifyRequest } from "fastify";

/** Since when a path is deprecated, and from when it may be gone: dates as YYYY-MM-DD. */
export interface Deprecation {
  since: string;
  sunset: string;
}

/** What holds for an alias that does not say it itself. */
export const usualDeprecation: Deprecation = { since: "2026-11-22", sunset: "2028-01-01" };

/** A deprecated path stays for at least twelve months (O-13). Throws for a shorter time. */
export function checkDeprecation({ since, sunset }: Deprecation): void {
  const oldest = new Date(since);
  oldest.setUTCFullYear(oldest.getUTCFullYear() + 1);
  if (!(new Date(sunset) >= oldest)) {
    throw new Error(`the sunset ${sunset} is less than twelve months after ${since}`);
  }
}

/** Deprecation (RFC 9745), Sunset (RFC 8594) and the path to use instead, on every answer of a deprecated path. */
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
