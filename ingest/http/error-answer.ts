import type { DocumentKind } from "./kinds.ts";

/** What an answer other than 200 and 304 means for the resource and for its host. */
export type ErrorMeaning = "rate_limited" | "absent" | "failing" | "unwelcome" | "refused";

/**
 * Reads an error answer as EDGAR means it. A 403 is a hold only when it is the rate page; the file
 * store's AccessDenied says that nothing is there; a page of the current feed past its end is a 503
 * with the "File Unavailable" page. "unwelcome" is a 403 of another kind (undeclared user agent).
 */
export function readErrorAnswer(status: number, page: string, kind: DocumentKind): ErrorMeaning {
  if (status === 429 || isRatePage(page)) return "rate_limited";
  if (status === 404 || status === 410) return "absent";
  if (status === 403) return isAccessDenied(page) ? "absent" : "unwelcome";
  if (status === 503 && kind === "feed" && page.includes("File Unavailable")) return "absent";
  return status >= 500 ? "failing" : "refused";
}

export function isRatePage(page: string): boolean {
  return /Request Rate Threshold Exceeded|Exceeded the SEC.{1,8}s Traffic Limit/.test(page);
}

function isAccessDenied(page: string): boolean {
  return /^\s*(<\?xml[^>]*>\s*)?<Error>\s*<Code>AccessDenied<\/Code>/.test(page);
}

const dayMs = 86_400_000;

/**
 * Milliseconds that a Retry-After header asks for: seconds or a date, at most a day.
 * Null when there is none or it makes no sense.
 */
export function parseRetryAfter(header: string | null, now: Date): number | null {
  const text = header?.trim() ?? "";
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, dayMs);
  // Only the forms of HTTP dates, all of which begin with a weekday: Date.parse takes nearly anything.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.min(Math.max(at - now.getTime(), 0), dayMs);
}
