import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import { entity, ticker } from "#schemas/tables/companies/company.ts";
import { watchlist, watchlistEntity } from "#schemas/tables/companies/watchlist.ts";
import { type PageQuery, page } from "../../data/page.ts";
import { pick } from "../../data/rows.ts";
import { subquery } from "../../data/subquery.ts";
import { visibleTo } from "../../data/visible-to.ts";

/** An entity on a watchlist. */
export interface Membership {
  watchlistId: string;
  entityId: string;
}

/** Those of the lists that an entity is on. */
export async function listContaining(
  db: Db,
  entityId: string,
  watchlistIds: string[],
): Promise<Set<string>> {
  const isOn = eq(watchlistEntity.entityId, entityId);
  const rows = await db
    .select({ id: watchlistEntity.watchlistId })
    .from(watchlistEntity)
    .where(and(isOn, inArray(watchlistEntity.watchlistId, watchlistIds)));
  return new Set(rows.map(({ id }) => id));
}

/** The companies of a list that the user may know of, newest first. */
export async function listMembers(
  db: Db,
  { id, userId }: { id: string; userId: string },
  query: PageQuery,
) {
  const listed = db
    .select({
      entityId: entity.id,
      ...pick(entity, "name", "slug", "logoUrl", "entityType"),
      primaryExchange: primary("exchange"),
      primaryTicker: primary("ticker"),
      serviceTicker: subquery<
        string | null
      >`select t.ticker from ${ticker} t where t.entity_id = ${entity.id} and t.kind = 'service'`,
      addedAt: watchlistEntity.addedAt,
    })
    .from(watchlistEntity)
    .innerJoin(entity, eq(entity.id, watchlistEntity.entityId))
    .where(and(eq(watchlistEntity.watchlistId, id), visibleTo({ userId })));
  const order = [desc(watchlistEntity.addedAt), desc(watchlistEntity.entityId)];
  return page(db, listed, order, query);
}

const primary = (column: "ticker" | "exchange") =>
  subquery<string | null>`select t.${sql.identifier(column)} from ${ticker} t
    where t.entity_id = ${entity.id} and t.kind = 'exchange' order by t.is_primary desc, t.ticker limit 1`;

/** The first list of a person, which the star of a company's page is about; null before there is one. */
export async function findFirstList(db: Db, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: watchlist.id })
    .from(watchlist)
    .where(eq(watchlist.userId, userId))
    .orderBy(asc(watchlist.createdAt), asc(watchlist.id))
    .limit(1);
  return row?.id ?? null;
}

/** Puts a company on a list, which counts as a version of the list; what is there already changes nothing. */
export const insertMember = (db: Db, membership: Membership): Promise<void> =>
  db.transaction(async (tx) => {
    const added = tx.insert(watchlistEntity);
    const values = { ...membership, addedAt: sql`clock_timestamp()` };
    const rows = await added.values(values).onConflictDoNothing().returning();
    if (rows.length > 0) await countVersion(tx, membership);
  });

/** Takes a company off a list, in the same way. */
export const deleteMember = (db: Db, { watchlistId, entityId }: Membership): Promise<void> =>
  db.transaction(async (tx) => {
    const isOn = eq(watchlistEntity.entityId, entityId);
    const removed = tx.delete(watchlistEntity);
    const rows = await removed
      .where(and(eq(watchlistEntity.watchlistId, watchlistId), isOn))
      .returning();
    if (rows.length > 0) await countVersion(tx, { watchlistId });
  });

const countVersion = (db: Db, { watchlistId }: { watchlistId: string }) =>
  db
    .update(watchlist)
    .set({ version: sql`${watchlist.version} + 1` })
    .where(eq(watchlist.id, watchlistId));
