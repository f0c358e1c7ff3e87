import { and, asc, eq, lt, or, sql } from "drizzle-orm";
import { markOnce } from "#api/data/once.ts";
import { findOne, first, firstValue, insertNew, pick } from "#api/data/rows.ts";
import type { Db } from "#schemas/database/db.ts";
import { passkey, passkeyChallenge } from "#schemas/tables/accounts/factor.ts";

export type Purpose = (typeof passkeyChallenge.$inferSelect)["purpose"];

const shown = pick(passkey, "id", "name", "isBackedUp", "lastUsedAt", "createdAt");
export type PasskeyRow = Awaited<ReturnType<typeof listPasskeys>>[number];
export type NewPasskey = typeof passkey.$inferInsert;

/** Passkeys of an account, the first one first. */
export const listPasskeys = (db: Db, userId: string) =>
  db
    .select(shown)
    .from(passkey)
    .where(eq(passkey.userId, userId))
    .orderBy(asc(passkey.createdAt), asc(passkey.id));

/** What browsers are told of an account's passkeys. */
export const listDescriptors = (db: Db, userId: string) =>
  db
    .select({ id: passkey.credentialId, transports: passkey.transports })
    .from(passkey)
    .where(eq(passkey.userId, userId))
    .orderBy(asc(passkey.createdAt), asc(passkey.id));

export const findPasskey = (db: Db, userId: string, id: string) =>
  findOne(db, passkey, and(eq(passkey.id, id), eq(passkey.userId, userId)), shown);

/** Null where the authenticator's passkey is registered already. */
export const insertPasskey = (
  db: Db,
  values: typeof passkey.$inferInsert,
): Promise<string | null> => insertNew(db, passkey, values, passkey.credentialId);

export const findByCredential = (db: Db, credentialId: string) =>
  findOne(db, passkey, eq(passkey.credentialId, credentialId), {
    ...pick(passkey, "id", "userId", "publicKey", "counter"),
  });

/** Stores what the authenticator counted. False where another use has counted as much meanwhile. */
export async function countUse(
  db: Db,
  id: string,
  { counter, at }: { counter: number; at: string },
): Promise<boolean> {
  const isNew = or(lt(passkey.counter, counter), sql`${passkey.counter} = 0 and ${counter} = 0`);
  const used = await db
    .update(passkey)
    .set({ counter, lastUsedAt: at })
    .where(and(eq(passkey.id, id), isNew))
    .returning({ id: passkey.id });
  return used.length > 0;
}

export async function renamePasskey(db: Db, userId: string, id: string, name: string) {
  await db
    .update(passkey)
    .set({ name })
    .where(and(eq(passkey.id, id), eq(passkey.userId, userId)));
}

/** The name of the one that is gone; null when there was none. */
export const deletePasskey = (db: Db, userId: string, id: string): Promise<string | null> =>
  firstValue(
    db
      .delete(passkey)
      .where(and(eq(passkey.id, id), eq(passkey.userId, userId)))
      .returning({ name: passkey.name }),
    "name",
  );

export async function deletePasskeys(db: Db, userId: string): Promise<void> {
  await db.delete(passkey).where(eq(passkey.userId, userId));
}

export async function insertChallenge(
  db: Db,
  values: typeof passkeyChallenge.$inferInsert,
): Promise<void> {
  await db.insert(passkeyChallenge).values(values);
}

/** True for the one caller that answers the challenge in time, for whom and what it was made. */
export async function useChallenge(
  db: Db,
  {
    challengeHash,
    purpose,
    userId,
    at,
  }: { challengeHash: string; purpose: Purpose; userId: string | null; at: string },
): Promise<boolean> {
  const where = and(
    eq(passkeyChallenge.challengeHash, challengeHash),
    eq(passkeyChallenge.purpose, purpose),
    sql`${passkeyChallenge.userId} is not distinct from ${userId}::uuid`,
    sql`${passkeyChallenge.expiresAt} > ${at}::timestamptz`,
  );
  return (await first(markOnce(db, passkeyChallenge, "usedAt", { where, at }))) !== null;
}
