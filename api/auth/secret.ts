import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** 256 random bits as base64url, which needs no escaping in URLs, headers and forms. */
export const makeSecret = () => randomBytes(32).toString("base64url");

/**
 * The digest that is stored and looked up instead of a secret. Our secrets are long and random, so a plain SHA-256
 * cannot be reversed by guessing, and the time of a look-up reveals nothing.
 */
export const hashSecret = (secret: string) => createHash("sha256").update(secret).digest("hex");

/** Compares two secrets in constant time. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(
    createHash("sha256").update(one).digest(),
    createHash("sha256").update(other).digest(),
  );
}
