import { and, count, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#schemas/db.ts";
import { entity, ticker } from "#schemas/tables/company.ts";
import { entityMember } from "#schemas/tables/team.ts";
import { watchlist, watchlistEntity } from "#schemas/tables/watchlist.ts";

/** A watchlist as its owner names it: nobody else's can be. */
export interface OwnWatchlist {
  watchlistId: string;
  userId: string;
}

const isOwn = ({ watchlistId, userId }: OwnWatchlist) =>
  and(eq(watchlist.id, watchlistId), eq(watchlist.userId, userId));

/** An entity that the user may know of: published, or of their own team. */
const isVisible = (userId: string): SQL | undefined =>
  or(
    eq(entity.published, true),
    eq(entity.ownerId, userId),
    sql`exists (select 1 from ${entityMember} m where m.entity_id = ${entity.id} and m.user_id = ${userId})`,
  );

// Counted as they are shown: an entity that is not public any more is not.
const entityCount = sql<number>`(select count(*)::int from ${watchlistEntity} we join ${entity} on ${entity.id} = we.entity_id
  where we.watchlist_id = ${watchlist.id} and (${entity.published} or ${entity.ownerId} = ${watchlist.userId}
    or exists (select 1 from ${entityMember} m where m.entity_id = ${entity.id} and m.user_id = ${watchlist.userId})))`;

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

export async function listWatchlists(
  db: Db,
  userId: string,
  page: { limit: number; offset: number },
): Promise<{ rows: WatchlistRow[]; total: number }> {
  const own = eq(watchlist.userId, userId);
  const [counted] = await db.select({ total: count() }).from(watchlist).where(own);
  const rows = await db
    .select(columns)
    .from(watchlist)
    .where(own)
    .orderBy(desc(watchlist.createdAt), desc(watchlist.id))
    .limit(page.limit)
    .offset(page.offset);
  return { rows, total: counted?.total ?? 0 };
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
  values: { userId: string; name: string; description: string | null },
): Promise<string> {
  const [row] = await db.insert(watchlist).values(values).returning({ id: watchlist.id });
  if (row === undefined) throw new Error("an insert returned no row");
  return row.id;
}

/** Null when it does not exist or is not the user's: the two look the same from outside. */
export async function findWatchlist(db: Db, own: OwnWatchlist) {
  const [row] = await db.select(columns).from(watchlist).where(isOwn(own));
  return row ?? null;
}

/** The companies of a list that its owner may see, newest first. */
export async function listMembers(db: Db, { watchlistId, userId }: OwnWatchlist) {
  const service = sql<
    string | null
  >`(select t.ticker from ${ticker} t where t.entity_id = ${entity.id} and t.kind = 'service')`;
  const primary = (column: "ticker" | "exchange") =>
    sql<
      string | null
    >`(select t.${sql.identifier(column)} from ${ticker} t where t.entity_id = ${entity.id}
      and t.kind = 'exchange' order by t.is_primary desc, t.ticker limit 1)`;
  return db
    .select({
      entityId: entity.id,
      name: entity.name,
      slug: entity.slug,
      logoUrl: entity.logoUrl,
      entityType: entity.entityType,
      primaryExchange: primary("exchange"),
      primaryTicker: primary("ticker"),
      serviceTicker: service,
      addedAt: watchlistEntity.addedAt,
    })
    .from(watchlistEntity)
    .innerJoin(entity, eq(entity.id, watchlistEntity.entityId))
    .where(and(eq(watchlistEntity.watchlistId, watchlistId), isVisible(userId)))
    .orderBy(desc(watchlistEntity.addedAt), desc(watchlistEntity.entityId));
}

/** False when there is none of the user's, or none in one of the versions. */
export async function updateWatchlist(
  db: Db,
  own: OwnWatchlist,
  change: { name?: string; description?: string | null },
  versions: number[] | null = null,
): Promise<boolean> {
  const rows = await db
    .update(watchlist)
    .set({ ...change, version: sql`${watchlist.version} + 1`, updatedAt: sql`clock_timestamp()` })
    .where(and(isOwn(own), versions === null ? undefined : inArray(watchlist.version, versions)))
    .returning({ id: watchlist.id });
  return rows.length > 0;
}

/** False when there is none of the user's. Its companies go with it. */
export async function deleteWatchlist(db: Db, own: OwnWatchlist): Promise<boolean> {
  const rows = await db.delete(watchlist).where(isOwn(own)).returning({ id: watchlist.id });
  return rows.length > 0;
}

/** True when the user may know of the entity. */
export async function isEntityVisible(db: Db, entityId: string, userId: string): Promise<boolean> {
  const rows = await db
    .select({ id: entity.id })
    .from(entity)
    .where(and(eq(entity.id, entityId), isVisible(userId)));
  return rows.length > 0;
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
