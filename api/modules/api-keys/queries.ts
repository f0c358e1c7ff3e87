import { desc, eq, gte, sql } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import { apiKey, apiKeyUsage } from "#schemas/tables/accounts/account.ts";
import { markOnce } from "../../data/once.ts";
import { pick } from "../../data/rows.ts";

/** True for the one caller that revoked it: false when it was revoked before. */
export const markRevoked = async (db: Db, id: string, at: string): Promise<boolean> =>
  (await markOnce(db, apiKey, "revokedAt", { where: eq(apiKey.id, id), at })).length > 0;

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
      ...pick(apiKey, "id", "name", "requests"),
      requestsLast24h: sql<number>`coalesce(${recent.requests}, 0)`,
      ...pick(apiKey, "lastUsedAt", "expiresAt", "revokedAt"),
    })
    .from(apiKey)
    .leftJoin(recent, eq(recent.keyId, apiKey.id))
    .where(eq(apiKey.userId, userId))
    .orderBy(desc(apiKey.createdAt), desc(apiKey.id));
}
