import { and, count, desc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#schemas/db.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { entity, ticker } from "#schemas/tables/company.ts";
import { watchlist, watchlistEntity } from "#schemas/tables/watchlist.ts";
import { newestFirst, type PageQuery, page } from "../../data/page.ts";
import { inserted } from "../../data/rows.ts";
import { subquery } from "../../data/subquery.ts";
import { versionedUpdate } from "../../data/versioned-update.ts";
import { visibleTo } from "../../data/visible-to.ts";
import type { WatchlistBody, WatchlistChange } from "./schemas.ts";

/** A watchlist as its owner names it. */
export interface OwnWatchlist {
  watchlistId: string;
  userId: string;
}

const isOwn = ({ watchlistId, userId }: OwnWatchlist) =>
  and(eq(watchlist.id, watchlistId), eq(watchlist.userId, userId));

/** Entities that the list's owner may know of: those that a read of the list shows. */
const entityCount = subquery<number>`select count(*)::int from ${watchlistEntity} on_list
  join ${entity} on ${entity.id} = on_list.entity_id
  where on_list.watchlist_id = ${watchlist.id} and ${visibleTo({ userId: watchlist.userId })}`;

const columns = {
  id: watchlist.id,
  name: watchlist.name,
  description: watchlist.description,
  isActive: watchlist.isActive,
  version: watchlist.version,
  entityCount: entityCount.as("entity_count"),
  createdAt: watchlist.createdAt,
  updatedAt: watchlist.updatedAt,
};

export type WatchlistRow = NonNullable<Awaited<ReturnType<typeof findWatchlist>>>;

/** Newest first. */
export async function listWatchlists(
  db: Db,
  userId: string,
  query: PageQuery,
): Promise<Page<WatchlistRow>> {
  const own = db.select(columns).from(watchlist).where(eq(watchlist.userId, userId));
  return page(db, own, newestFirst(watchlist), query);
}

/** Those of the lists that an entity is on. */
export async function listContaining(
  db: Db,
  entityId: string,
  watchlistIds: string[],
): Promise<string[]> {
  if (watchlistIds.length === 0) return [];
  const rows = await db
    .select({ id: watchlistEntity.watchlistId })
    .from(watchlistEntity)
    .where(
      and(
        eq(watchlistEntity.entityId, entityId),
        inArray(watchlistEntity.watchlistId, watchlistIds),
      ),
    );
  return rows.map(({ id }) => id);
}

export async function insertWatchlist(
  db: Db,
  values: WatchlistBody & { userId: string },
): Promise<string> {
  return inserted(await db.insert(watchlist).values(values).returning({ id: watchlist.id })).id;
}

/** Null when it does not exist or is not the user's: the two look the same from outside. */
export async function findWatchlist(db: Db, own: OwnWatchlist) {
  const [row] = await db.select(columns).from(watchlist).where(isOwn(own));
  return row ?? null;
}

/** The companies of a list that its owner may know of, newest first. */
export async function listMembers(db: Db, { watchlistId, userId }: OwnWatchlist, query: PageQuery) {
  const listed = db
    .select({
      entityId: entity.id,
      name: entity.name,
      slug: entity.slug,
      logoUrl: entity.logoUrl,
      entityType: entity.entityType,
      primaryExchange: primary("exchange"),
      primaryTicker: primary("ticker"),
      serviceTicker: subquery<
        string | null
      >`select t.ticker from ${ticker} t where t.entity_id = ${entity.id} and t.kind = 'service'`,
      addedAt: watchlistEntity.addedAt,
    })
    .from(watchlistEntity)
    .innerJoin(entity, eq(entity.id, watchlistEntity.entityId))
    .where(and(eq(watchlistEntity.watchlistId, watchlistId), visibleTo({ userId })));
  const order = [desc(watchlistEntity.addedAt), desc(watchlistEntity.entityId)];
  return page(db, listed, order, query);
}

const primary = (column: "ticker" | "exchange") =>
  subquery<string | null>`select t.${sql.identifier(column)} from ${ticker} t
    where t.entity_id = ${entity.id} and t.kind = 'exchange' order by t.is_primary desc, t.ticker limit 1`;

/** Throws 404 and 412 as `versionedUpdate` does. */
export async function updateWatchlist(
  db: Db,
  own: OwnWatchlist,
  set: WatchlistChange,
  ifMatch: number[] | null,
): Promise<void> {
  await versionedUpdate(db, watchlist, { where: isOwn(own), set, ifMatch, what: "Watchlist" });
}

/** Counts a change of the list's companies as a version of the list. */
export async function countVersion(db: Db, own: OwnWatchlist): Promise<void> {
  await db
    .update(watchlist)
    .set({ version: sql`${watchlist.version} + 1` })
    .where(isOwn(own));
}

/** False when there is none of the user's. Its companies go with it. */
export async function deleteWatchlist(db: Db, own: OwnWatchlist): Promise<boolean> {
  const rows = await db.delete(watchlist).where(isOwn(own)).returning({ id: watchlist.id });
  return rows.length > 0;
}

/** True when the user may know of the entity. */
export async function isEntityVisible(db: Db, entityId: string, userId: string): Promise<boolean> {
  const [found] = await db
    .select({ rows: count() })
    .from(entity)
    .where(and(eq(entity.id, entityId), visibleTo({ userId })));
  return found?.rows === 1;
}

/** False when it was on the list already. */
export async function insertMember(
  db: Db,
  watchlistId: string,
  entityId: string,
): Promise<boolean> {
  const rows = await db
    .insert(watchlistEntity)
    .values({ watchlistId, entityId, addedAt: sql`clock_timestamp()` })
    .onConflictDoNothing()
    .returning({ entityId: watchlistEntity.entityId });
  return rows.length > 0;
}

/** False when it was not on the list. */
export async function deleteMember(
  db: Db,
  watchlistId: string,
  entityId: string,
): Promise<boolean> {
  const rows = await db
    .delete(watchlistEntity)
    .where(
      and(eq(watchlistEntity.watchlistId, watchlistId), eq(watchlistEntity.entityId, entityId)),
    )
    .returning({ entityId: watchlistEntity.entityId });
  return rows.length > 0;
}
