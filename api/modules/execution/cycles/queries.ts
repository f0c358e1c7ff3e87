import { eq } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { newestFirst, type PageQuery, page } from "#api/data/page.ts";
import { findOne, first, inserted } from "#api/data/rows.ts";
import { updateGiven } from "#api/data/update-given.ts";
import type { Db } from "#schemas/database/db.ts";
import { executionCycle } from "#schemas/tables/platform/execution.ts";

export type CycleRow = typeof executionCycle.$inferSelect;

const isIt = (id: string) => eq(executionCycle.id, id);

export const findCycle = (db: Db, id: string): Promise<CycleRow | null> =>
  findOne(db, executionCycle, isIt(id));

/** Nobody else changes the row until the transaction ends; "share": nor its state. */
export const lockCycle = (
  tx: Db,
  id: string,
  how: "update" | "share" = "update",
): Promise<CycleRow | null> => first(tx.select().from(executionCycle).where(isIt(id)).for(how));

export const insertCycle = async (db: Db, values: typeof executionCycle.$inferInsert) =>
  inserted(await db.insert(executionCycle).values(values).returning());

export const updateCycle = (db: Db, id: string, values: PgUpdateSetSource<typeof executionCycle>) =>
  updateGiven(db, executionCycle, id, values);

/** Newest first. */
export const listCycles = (db: Db, entityId: string, query: PageQuery) =>
  page(
    db,
    db.select().from(executionCycle).where(eq(executionCycle.entityId, entityId)),
    newestFirst(executionCycle),
    query,
  );
