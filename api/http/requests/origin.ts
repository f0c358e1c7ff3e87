import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";
import { forbidden } from "../errors.ts";

/**
 * Throws 403 for a request of a web page whose origin is neither this service nor allowed by CORS_ORIGINS. A page can
 * let its own name lead to this machine (DNS rebinding), so the Host header alone proves nothing. Programs send no
 * Origin.
 */
export function refuseForeignOrigin(
  { origin, host }: IncomingHttpHeaders,
  { allowed, publicUrl }: { allowed: ReadonlySet<string>; publicUrl: string },
): void {
  if (origin === undefined || allowed.has("*") || allowed.has(origin)) return;
  const url = URL.parse(origin);
  const isOrigin = url !== null && url.origin === origin;
  if (isOrigin && (url.origin === new URL(publicUrl).origin || isOwnAddress(url, host))) return;
  throw forbidden("The origin of the page is not allowed; the operator sets CORS_ORIGINS");
}

/** True where the page comes from the address that was called: an IP address or localhost, which DNS cannot change. */
function isOwnAddress(url: URL, host: string | undefined): boolean {
  const name = url.hostname.replace(/^\[|\]$/g, "");
  return url.host === host?.toLowerCase() && (name === "localhost" || isIP(name) !== 0);
}
