import type { IncomingHttpHeaders } from "node:http";
import type { StoredBytes } from "./handled.ts";

/** True when If-None-Match matches this ETag: a list, by weak comparison, or `*` (RFC 9110 13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaqueTag = opaque(etag);
  if (ifNoneMatch.length > 4096) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((one) => opaque(one.trim()) === opaqueTag);
}

/**
 * The versions that If-Match names. Null means that any version matches; an empty list means that none does. If-Match
 * compares strongly, so a weak tag matches no version (RFC 9110 13.1.1).
 */
export function wantedVersions(ifMatch: string | undefined): number[] | null {
  if (ifMatch === undefined || ifMatch.trim() === "*") return null;
  return ifMatch
    .slice(0, 4096)
    .split(",")
    .map((one) => /^"(\d{1,9})"$/.exec(one.trim())?.[1])
    .filter((version) => version !== undefined)
    .map(Number);
}

/** The strong ETag of a version. */
export const versionTag = (version: number) => `"${version}"`;

/** For answers about a row with versions: the strong ETag is the version. */
export const versioned = { etag: ({ version }: { version: number }) => versionTag(version) };

// The gzip form of a document has its own strong tag. If-None-Match accepts either of the two.
const opaque = (etag: string) => etag.replace(/^W\//, "").replace(/-gzip"$/, '"');

/** The form of finished bytes that a request gets. */
export interface ChosenForm {
  /** With its quotes. */
  etag: string;
  /** The compressed bytes; null where the plain ones are sent. */
  packed: Buffer | null;
  /** True when the client has this form already. */
  isUnchanged: boolean;
}

/** Chooses the form of finished bytes by Accept-Encoding, and compares its ETag with If-None-Match. */
export function formOf(
  { gzip, etag: plainEtag }: Pick<StoredBytes, "gzip" | "etag">,
  headers: IncomingHttpHeaders,
): ChosenForm {
  const packed = gzip !== null && acceptsGzip(headers["accept-encoding"]) ? gzip : null;
  const etag = packed === null ? plainEtag : gzipEtag(plainEtag);
  return { etag, packed, isUnchanged: matchesEtag(headers["if-none-match"], etag) };
}

/** The strong ETag of the gzip form of a document. */
const gzipEtag = (etag: string) => `${etag.slice(0, -1)}-gzip"`;

/** True when the client accepts gzip. `q=0` refuses it; `*` includes it. */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  if (acceptEncoding === undefined) return false;
  let any = false;
  for (const one of acceptEncoding.split(",")) {
    const [name = "", ...parameters] = one.split(";").map((part) => part.trim().toLowerCase());
    const isRefused = parameters.some((text) => /^q=0(\.0*)?$/.test(text));
    if (name === "gzip" || name === "x-gzip") return !isRefused;
    if (name === "*") any = !isRefused;
  }
  return any;
}
