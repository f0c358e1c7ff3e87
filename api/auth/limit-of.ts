import type { Caller } from "./caller.ts";

/**
 * The quota of a credential's own, beside that of its account: an API key's `rateLimit`, in requests a
 * minute, reads and writes together (O-10). Null for credentials without one.
 */
export function limitOf({ credential }: Caller): { key: string; perMinute: number } | null {
  if (credential.kind !== "apiKey") return null;
  return { key: credential.keyId, perMinute: credential.rateLimit };
}
