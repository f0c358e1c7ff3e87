import { createHash } from "node:crypto";

/**
 * SHA-256 of an email address in lower case, in hexadecimal. It identifies the address where the address itself is not
 * stored.
 * @example addressDigest("Ann@Example.com") === addressDigest("ann@example.com") // true
 */
export const addressDigest = (address: string) =>
  createHash("sha256").update(address.trim().toLowerCase()).digest("hex");
