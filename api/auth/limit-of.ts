import type { Caller } from "./caller.ts";

/**
 * The credential's own quota, which applies in addition to its account's. For an API key it is `rateLimit`: requests a
 * minute, reads and writes together (O-10). Null for other credentials.
 */
export function limitOf({ credential }: Caller): { key: string; perMinute: number } | null {
  if (credential.kind !== "apiKey") return null;
  return { key: credential.keyId, perMinute: credential.rateLimit };
}
