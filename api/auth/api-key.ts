import { randomBytes } from "node:crypto";
import { hashSecret, makeSecret } from "./secret.ts";

const mark = "tenk_";

export interface NewKey {
  /** The whole key: shown once, never stored. */
  key: string;
  /** Its leading part, for telling keys apart. */
  prefix: string;
  secretHash: string;
}

export function makeApiKey(): NewKey {
  const prefix = mark + randomBytes(4).toString("hex");
  const key = `${prefix}_${makeSecret()}`;
  return { key, prefix, secretHash: hashSecret(key) };
}

/** True for text that looks like a key of ours: as a Bearer credential it is looked up, not verified as a JWT. */
export const isApiKey = (text: string) => text.startsWith(mark);
