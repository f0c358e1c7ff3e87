import { createHash } from "node:crypto";
import canonicalize from "canonicalize";

/** A version of something published, bound to the one before it: neither can be changed unseen. */
export interface Link<Content = unknown> {
  /** From 1, without gaps. */
  version: number;
  content: Content;
  /** SHA-256 in hexadecimal over the content and the hash before it. */
  hash: string;
  /** Null for the first version. */
  previousHash: string | null;
}

/** One text for one value, whatever the order of its keys (RFC 8785). Throws for what JSON cannot say (NaN, BigInt). */
export function canonicalJson(value: unknown): string {
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

/** The version that follows `last` (null: the first one). Insert it under a unique key of chain and version. */
export function nextLink<Content>(
  content: Content,
  last: Pick<Link, "version" | "hash"> | null,
): Link<Content> {
  const link = { version: (last?.version ?? 0) + 1, content, previousHash: last?.hash ?? null };
  return { ...link, hash: hashOf(link) };
}

/**
 * The version at which a chain (all versions in order) is broken: content or hash was changed, or a version is
 * missing before it. Null for a whole chain. A chain cut at its end looks whole: compare its length, too.
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
