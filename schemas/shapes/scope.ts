import { z } from "zod";

/** What a credential may do: the resource is named, or all of them are (O-02). */
export const scopes = [
  "read",
  "write",
  "admin",
  "reports:read",
  "reports:write",
  "entities:read",
  "entities:write",
  "hiring:read",
  "hiring:write",
  "filings:read",
  "filings:write",
  "billing:read",
] as const;

export type Scope = (typeof scopes)[number];

export const scope = z.enum(scopes);

/** What each scope includes beside itself: writing includes reading, a scope without resource includes each resource. */
const included: Record<Scope, (wanted: Scope) => boolean> = {
  admin: () => true,
  write: (wanted) => wanted !== "admin",
  read: (wanted) => wanted.endsWith("read"),
  "reports:read": () => false,
  "reports:write": (wanted) => wanted === "reports:read",
  "entities:read": () => false,
  "entities:write": (wanted) => wanted === "entities:read",
  "hiring:read": () => false,
  "hiring:write": (wanted) => wanted === "hiring:read",
  "filings:read": () => false,
  "filings:write": (wanted) => wanted === "filings:read",
  "billing:read": () => false,
};

/** True when one of the held scopes allows what is wanted. */
export function covers(held: readonly Scope[], wanted: Scope): boolean {
  return held.some((one) => one === wanted || included[one](wanted));
}

/** True when everything wanted is allowed. */
export const coversAll = (held: readonly Scope[], wanted: readonly Scope[]) =>
  wanted.every((one) => covers(held, one));

/** Scopes separated by single spaces (RFC 6749 3.3), each once. Null when a word is no scope or there is none. */
export function parseScopes(text: string): Scope[] | null {
  const parsed = z.array(scope).min(1).safeParse(text.split(" "));
  return parsed.success ? [...new Set(parsed.data)] : null;
}
