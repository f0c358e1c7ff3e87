import { and, desc, eq } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { newestFirst, type PageQuery, page } from "#api/data/page.ts";
import { findOne, first, inserted } from "#api/data/rows.ts";
import { updateGiven } from "#api/data/update-given.ts";
import type { Db } from "#schemas/database/db.ts";
import { executionCommitment } from "#schemas/tables/platform/execution.ts";

export type CommitmentRow = typeof executionCommitment.$inferSelect;

const isIt = (id: string) => eq(executionCommitment.id, id);

export const findCommitment = (db: Db, id: string): Promise<CommitmentRow | null> =>
  findOne(db, executionCommitment, isIt(id));

/** The row, locked until the transaction ends. */
export const lockCommitment = (tx: Db, id: string): Promise<CommitmentRow | null> =>
  first(tx.select().from(executionCommitment).where(isIt(id)).for("update"));

export const insertCommitment = async (db: Db, values: typeof executionCommitment.$inferInsert) =>
  inserted(await db.insert(executionCommitment).values(values).returning());

export const updateCommitment = (
  db: Db,
  id: string,
  values: PgUpdateSetSource<typeof executionCommitment>,
) => updateGiven(db, executionCommitment, id, values);

/** The latest week first, within it newest first; without a week those of all weeks. */
export const listCommitments = (
  db: Db,
  entityId: string,
  { week, ...query }: PageQuery & { week?: string | undefined },
) =>
  page(
    db,
    db
      .select()
      .from(executionCommitment)
      .where(
        and(
          eq(executionCommitment.entityId, entityId),
          week === undefined ? undefined : eq(executionCommitment.week, week),
        ),
      ),
    [desc(executionCommitment.week), ...newestFirst(executionCommitment)],
    query,
  );
