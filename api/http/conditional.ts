/** True when If-None-Match names this ETag: a list, weak comparison, or `*` (RFC 9110 13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const wanted = opaque(etag);
  if (ifNoneMatch.length > 4096) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((one) => opaque(one.trim()) === wanted);
}

/**
 * The versions that If-Match names; null when any will do. A tag that is no version of ours matches none:
 * the list is then empty. If-Match compares strongly, so a weak tag names nothing (RFC 9110 13.1.1).
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

/** For answers about a row with versions: the version is the strong ETag. */
export const versioned = { etag: ({ version }: { version: number }) => versionTag(version) };

// The compressed form of a document has its own strong tag; either of the two says the same content.
const opaque = (etag: string) => etag.replace(/^W\//, "").replace(/-gzip"$/, '"');

/** The strong ETag of the gzip form of a document. */
export const gzipEtag = (etag: string) => `${etag.slice(0, -1)}-gzip"`;

/** True when the client takes gzip: q=0 refuses it, `*` includes it. */
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
