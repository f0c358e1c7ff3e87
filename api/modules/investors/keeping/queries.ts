import { and, desc, eq, sql } from "drizzle-orm";
import { newestFirst, type PageQuery, page } from "#api/data/page.ts";
import { inserted, pick } from "#api/data/rows.ts";
import { rowsOf } from "#api/data/rows-of.ts";
import { subquery } from "#api/data/subquery.ts";
import { versionedUpdate } from "#api/data/versioned-update.ts";
import type { Db } from "#schemas/database/db.ts";
import {
  investorAlert,
  investorSave,
  investorWatchlist,
  investorWatchlistItem,
} from "#schemas/tables/platform/investor.ts";
import { startupListing } from "#schemas/tables/platform/startup.ts";
import { isMet, isOpenTo } from "../../startups/service.ts";
import type { AlertBody } from "./schemas.ts";

const columns = {
  ...pick(investorWatchlist, "id", "userId", "name", "version", "createdAt", "updatedAt"),
  // Of the startups that are shown.
  itemCount:
    subquery<number>`select count(*)::int from ${investorWatchlistItem} i join ${startupListing} l on l.id = i.startup_listing_id
      where i.watchlist_id = ${investorWatchlist.id} and l.status = 'published'
        and ${isMet(sql`l.id`, investorWatchlist.userId)}`.as("item_count"),
};

export const watchlists = rowsOf(investorWatchlist, columns);
export type WatchlistRow = NonNullable<Awaited<ReturnType<typeof watchlists.byId>>>;

/** Throws 409 and 412 as `versionedUpdate`. */
export async function renameWatchlist(
  db: Db,
  id: string,
  set: { name: string; version?: number | undefined },
  ifMatch: number[] | null,
): Promise<void> {
  const where = eq(investorWatchlist.id, id);
  await versionedUpdate(db, investorWatchlist, { where, set, ifMatch, what: "Watchlist" });
}

/** Listings of a watchlist, the last added first. */
export const listItems = (db: Db, watchlistId: string) =>
  db
    .select({
      startupListingId: investorWatchlistItem.startupListingId,
      addedAt: investorWatchlistItem.createdAt,
      // A block hides a startup, whatever its state.
      isGone: sql<boolean>`${startupListing.status} = 'unpublished' and ${isMet(startupListing.id, investorWatchlist.userId)}`,
    })
    .from(investorWatchlistItem)
    .innerJoin(startupListing, eq(startupListing.id, investorWatchlistItem.startupListingId))
    .innerJoin(investorWatchlist, eq(investorWatchlist.id, investorWatchlistItem.watchlistId))
    .where(eq(investorWatchlistItem.watchlistId, watchlistId))
    .orderBy(desc(investorWatchlistItem.createdAt), desc(investorWatchlistItem.startupListingId));

export type SaveRow = typeof investorSave.$inferSelect;
export const saves = rowsOf(investorSave);
export const items = rowsOf(investorWatchlistItem);
export const alerts = rowsOf(investorAlert);

/** Saves of startups that are open to the account, newest first. */
export function listSaves(db: Db, userId: string, query: PageQuery) {
  const select = db
    .select(pick(investorSave, "id", "startupListingId", "createdAt"))
    .from(investorSave)
    .innerJoin(startupListing, eq(startupListing.id, investorSave.startupListingId))
    .where(and(eq(investorSave.userId, userId), isOpenTo(userId)));
  return page(db, select, newestFirst(investorSave), query);
}

/** The save of a startup: the first one stays. */
export async function insertSave(
  db: Db,
  values: { userId: string; startupListingId: string },
): Promise<SaveRow> {
  const same = sql`${investorSave.userId}`;
  return inserted(
    await db
      .insert(investorSave)
      .values(values)
      .onConflictDoUpdate({
        target: [investorSave.userId, investorSave.startupListingId],
        set: { userId: same as never },
      })
      .returning(),
  );
}

/** Stores the preferences. Events before alerts were switched on are never mailed. */
export async function storeAlerts(db: Db, userId: string, set: AlertBody, at: string) {
  const wasOff = sql`case when ${investorAlert.digest} = 'off' then ${at}::timestamptz else ${investorAlert.toldUntil} end`;
  return inserted(
    await db
      .insert(investorAlert)
      .values({ userId, ...set, toldUntil: at })
      .onConflictDoUpdate({
        target: investorAlert.userId,
        set: { ...set, toldUntil: wasOff as never, updatedAt: sql`clock_timestamp()` as never },
      })
      .returning(),
  );
}
