import { z } from "zod";

/** What a credential may do, on one resource or on all of them (O-02). */
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

/** The scopes that each one includes: writing includes reading, one without a resource includes every resource. */
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

/** True when one of the held scopes covers the required one. */
export function covers(held: readonly Scope[], wanted: Scope): boolean {
  return held.some((one) => one === wanted || included[one](wanted));
}

/** True when every required scope is covered. */
export const coversAll = (held: readonly Scope[], wanted: readonly Scope[]) =>
  wanted.every((one) => covers(held, one));

/** Reads scopes separated by single spaces (RFC 6749 3.3). Null when a word is not a scope, or there are none. */
export function parseScopes(text: string): Scope[] | null {
  const parsed = z.array(scope).min(1).safeParse(text.split(" "));
  return parsed.success ? [...new Set(parsed.data)] : null;
}
