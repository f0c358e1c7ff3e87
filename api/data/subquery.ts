import { type SQL, sql } from "drizzle-orm";

/**
 * A subquery in parentheses, for an expression of a select: `subquery<number>\`select count(*) …\``. A plain
 * `sql` template loses the table names of its columns where drizzle selects from (or returns of) one table, so that
 * `${watchlist.id}` inside a subquery would mean another table's `id`. This one keeps them.
 */
export const subquery = <T>(text: TemplateStringsArray, ...values: unknown[]): SQL<T> =>
  sql<T>`(${sql(text, ...values)})`;
