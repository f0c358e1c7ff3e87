import { createHash } from "node:crypto";
import canonicalize from "canonicalize";

/** A published version, linked to the version before it by its hash. A later change of either is detectable. */
export interface Link<Content = unknown> {
  /** Starts at 1, without gaps. */
  version: number;
  content: Content;
  /** SHA-256 in hexadecimal over the content and the hash before it. */
  hash: string;
  /** Null for the first version. */
  previousHash: string | null;
}

/**
 * Canonical JSON (RFC 8785): the same text for equal values, whatever the order of keys. Throws for what JSON cannot
 * represent (NaN, BigInt).
 */
function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("undefined has no JSON");
  return text;
}

/** SHA-256 in hexadecimal over the canonical JSON of a value. */
export const digestOf = (value: unknown): string =>
  createHash("sha256").update(canonicalJson(value)).digest("hex");

function hashOf({ content, previousHash, version }: Omit<Link, "hash">): string {
  if (content === undefined) throw new TypeError("a version has content");
  return digestOf({ content, previousHash, version });
}

/** Makes the version after `last` (null: the first one). Insert it under a unique key of chain and version. */
export function nextLink<Content>(
  content: Content,
  last: Pick<Link, "version" | "hash"> | null,
): Link<Content> {
  const link = { version: (last?.version ?? 0) + 1, content, previousHash: last?.hash ?? null };
  return { ...link, hash: hashOf(link) };
}

/**
 * Checks a chain (all versions in order) and returns the first broken version: its content or hash was changed, or a
 * version before it is missing. Null for an intact chain. A chain whose last versions are missing looks intact, so
 * compare its length, too.
 */
export function findBreak(chain: readonly Link[]): number | null {
  let last: Link | null = null;
  for (const link of chain) {
    const isNext =
      link.version === (last?.version ?? 0) + 1 && link.previousHash === (last?.hash ?? null);
    if (!isNext || link.hash !== hashOf(link)) return link.version;
    last = link;
  }
  return null;
}
