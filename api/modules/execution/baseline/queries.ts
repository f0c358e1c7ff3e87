import { desc, eq, sql } from "drizzle-orm";
import { type PageQuery, page } from "#api/data/page.ts";
import { first, inserted } from "#api/data/rows.ts";
import type { Db } from "#schemas/database/db.ts";
import { executionBaseline } from "#schemas/tables/platform/execution.ts";

export type BaselineRow = typeof executionBaseline.$inferSelect;

const ofEntity = (db: Db, entityId: string) =>
  db.select().from(executionBaseline).where(eq(executionBaseline.entityId, entityId));

/** The latest version; null before the first. */
export const findBaseline = (db: Db, entityId: string): Promise<BaselineRow | null> =>
  first(ofEntity(db, entityId).orderBy(desc(executionBaseline.version)).limit(1));

/** Locks the baseline of the entity until the transaction ends. Returns the latest version. */
export async function lockBaseline(tx: Db, entityId: string): Promise<BaselineRow | null> {
  const name = `execution baseline ${entityId}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
  return findBaseline(tx, entityId);
}

export const insertBaseline = async (db: Db, values: typeof executionBaseline.$inferInsert) =>
  inserted(await db.insert(executionBaseline).values(values).returning());

/** Newest first. */
export const listBaselines = (db: Db, entityId: string, query: PageQuery) =>
  page(db, ofEntity(db, entityId), [desc(executionBaseline.version)], query);
