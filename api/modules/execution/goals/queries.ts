import { getTableColumns } from "drizzle-orm";
import { rowsOf } from "#api/data/rows-of.ts";
import { subquery } from "#api/data/subquery.ts";
import { executionCommitment, executionGoal } from "#schemas/tables/platform/execution.ts";

/** A goal with the commitments that were made for it. */
const columns = {
  ...getTableColumns(executionGoal),
  commitments: subquery<number>`select count(*)::int from ${executionCommitment}
    where ${executionCommitment.goalId} = ${executionGoal.id} and ${executionCommitment.status} <> 'dropped'`,
  commitmentsDone: subquery<number>`select count(*)::int from ${executionCommitment}
    where ${executionCommitment.goalId} = ${executionGoal.id} and ${executionCommitment.status} = 'done'`,
};

export const goals = rowsOf(executionGoal, columns);
export type GoalRow = NonNullable<Awaited<ReturnType<typeof goals.byId>>>;
