import { createHash } from "node:crypto";
import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { recordDone } from "#api/modules/audit-log/service.ts";
import type { Db } from "#schemas/database/db.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { type FeatureFlag, featureFlag } from "#schemas/tables/accounts/flag.ts";

/** The audience of a flag: everyone, one account, or a percentage of all accounts (0 to 100). */
export type FlagAudience =
  | { scope: "everyone" }
  | { scope: "account"; accountId: string }
  | { scope: "percentage"; percentage: number };

/** A row of a flag, with the e-mail address of its account, if it names one. */
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

/**
 * Switches a flag on for an audience, in addition to its other audiences; a percentage replaces the previous
 * percentage. Writes the audit log.
 */
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

/** Switches a flag off for an audience, or for all (null). Returns the number of deleted rows. Writes the audit log. */
export async function clearFlag(
  db: Db,
  flag: string,
  audience: { scope: FlagAudience["scope"]; accountId?: string } | null,
): Promise<number> {
  const conditions: (SQL | undefined)[] = [eq(featureFlag.flag, flag)];
  if (audience !== null) conditions.push(eq(featureFlag.scope, audience.scope));
  if (audience?.accountId !== undefined) {
    conditions.push(eq(featureFlag.accountId, audience.accountId));
  }
  return db.transaction(async (tx) => {
    const gone = await tx
      .delete(featureFlag)
      .where(and(...conditions))
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

/** The audit log's id of a flag: the same for one name in every database. */
export function flagSubject(flag: string): string {
  const hex = createHash("sha256").update(`flag:${flag}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
