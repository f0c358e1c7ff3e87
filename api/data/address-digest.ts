import { createHash } from "node:crypto";

/** SHA-256 of a mail address in lower case, in hexadecimal: names it where the address itself is not kept. */
export const addressDigest = (address: string) =>
  createHash("sha256").update(address.trim().toLowerCase()).digest("hex");
