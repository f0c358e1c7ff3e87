import type { Db } from "#schemas/database/db.ts";
import { isSignatureOf, sign } from "../../auth/signature.ts";

/** Lifetime of a signed address in seconds. */
const signedSeconds = 300;

/** What an address with a signature carries in its query. */
export interface AddressSignature {
  /** Seconds since 1970. */
  expires: string;
  signature: string;
}

const textOf = (subject: string, expires: string) => `${subject}\n${expires}`;

/** Signs what an address names until five minutes from now. */
export async function signAddress(db: Db, subject: string, now: Date): Promise<AddressSignature> {
  const expires = String(Math.floor(now.getTime() / 1000) + signedSeconds);
  return { expires, signature: await sign(db, textOf(subject, expires)) };
}

/** True for a signature of this subject that has not ended. */
export async function isSigned(
  db: Db,
  subject: string,
  { expires, signature }: Partial<AddressSignature>,
  now: Date,
): Promise<boolean> {
  if (expires === undefined || signature === undefined) return false;
  if (!(await isSignatureOf(db, textOf(subject, expires), signature))) return false;
  return Number(expires) * 1000 > now.getTime();
}
