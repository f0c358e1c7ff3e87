import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import { apiKey, session } from "#schemas/tables/accounts/account.ts";
import { markOnce } from "../data/once.ts";

/** The limits that a key passes on to all keys and grants that it makes. */
export interface MakingKey {
  rateLimit: number;
  expiresAt: string | null;
}

/**
 * Locks the key that is about to make a key or a grant: it cannot be revoked until the transaction ends. Returns null
 * when it is revoked or expired.
 */
export async function lockKey(db: Db, keyId: string, at: Date): Promise<MakingKey | null> {
  const [row] = await db
    .select({ rateLimit: apiKey.rateLimit, expiresAt: apiKey.expiresAt })
    .from(apiKey)
    .where(and(eq(apiKey.id, keyId), isNull(apiKey.revokedAt)))
    .for("share");
  if (row === undefined) return null;
  const isOver = row.expiresAt !== null && Date.parse(row.expiresAt) <= at.getTime();
  return isOver ? null : row;
}

/**
 * Revokes everything that a just revoked key has made: its keys, the keys that those made, and the grants of all of
 * them. Returns the ids of what was revoked.
 */
export async function endWhatKeyMade(db: Db, keyId: string, at: string): Promise<string[]> {
  const keys = [keyId];
  // One statement per level: each statement sees the keys that were made while it waited for the locks of the level
  // above.
  for (let makers = keys.slice(); makers.length > 0; ) {
    const where = inArray(apiKey.madeBy, makers);
    const revoked = await markOnce(db, apiKey, "revokedAt", { where, at });
    makers = revoked.map(({ id }) => id);
    keys.push(...makers);
  }
  const grants = await markOnce(db, session, "revokedAt", {
    where: inArray(session.keyId, keys),
    at,
  });
  return [...keys.slice(1), ...grants.map(({ id }) => id)];
}
