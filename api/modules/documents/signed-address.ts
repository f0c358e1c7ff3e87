import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Db } from "#schemas/db.ts";
import { findSetting, insertSettingOnce } from "../../auth/queries.ts";

/** How long a signed address opens what it names, in seconds. */
export const signedSeconds = 300;

/** What an address with a signature carries in its query. */
export interface Signed {
  /** Seconds since 1970. */
  expires: string;
  signature: string;
}

/** Signs what an address names until five minutes from now (HMAC-SHA-256, with a key of this installation). */
export async function signAddress(db: Db, subject: string, now: Date): Promise<Signed> {
  const expires = String(Math.floor(now.getTime() / 1000) + signedSeconds);
  return { expires, signature: await sign(db, subject, expires) };
}

/** True for a signature of this subject that has not ended. */
export async function isSigned(
  db: Db,
  subject: string,
  { expires, signature }: Partial<Signed>,
  now: Date,
): Promise<boolean> {
  if (expires === undefined || signature === undefined) return false;
  const expected = Buffer.from(await sign(db, subject, expires));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  return Number(expires) * 1000 > now.getTime();
}

const settingKey = "address-signing-key";

async function sign(db: Db, subject: string, expires: string): Promise<string> {
  const key =
    (await findSetting(db, settingKey)) ??
    (await insertSettingOnce(db, settingKey, randomBytes(32).toString("base64url")));
  return createHmac("sha256", key).update(`${subject}\n${expires}`).digest("base64url");
}
