import { and, isNull, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#schemas/database/db.ts";

/** A column that is set once, when the row ends; null until then. */
type Mark = "usedAt" | "revokedAt";

/**
 * Sets `usedAt` or `revokedAt` of the rows that do not have it yet, and returns the rows that this call has changed. Of
 * several concurrent calls, only one gets a row back. A repeat gets none.
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
