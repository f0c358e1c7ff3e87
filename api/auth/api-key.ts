import { randomBytes } from "node:crypto";
import { hashSecret, makeSecret } from "./secret.ts";

const mark = "tenk_";

export interface NewKey {
  /** The whole key. It is shown once and never stored. */
  key: string;
  /** The first part of the key. Users tell their keys apart by it. */
  prefix: string;
  secretHash: string;
}

export function makeApiKey(): NewKey {
  const prefix = mark + randomBytes(4).toString("hex");
  const key = `${prefix}_${makeSecret()}`;
  return { key, prefix, secretHash: hashSecret(key) };
}

/**
 * True for text in the format of our API keys. Such a Bearer credential is looked up as a key, not verified as a JWT.
 */
export const isApiKey = (text: string) => text.startsWith(mark);
