import type { IncomingHttpHeaders } from "node:http";
import { isbot } from "isbot";
import type { ViewOutcome } from "./schemas.ts";

interface ViewRequest {
  isPreview: boolean;
  selfOrManager: boolean;
  isBlocked: boolean;
  headers: IncomingHttpHeaders;
}

/** Why a view does not count, or null. It is decided before anything is stored. Pure. */
export function exclusionOf(seen: ViewRequest): ViewOutcome["exclusionReason"] | null {
  if (seen.isPreview) return "preview";
  if (seen.selfOrManager) return "self_or_manager";
  if (seen.isBlocked) return "active_block";
  return isNonExternal(seen.headers) ? "non_external" : null;
}

const purposeHeaders = ["sec-purpose", "purpose", "x-purpose", "x-moz"] as const;

/** A program that names itself as one, or a browser that loads a page ahead of its reader. */
function isNonExternal(headers: IncomingHttpHeaders): boolean {
  const purposes = purposeHeaders.map((name) => String(headers[name] ?? ""));
  return (
    purposes.some((purpose) => /prefetch|prerender|preview/i.test(purpose)) ||
    isbot(headers["user-agent"])
  );
}
