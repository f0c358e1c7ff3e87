import { and, eq, isNull, lt, sql } from "drizzle-orm";
import type { HeldPlan } from "#schemas/config/plans.ts";
import type { Db } from "#schemas/database/db.ts";
import type { Scope } from "#schemas/shapes/accounts/scope.ts";
import {
  apiKey,
  apiKeyUsage,
  guess,
  mailedToken,
  oauthCode,
  session,
  setting,
  userAccount,
} from "#schemas/tables/accounts/account.ts";
import { passkeyChallenge, pendingSignIn } from "#schemas/tables/accounts/factor.ts";
import { heldPlanOf } from "../data/held-plan.ts";
import { findOne, findValue, pick } from "../data/rows.ts";

export interface Account {
  userId: string;
  isAdmin: boolean;
  /** The account's plan, even if it has ended. */
  plan: HeldPlan | null;
}

const accountColumns = {
  userId: userAccount.id,
  isAdmin: userAccount.isAdmin,
  plan: heldPlanOf(userAccount.id),
};
const isActive = eq(userAccount.status, "active");

/** Returns null when the account does not exist or is suspended. */
export async function findAccount(db: Db, userId: string): Promise<Account | null> {
  return findOne(db, userAccount, and(eq(userAccount.id, userId), isActive), accountColumns);
}

/** The account with this email address (in lower case), suspended or not. Null when there is none. */
export async function findAccountByEmail(
  db: Db,
  email: string,
): Promise<(Account & { status: "active" | "suspended" }) | null> {
  return findOne(db, userAccount, eq(userAccount.email, email), {
    ...accountColumns,
    status: userAccount.status,
  });
}

/** The account of an email address (in lower case); it is created if there is none. */
export async function storeAccount(db: Db, email: string): Promise<Account> {
  const [row] = await db
    .insert(userAccount)
    .values({ email })
    // Updated to itself, so that an existing row is returned, too.
    .onConflictDoUpdate({ target: userAccount.email, set: { email: sql`excluded.email` } })
    .returning(accountColumns);
  if (row === undefined) throw new Error("an upsert returned no row");
  return row;
}

export interface LiveSession extends Account {
  email: string;
  /** Null for a person who has not given one. */
  name: string | null;
  kind: "token" | "browser" | "application";
  scopes: Scope[];
  expiresAt: string;
}

const sessionColumns = {
  ...accountColumns,
  ...pick(userAccount, "email", "name"),
  ...pick(session, "kind", "scopes", "expiresAt"),
};

/**
 * Returns null when the session does not exist or was revoked, or when its account is gone or suspended. The caller
 * checks the expiry.
 */
export async function findSession(db: Db, sessionId: string): Promise<LiveSession | null> {
  const [row] = await db
    .select(sessionColumns)
    .from(session)
    .innerJoin(userAccount, eq(userAccount.id, session.userId))
    .where(and(eq(session.id, sessionId), isNull(session.revokedAt), isActive));
  return row ?? null;
}

/** The browser session of a cookie; null in the same cases as `findSession`. */
export async function findBrowserSession(
  db: Db,
  secretHash: string,
): Promise<(LiveSession & { sessionId: string }) | null> {
  const [row] = await db
    .select({ ...sessionColumns, sessionId: session.id })
    .from(session)
    .innerJoin(userAccount, eq(userAccount.id, session.userId))
    .where(and(eq(session.secretHash, secretHash), isNull(session.revokedAt), isActive));
  return row ?? null;
}

export interface LiveKey extends Account {
  keyId: string;
  permissions: Scope[];
  rateLimit: number;
  expiresAt: string | null;
}

/** Returns null when no key has this digest, the key was revoked, or its account is gone or suspended. */
export async function findKey(db: Db, secretHash: string): Promise<LiveKey | null> {
  const [row] = await db
    .select({
      ...accountColumns,
      keyId: apiKey.id,
      ...pick(apiKey, "permissions", "rateLimit", "expiresAt"),
    })
    .from(apiKey)
    .innerJoin(userAccount, eq(userAccount.id, apiKey.userId))
    .where(and(eq(apiKey.secretHash, secretHash), isNull(apiKey.revokedAt), isActive));
  return row ?? null;
}

export interface KeyUsage {
  keyId: string;
  /** ISO time of the hour's start. */
  hour: string;
  requests: number;
  lastUsedAt: string;
}

/**
 * Adds the counted requests to the stored use of each key. Deleted keys are skipped. Hours before `keptFrom` are
 * deleted.
 */
export async function addUsage(db: Db, used: readonly KeyUsage[], keptFrom: string): Promise<void> {
  const rows = sql`json_to_recordset(${JSON.stringify(used)}::json) as used("keyId" uuid, hour timestamptz, requests int, "lastUsedAt" timestamptz)`;
  await db.execute(sql`
    with total as (
      update ${apiKey} k set requests = k.requests + used.requests, last_used_at = greatest(k.last_used_at, used.last)
      from (select "keyId", sum(requests) as requests, max("lastUsedAt") as last from ${rows} group by 1) used
      where k.id = used."keyId"
      returning k.id
    )
    insert into ${apiKeyUsage} as kept (key_id, hour, requests)
    select "keyId", hour, requests from ${rows} join total on total.id = "keyId"
    on conflict (key_id, hour) do update set requests = kept.requests + excluded.requests`);
  await db.delete(apiKeyUsage).where(lt(apiKeyUsage.hour, keptFrom));
}

/** Notifies all processes that credentials with these ids must be verified again. */
export async function notifyAccess(db: Db, ids: readonly string[]): Promise<void> {
  await db.execute(sql`select pg_notify('tenk_access', ${ids.join(" ")})`);
}

/** Deletes what expired more than a day ago. Codes and refresh tokens are deleted with their sessions. */
export async function deleteExpired(db: Db, at: string): Promise<void> {
  const gone = sql`${at}::timestamptz - interval '1 day'`;
  for (const table of [session, oauthCode, mailedToken, pendingSignIn])
    await db.delete(table).where(lt(table.expiresAt, gone));
  await db.delete(passkeyChallenge).where(lt(passkeyChallenge.expiresAt, at));
  await db.delete(guess).where(lt(guess.endsAt, gone));
}

export async function findSetting(db: Db, key: string): Promise<string | null> {
  return findValue(db, setting, "value", eq(setting.key, key));
}

/** Replaces the value `from` by `to`. Does nothing when another process has changed it since. */
export async function replaceSetting(
  db: Db,
  key: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await db
    .update(setting)
    .set({ value: to })
    .where(and(eq(setting.key, key), eq(setting.value, from)));
}

/** Stores the value unless there is one already, and returns the stored value. */
export async function insertSettingOnce(db: Db, key: string, value: string): Promise<string> {
  await db.insert(setting).values({ key, value }).onConflictDoNothing();
  return (await findSetting(db, key)) ?? value;
}
