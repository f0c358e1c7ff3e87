import { and, count, desc, eq, gt, gte, isNull, or, sql } from "drizzle-orm";
import type { Db } from "#schemas/db.ts";
import { apiKey, apiKeyUsage, userAccount } from "#schemas/tables/account.ts";

const columns = {
  id: apiKey.id,
  name: apiKey.name,
  prefix: apiKey.prefix,
  permissions: apiKey.permissions,
  rateLimit: apiKey.rateLimit,
  lastUsedAt: apiKey.lastUsedAt,
  expiresAt: apiKey.expiresAt,
  createdAt: apiKey.createdAt,
  revokedAt: apiKey.revokedAt,
};

export type KeyRow = Awaited<ReturnType<typeof insertKey>>;

export interface OwnKey {
  keyId: string;
  userId: string;
}

export async function insertKey(db: Db, values: typeof apiKey.$inferInsert) {
  const [row] = await db.insert(apiKey).values(values).returning(columns);
  if (row === undefined) throw new Error("an insert returned no row");
  return row;
}

/** Null when there is no such key or it is somebody else's. */
export async function findOwnKey(db: Db, { keyId, userId }: OwnKey): Promise<KeyRow | null> {
  const [row] = await db
    .select(columns)
    .from(apiKey)
    .where(and(eq(apiKey.id, keyId), eq(apiKey.userId, userId)));
  return row ?? null;
}

const isLive = (at: string) =>
  and(isNull(apiKey.revokedAt), or(isNull(apiKey.expiresAt), gt(apiKey.expiresAt, at)));

/** Live keys of an account, whose row stays locked: of two that count at once one waits. */
export async function countLiveKeys(tx: Db, userId: string, at: string): Promise<number> {
  await tx
    .select({ id: userAccount.id })
    .from(userAccount)
    .where(eq(userAccount.id, userId))
    .for("no key update");
  const [row] = await tx
    .select({ keys: count() })
    .from(apiKey)
    .where(and(eq(apiKey.userId, userId), isLive(at)));
  return row?.keys ?? 0;
}

/** Newest first. `at` decides which keys have expired. */
export async function listOwnKeys(
  db: Db,
  page: { userId: string; limit: number; offset: number; includeInactive: boolean; at: string },
): Promise<{ rows: KeyRow[]; total: number }> {
  const isWanted = page.includeInactive ? undefined : isLive(page.at);
  const wanted = and(eq(apiKey.userId, page.userId), isWanted);
  const rows = await db
    .select(columns)
    .from(apiKey)
    .where(wanted)
    .orderBy(desc(apiKey.createdAt), desc(apiKey.id))
    .limit(page.limit)
    .offset(page.offset);
  const [counted] = await db.select({ total: count() }).from(apiKey).where(wanted);
  return { rows, total: counted?.total ?? 0 };
}

/** True for the one caller that revoked it: false when it was revoked before, is unknown or somebody else's. */
export async function revokeOwnKey(
  db: Db,
  { keyId, userId }: OwnKey,
  at: string,
): Promise<boolean> {
  const rows = await db
    .update(apiKey)
    .set({ revokedAt: at })
    .where(and(eq(apiKey.id, keyId), eq(apiKey.userId, userId), isNull(apiKey.revokedAt)))
    .returning({ id: apiKey.id });
  return rows.length > 0;
}

/** Each key of a person with its requests in all and since `since`, newest first. */
export async function listKeyUsage(db: Db, userId: string, since: string) {
  const recent = db
    .select({
      keyId: apiKeyUsage.keyId,
      requests: sql<number>`sum(${apiKeyUsage.requests})::int`.as("recent_requests"),
    })
    .from(apiKeyUsage)
    .where(gte(apiKeyUsage.hour, since))
    .groupBy(apiKeyUsage.keyId)
    .as("recent");
  return db
    .select({
      id: apiKey.id,
      name: apiKey.name,
      requests: apiKey.requests,
      requestsLast24h: sql<number>`coalesce(${recent.requests}, 0)`,
      lastUsedAt: apiKey.lastUsedAt,
      expiresAt: apiKey.expiresAt,
      revokedAt: apiKey.revokedAt,
    })
    .from(apiKey)
    .leftJoin(recent, eq(recent.keyId, apiKey.id))
    .where(eq(apiKey.userId, userId))
    .orderBy(desc(apiKey.createdAt), desc(apiKey.id));
}
