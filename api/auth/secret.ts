import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** 256 bits from the machine's generator, in characters that pass through URLs, headers and forms as they are. */
export const makeSecret = () => randomBytes(32).toString("base64url");

/**
 * What is stored and looked up instead of a secret of ours. They are random and long: a plain digest cannot
 * be guessed back, and a lookup by it tells nothing through its time.
 */
export const hashSecret = (secret: string) => createHash("sha256").update(secret).digest("hex");

/** Compares digests without telling through time where they differ. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(
    createHash("sha256").update(one).digest(),
    createHash("sha256").update(other).digest(),
  );
}
