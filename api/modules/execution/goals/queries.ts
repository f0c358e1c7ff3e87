import { eq, getTableColumns } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { newestFirst, type PageQuery, page } from "#api/data/page.ts";
import { first, inserted } from "#api/data/rows.ts";
import { subquery } from "#api/data/subquery.ts";
import { updateGiven } from "#api/data/update-given.ts";
import type { Db } from "#schemas/database/db.ts";
import { executionCommitment, executionGoal } from "#schemas/tables/platform/execution.ts";

const isIt = (id: string) => eq(executionGoal.id, id);

/** A goal with the commitments that were made for it. */
const columns = {
  ...getTableColumns(executionGoal),
  commitments: subquery<number>`select count(*)::int from ${executionCommitment}
    where ${executionCommitment.goalId} = ${executionGoal.id} and ${executionCommitment.status} <> 'dropped'`,
  commitmentsDone: subquery<number>`select count(*)::int from ${executionCommitment}
    where ${executionCommitment.goalId} = ${executionGoal.id} and ${executionCommitment.status} = 'done'`,
};

const goals = (db: Db) => db.select(columns).from(executionGoal);
export type GoalRow = Awaited<ReturnType<typeof goals>>[number];

export const findGoal = (db: Db, id: string): Promise<GoalRow | null> =>
  first(goals(db).where(isIt(id)));

/** The row, locked until the transaction ends. */
export const lockGoal = (tx: Db, id: string) =>
  first(tx.select().from(executionGoal).where(isIt(id)).for("update"));

export const insertGoal = async (db: Db, values: typeof executionGoal.$inferInsert) =>
  inserted(await db.insert(executionGoal).values(values).returning({ id: executionGoal.id }));

export const updateGoal = (db: Db, id: string, values: PgUpdateSetSource<typeof executionGoal>) =>
  updateGiven(db, executionGoal, id, values);

/** False when it no longer exists. */
export async function deleteGoal(db: Db, id: string): Promise<boolean> {
  const gone = await db.delete(executionGoal).where(isIt(id)).returning({ id: executionGoal.id });
  return gone.length > 0;
}

/** Newest first. */
export const listGoals = (db: Db, cycleId: string, query: PageQuery) =>
  page(db, goals(db).where(eq(executionGoal.cycleId, cycleId)), newestFirst(executionGoal), query);
