import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import type { OptionalMail } from "#schemas/shapes/accounts/mail.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { mailStop } from "#schemas/tables/accounts/mail.ts";
import { findValue } from "../../data/rows.ts";
import { rowsOf } from "../../data/rows-of.ts";

type StopKind = OptionalMail | "all";

/** The kinds of mail that the address of this digest does not get. */
export async function listStops(db: Db, addressDigest: string): Promise<Set<StopKind>> {
  const rows = await db
    .select({ kind: mailStop.kind })
    .from(mailStop)
    .where(eq(mailStop.addressDigest, addressDigest));
  return new Set(rows.map(({ kind }) => kind));
}

export const insertStop = (
  db: Db,
  addressDigest: string,
  { kind, answer = null }: { kind: StopKind; answer?: string | null },
) => db.insert(mailStop).values({ addressDigest, kind, answer }).onConflictDoNothing();

/** True when there was one. */
export async function deleteStops(
  db: Db,
  addressDigest: string,
  kinds: readonly StopKind[],
): Promise<boolean> {
  const { rowCount } = await db
    .delete(mailStop)
    .where(and(eq(mailStop.addressDigest, addressDigest), inArray(mailStop.kind, [...kinds])));
  return rowCount !== 0;
}

/** The address of an account, which is locked until the transaction ends. */
export async function lockAddress(tx: Db, userId: string): Promise<string | null> {
  const account = await rowsOf(userAccount, { email: userAccount.email }).lock(
    tx,
    { id: userId },
    "no key update",
  );
  return account?.email ?? null;
}

export const findAddress = (db: Db, userId: string): Promise<string | null> =>
  findValue(db, userAccount, "email", eq(userAccount.id, userId));
