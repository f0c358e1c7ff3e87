import { and, isNull, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#schemas/db.ts";

/** When a row came to its end, which it does once; null until then. */
type Mark = "usedAt" | "revokedAt";

/**
 * For states that are a time: sets `usedAt` or `revokedAt` of the rows that do not have it yet, and returns those that
 * this call has marked. Of several clients at once one gets the row; for all others, and a repeat, there is none.
 */
export async function markOnce<M extends Mark, T extends PgTable & Record<M, PgColumn>>(
  db: Db,
  table: T,
  mark: M,
  { where, at }: { where: SQL | undefined; at: string },
): Promise<T["$inferSelect"][]> {
  const rows = await db
    .update(table as PgTable)
    .set({ [mark]: at })
    .where(and(where, isNull(table[mark])))
    .returning();
  return rows as T["$inferSelect"][];
}
