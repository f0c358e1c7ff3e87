import { and, eq, sql } from "drizzle-orm";
import { findOne, first, pick } from "#api/data/rows.ts";
import type { Db } from "#schemas/database/db.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { watchlistFeed } from "#schemas/tables/companies/watchlist.ts";

const shown = pick(watchlistFeed, "id", "userId", "createdAt");

/** The feed of a person's watchlists, without its secret; null where there is none. */
export const findFeed = (db: Db, userId: string) =>
  findOne(db, watchlistFeed, eq(watchlistFeed.userId, userId), shown);

/** The feed with this digest of a token; null where there is none, and of a suspended account. */
export const findFeedByHash = (db: Db, secretHash: string) =>
  first(
    db
      .select(shown)
      .from(watchlistFeed)
      .innerJoin(userAccount, eq(userAccount.id, watchlistFeed.userId))
      .where(and(eq(watchlistFeed.secretHash, secretHash), eq(userAccount.status, "active"))),
  );

/** Gives the person's feed another token. The former one counts for nothing from then on. */
export async function replaceFeed(
  db: Db,
  of: Pick<typeof watchlistFeed.$inferInsert, "userId" | "secretHash">,
): Promise<void> {
  const set = { secretHash: of.secretHash, createdAt: sql`clock_timestamp()` };
  await db
    .insert(watchlistFeed)
    .values(of)
    .onConflictDoUpdate({ target: watchlistFeed.userId, set });
}

export async function deleteFeed(db: Db, userId: string): Promise<void> {
  await db.delete(watchlistFeed).where(eq(watchlistFeed.userId, userId));
}
