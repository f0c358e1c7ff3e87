import { desc, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgSelect } from "drizzle-orm/pg-core";
import type { Db } from "#schemas/db.ts";
import type { Page } from "#schemas/shapes/page.ts";

/** Which rows of a list are wanted. */
export interface PageQuery {
  limit: number;
  offset: number;
}

/** The order of most lists; `id` decides between rows of one moment, so that pages neither skip nor repeat a row. */
export const newestFirst = (table: { createdAt: PgColumn; id: PgColumn }): SQL[] => [
  desc(table.createdAt),
  desc(table.id),
];

/**
 * One page of a select, and the total of its rows. `order` must be total (end with a unique column). The total is
 * counted only where the page does not tell it: a list that fits on its first page is one query. `counted` selects as
 * many rows with fewer joins.
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
