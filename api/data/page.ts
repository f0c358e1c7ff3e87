import { desc, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgSelect } from "drizzle-orm/pg-core";
import type { Db } from "#schemas/database/db.ts";
import type { Page } from "#schemas/shapes/page.ts";

/** The requested part of a list. */
export interface PageQuery {
  limit: number;
  offset: number;
}

/**
 * The order of most lists. `id` orders rows of the same time, so that pages neither skip nor repeat a row.
 * @example db.select().from(watchlist).orderBy(...newestFirst(watchlist))
 */
export const newestFirst = (table: { createdAt: PgColumn; id: PgColumn }): SQL[] => [
  desc(table.createdAt),
  desc(table.id),
];

/**
 * Reads one page of a SELECT, and the total number of its rows. `order` must be total (end with a unique column). The
 * total is counted only when the page does not reveal it, so a list that fits on its first page costs one query. A list
 * that can be long passes as `counted` a SELECT of the same number of rows that an index alone answers: without the
 * joins that neither add nor remove rows.
 *
 * @example
 * const all = db.select().from(watchlist).where(eq(watchlist.userId, userId)).$dynamic();
 * const { rows, total } = await page(db, all, newestFirst(watchlist), { limit: 20, offset: 40 });
 */
export async function page<Q extends PgSelect>(
  db: Db,
  select: { $dynamic(): Q; getSQL(): SQL },
  order: readonly SQL[],
  { limit, offset }: PageQuery,
  counted: { getSQL(): SQL } = select,
): Promise<Page<Q["_"]["result"][number]>> {
  const query = select.$dynamic();
  const all = counted.getSQL();
  const rows: Q["_"]["result"] = await query
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0);
  return { rows, total: isLast ? offset + rows.length : await countRows(db, all), limit, offset };
}

async function countRows(db: Db, select: SQL): Promise<number> {
  const counted = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (${select}) counted`,
  );
  return counted.rows[0]?.total ?? 0;
}
