import { asc, eq, sql } from "drizzle-orm";
import { findValue } from "#api/data/rows.ts";
import { has } from "#api/data/rows-of.ts";
import type { Db } from "#schemas/database/db.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { type FeatureFlag, featureFlag } from "#schemas/tables/accounts/flag.ts";

/** The audience of a flag: everyone, one account, or a percentage of all accounts (0 to 100). */
export type FlagAudience =
  | { scope: "everyone" }
  | { scope: "account"; accountId: string }
  | { scope: "percentage"; percentage: number };

/** A row of a flag, with the email address of its account, if it names one. */
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
export const findAccountId = (db: Db, email: string): Promise<string | null> =>
  findValue(db, userAccount, "id", eq(userAccount.email, email.trim().toLowerCase()));

/** False where the flag was on for this audience, and for this percentage, already. */
export async function storeFlag(tx: Db, flag: string, audience: FlagAudience): Promise<boolean> {
  const accountId = audience.scope === "account" ? audience.accountId : null;
  const percentage = audience.scope === "percentage" ? audience.percentage : null;
  const { rows } = await tx.execute(sql`
    insert into ${featureFlag} as kept (flag, scope, account_id, percentage)
    values (${flag}, ${audience.scope}, ${accountId}::uuid, ${percentage}::int)
    on conflict (flag, scope, coalesce(account_id::text, ''))
    do update set percentage = excluded.percentage, updated_at = clock_timestamp()
    where kept.percentage is distinct from excluded.percentage
    returning id`);
  return rows.length > 0;
}

/** Deletes the rows of a flag for an audience, or all (null), and returns them. */
export const deleteFlag = (
  tx: Db,
  flag: string,
  audience: { scope: FlagAudience["scope"]; accountId?: string | undefined } | null,
): Promise<FeatureFlag[]> => {
  const { scope, accountId } = audience ?? {};
  const meant = {
    flag,
    ...(scope === undefined ? {} : { scope }),
    ...(accountId === undefined ? {} : { accountId }),
  };
  return tx.delete(featureFlag).where(has(featureFlag, meant)).returning();
};
