import { desc, eq } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { type PageQuery, page } from "#api/data/page.ts";
import { findOne, first, inserted } from "#api/data/rows.ts";
import type { Db } from "#schemas/database/db.ts";
import { executionSeason } from "#schemas/tables/platform/execution.ts";

export type SeasonRow = typeof executionSeason.$inferSelect;

const isIt = (id: string) => eq(executionSeason.id, id);

export const findSeason = (db: Db, id: string): Promise<SeasonRow | null> =>
  findOne(db, executionSeason, isIt(id));

/** The row, locked until the transaction ends. */
export const lockSeason = (tx: Db, id: string): Promise<SeasonRow | null> =>
  first(tx.select().from(executionSeason).where(isIt(id)).for("update"));

export const insertSeason = async (db: Db, values: typeof executionSeason.$inferInsert) =>
  inserted(await db.insert(executionSeason).values(values).returning());

export const updateSeason = async (
  db: Db,
  id: string,
  values: PgUpdateSetSource<typeof executionSeason>,
) => inserted(await db.update(executionSeason).set(values).where(isIt(id)).returning());

/** The latest first. */
export const listSeasons = (db: Db, entityId: string, query: PageQuery) =>
  page(
    db,
    db.select().from(executionSeason).where(eq(executionSeason.entityId, entityId)),
    [desc(executionSeason.startDate), desc(executionSeason.id)],
    query,
  );
