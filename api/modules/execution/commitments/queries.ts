import { desc } from "drizzle-orm";
import { newestFirst, type PageQuery } from "#api/data/page.ts";
import { rowsOf } from "#api/data/rows-of.ts";
import type { Db } from "#schemas/database/db.ts";
import { executionCommitment } from "#schemas/tables/platform/execution.ts";

export type CommitmentRow = typeof executionCommitment.$inferSelect;
export const commitments = rowsOf(executionCommitment);

const latestWeekFirst = [desc(executionCommitment.week), ...newestFirst(executionCommitment)];

/** The latest week first, within it newest first; without a week those of all weeks. */
export const listCommitments = (
  db: Db,
  entityId: string,
  { week, ...query }: PageQuery & { week?: string | undefined },
) =>
  commitments.page(
    db,
    week === undefined ? { entityId } : { entityId, week },
    query,
    ...latestWeekFirst,
  );
