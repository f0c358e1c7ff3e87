import { createHmac, randomBytes } from "node:crypto";
import type { Db } from "#schemas/database/db.ts";
import { findSetting, insertSettingOnce } from "./queries.ts";
import { isSameSecret } from "./secret.ts";

const settingKey = "address-signing-key";

/** Signs a text (HMAC-SHA-256) with a key of this installation. It proves that this service made a link. */
export async function sign(db: Db, text: string): Promise<string> {
  const key =
    (await findSetting(db, settingKey)) ??
    (await insertSettingOnce(db, settingKey, randomBytes(32).toString("base64url")));
  return createHmac("sha256", key).update(text).digest("base64url");
}

export const isSignatureOf = async (db: Db, text: string, given: string) =>
  isSameSecret(given, await sign(db, text));
