import { type SQL, sql } from "drizzle-orm";

/**
 * A subquery in parentheses, for an expression of a SELECT. When drizzle selects from (or returns) only one table, a plain
 * `sql` template drops the table names of its columns. Then `${watchlist.id}` inside a subquery would mean another table's
 * `id`. This template keeps the names.
 *
 * @example
 * const items = subquery<number>`select count(*)::int from ${watchlistItem} i where i.watchlist_id = ${watchlist.id}`;
 * await db.select({ id: watchlist.id, items }).from(watchlist);
 */
export const subquery = <T>(text: TemplateStringsArray, ...values: unknown[]): SQL<T> =>
  sql<T>`(${sql(text, ...values)})`;
