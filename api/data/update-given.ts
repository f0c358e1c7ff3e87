import { eq } from "drizzle-orm";
import type { PgColumn, PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Db } from "#schemas/database/db.ts";

/**
 * Changes the given columns of the row with this id. Undefined values are left unchanged; if all are undefined, nothing
 * is written.
 */
export async function updateGiven<T extends PgTable & { id: PgColumn }>(
  db: Db,
  table: T,
  id: string,
  set: PgUpdateSetSource<T>,
): Promise<void> {
  if (Object.values(set).every((value) => value === undefined)) return;
  await db.update(table).set(set).where(eq(table.id, id));
}
