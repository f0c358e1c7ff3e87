import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { pendingSignIn, recoveryCode, totpFactor } from "#schemas/tables/accounts/factor.ts";
import { markOnce } from "../../data/once.ts";
import { findOne, findValue, firstValue, pick } from "../../data/rows.ts";

/** The account's address, with every other change of its factors held back until the transaction ends. */
export const lockAccount = (tx: Db, userId: string): Promise<string | null> =>
  firstValue(
    tx
      .select({ email: userAccount.email })
      .from(userAccount)
      .where(eq(userAccount.id, userId))
      .for("update"),
    "email",
  );

export const findEmail = (db: Db, userId: string): Promise<string | null> =>
  findValue(db, userAccount, "email", eq(userAccount.id, userId));

/** The account with this address (in lower case), locked in the same way. */
export const lockByEmail = (tx: Db, email: string): Promise<string | null> =>
  firstValue(
    tx
      .select({ id: userAccount.id })
      .from(userAccount)
      .where(eq(userAccount.email, email))
      .for("update"),
    "id",
  );

export const findTotp = (db: Db, userId: string) =>
  findOne(db, totpFactor, eq(totpFactor.userId, userId), {
    ...pick(totpFactor, "secret", "lastStep", "confirmedAt"),
  });

/** Stores a secret that is not confirmed yet, in the place of one before. False when a confirmed one is there. */
export async function storeTotp(
  db: Db,
  values: { userId: string; secret: string; createdAt: string },
) {
  const stored = await db
    .insert(totpFactor)
    .values(values)
    .onConflictDoUpdate({
      target: totpFactor.userId,
      set: { secret: values.secret, createdAt: values.createdAt, lastStep: null },
      setWhere: isNull(totpFactor.confirmedAt),
    })
    .returning({ userId: totpFactor.userId });
  return stored.length > 0;
}

export async function confirmTotp(db: Db, userId: string, at: string): Promise<void> {
  await db.update(totpFactor).set({ confirmedAt: at }).where(eq(totpFactor.userId, userId));
}

/** Takes a time step. True for the one caller that takes it before any later step was taken. */
export async function takeStep(db: Db, userId: string, step: number): Promise<boolean> {
  const isNew = or(isNull(totpFactor.lastStep), lt(totpFactor.lastStep, step));
  const taken = await db
    .update(totpFactor)
    .set({ lastStep: step })
    .where(and(eq(totpFactor.userId, userId), isNew))
    .returning({ userId: totpFactor.userId });
  return taken.length > 0;
}

export async function deleteTotp(db: Db, userId: string): Promise<boolean> {
  const gone = await db
    .delete(totpFactor)
    .where(eq(totpFactor.userId, userId))
    .returning({ confirmedAt: totpFactor.confirmedAt });
  return gone.some(({ confirmedAt }) => confirmedAt !== null);
}

export async function replaceRecoveryCodes(
  db: Db,
  userId: string,
  { hashes, at }: { hashes: readonly string[]; at: string },
): Promise<void> {
  await db.delete(recoveryCode).where(eq(recoveryCode.userId, userId));
  if (hashes.length === 0) return;
  await db
    .insert(recoveryCode)
    .values(hashes.map((codeHash) => ({ codeHash, userId, createdAt: at })));
}

export const countRecoveryCodes = (db: Db, userId: string): Promise<number> =>
  db.$count(recoveryCode, and(eq(recoveryCode.userId, userId), isNull(recoveryCode.usedAt)));

/** True for the one caller that uses the code. */
export async function useRecoveryCode(
  db: Db,
  { userId, codeHash, at }: { userId: string; codeHash: string; at: string },
): Promise<boolean> {
  const where = and(eq(recoveryCode.userId, userId), eq(recoveryCode.codeHash, codeHash));
  return (await markOnce(db, recoveryCode, "usedAt", { where, at })).length > 0;
}

export async function insertPending(
  db: Db,
  values: { secretHash: string; userId: string; expiresAt: string },
): Promise<void> {
  await db.insert(pendingSignIn).values(values);
}

const isOpen = (secretHash: string, at: string) =>
  and(
    eq(pendingSignIn.secretHash, secretHash),
    isNull(pendingSignIn.usedAt),
    sql`${pendingSignIn.expiresAt} > ${at}::timestamptz`,
  );

/** The account of a sign-in that awaits its factor. Null for one that is unknown, used or too old. */
export const findPending = (db: Db, secretHash: string, at: string): Promise<string | null> =>
  findValue(db, pendingSignIn, "userId", isOpen(secretHash, at));

/** The same, for the one caller that uses it. */
export const usePending = (db: Db, secretHash: string, at: string): Promise<string | null> =>
  firstValue(
    markOnce(db, pendingSignIn, "usedAt", { where: isOpen(secretHash, at), at }),
    "userId",
  );

/** Ends what awaits a factor: the password that began it counts no more. */
export async function deletePending(db: Db, userId: string): Promise<void> {
  await db.delete(pendingSignIn).where(eq(pendingSignIn.userId, userId));
}
