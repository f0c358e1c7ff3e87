import { and, eq, gt, sql } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import { mailedToken, userAccount } from "#schemas/tables/accounts/account.ts";
import { markOnce } from "../../data/once.ts";
import { findOne, firstValue, insertNew, pick } from "../../data/rows.ts";

export type Purpose = "verify-email" | "reset-password";

/** Null when the address is taken. */
export const insertAccount = (
  db: Db,
  values: { email: string; name: string | null; passwordHash: string; createdAt: string },
): Promise<string | null> =>
  insertNew(db, userAccount, { ...values, updatedAt: values.createdAt }, userAccount.email);

const columns = {
  ...pick(userAccount, "id", "email", "name", "isAdmin", "status", "passwordHash"),
  ...pick(userAccount, "emailVerifiedAt"),
};

export type SignInAccount = NonNullable<Awaited<ReturnType<typeof findByEmail>>>;

/** `email` in lower case. Null when nobody has it. */
export const findByEmail = (db: Db, email: string) =>
  findOne(db, userAccount, eq(userAccount.email, email), columns);

/** Null when the account is gone. */
export const findById = (db: Db, userId: string): Promise<SignInAccount | null> =>
  findOne(db, userAccount, eq(userAccount.id, userId), columns);

export async function insertMailedToken(
  db: Db,
  values: { secretHash: string; userId: string; purpose: Purpose; expiresAt: string },
): Promise<void> {
  await db.insert(mailedToken).values(values);
}

/** The account of the token, for the one caller that uses it in time; null for all others. */
export async function useMailedToken(
  db: Db,
  { secretHash, purpose, at }: { secretHash: string; purpose: Purpose; at: string },
): Promise<string | null> {
  const isInTime = gt(mailedToken.expiresAt, at);
  const isMeant = and(eq(mailedToken.secretHash, secretHash), eq(mailedToken.purpose, purpose));
  return firstValue(
    markOnce(db, mailedToken, "usedAt", { where: and(isMeant, isInTime), at }),
    "userId",
  );
}

/** Invalidates the other links that were mailed for the same purpose. */
export async function voidMailedTokens(
  db: Db,
  { userId, purpose, at }: { userId: string; purpose: Purpose; at: string },
): Promise<void> {
  const where = and(eq(mailedToken.userId, userId), eq(mailedToken.purpose, purpose));
  await markOnce(db, mailedToken, "usedAt", { where, at });
}

/** Marks the address as verified; the time of the first proof stays. */
export const markVerified = (db: Db, userId: string, at: string): Promise<string | null> =>
  firstValue(
    db
      .update(userAccount)
      .set({ emailVerifiedAt: sql`coalesce(${userAccount.emailVerifiedAt}, ${at})` })
      .where(eq(userAccount.id, userId))
      .returning({ email: userAccount.email }),
    "email",
  );

export async function setPassword(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db.update(userAccount).set({ passwordHash }).where(eq(userAccount.id, userId));
}
