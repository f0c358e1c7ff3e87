import { createHash } from "node:crypto";
import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { recordDone } from "#api/modules/audit-log/service.ts";
import type { Db } from "#schemas/db.ts";
import { userAccount } from "#schemas/tables/account.ts";
import { type FeatureFlag, featureFlag } from "#schemas/tables/flag.ts";

/** For whom a flag is on: everyone, one account, or a share of all accounts in percent (0 to 100). */
export type FlagAudience =
  | { scope: "everyone" }
  | { scope: "account"; accountId: string }
  | { scope: "percentage"; percentage: number };

/** A row of a flag; `email` of the account that it names, else null. */
export interface ListedFlag extends FeatureFlag {
  email: string | null;
}

/** All rows of all flags, by name. */
export async function listFlags(db: Db): Promise<ListedFlag[]> {
  const rows = await db
    .select({ row: featureFlag, email: userAccount.email })
    .from(featureFlag)
    .leftJoin(userAccount, eq(userAccount.id, featureFlag.accountId))
    .orderBy(asc(featureFlag.flag), asc(featureFlag.scope), asc(userAccount.email));
  return rows.map(({ row, email }) => ({ ...row, email }));
}

/** The id of the account with this address; null when there is none. */
export async function findAccountId(db: Db, email: string): Promise<string | null> {
  const [row] = await db
    .select({ id: userAccount.id })
    .from(userAccount)
    .where(eq(userAccount.email, email.trim().toLowerCase()));
  return row?.id ?? null;
}

/** Switches a flag on for an audience, beside those it is on for; a percentage replaces the one before. Audited. */
export async function setFlag(db: Db, flag: string, audience: FlagAudience): Promise<void> {
  const accountId = audience.scope === "account" ? audience.accountId : null;
  const percentage = audience.scope === "percentage" ? audience.percentage : null;
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into feature_flag (flag, scope, account_id, percentage)
      values (${flag}, ${audience.scope}, ${accountId}::uuid, ${percentage}::int)
      on conflict (flag, scope, coalesce(account_id::text, ''))
      do update set percentage = excluded.percentage, updated_at = clock_timestamp()`);
    await record(tx, "flag.set", { flag, scope: audience.scope, accountId, percentage });
  });
}

/** Switches a flag off for an audience, or for all of them (null). The number of rows that are gone; audited. */
export async function clearFlag(
  db: Db,
  flag: string,
  audience: { scope: FlagAudience["scope"]; accountId?: string } | null,
): Promise<number> {
  const wanted: (SQL | undefined)[] = [eq(featureFlag.flag, flag)];
  if (audience !== null) wanted.push(eq(featureFlag.scope, audience.scope));
  if (audience?.accountId !== undefined) {
    wanted.push(eq(featureFlag.accountId, audience.accountId));
  }
  return db.transaction(async (tx) => {
    const gone = await tx
      .delete(featureFlag)
      .where(and(...wanted))
      .returning();
    for (const { scope, accountId, percentage } of gone) {
      await record(tx, "flag.cleared", { flag, scope, accountId, percentage });
    }
    return gone.length;
  });
}

const record = (db: Db, action: string, detail: { flag: string } & Record<string, unknown>) =>
  recordDone(db, {
    subjectType: "flag",
    subjectId: flagSubject(detail.flag),
    actorId: null,
    action,
    detail,
  });

/** The id under which the audit log keeps what was done to a flag: the same for one name in every database. */
export function flagSubject(flag: string): string {
  const hex = createHash("sha256").update(`flag:${flag}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
