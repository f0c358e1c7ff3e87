import { and, desc, eq, getTableColumns, lt, sql } from "drizzle-orm";
import type pg from "pg";
import { on } from "#ingest/store/transaction.ts";
import type { Database } from "#schemas/database/db.ts";
import { isAlive } from "#schemas/database/process-lock.ts";
import { messageOf as withoutValues } from "#schemas/log.ts";
import { diskFull, isDiskFull } from "#schemas/storage/disk-full.ts";
import { jobRun, jobSlot } from "#schemas/tables/operation/job.ts";

export interface JobSubject {
  name: string;
  /** The subject of the run: a CIK, a date, "all". */
  subject: string;
}

/** A recorded run; times to the second. The subject is null for a run of an older version. */
export type JobRun = Omit<typeof jobRun.$inferSelect, "process">;

/** Runs a job and records it in `job_run`, whatever its result. Errors are rethrown. */
export async function recordRun(
  { pool, process }: Pick<Database, "pool" | "process">,
  run: JobSubject,
  work: () => Promise<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const [started] = await on(pool)
    .insert(jobRun)
    .values({ ...run, state: "running", process: await process() })
    .returning({ id: jobRun.id });
  if (started === undefined) throw new Error("an insert returned no row");
  const finish = (how: Partial<typeof jobRun.$inferInsert>) =>
    on(pool)
      .update(jobRun)
      .set({ ...how, finishedAt: sql`now()` })
      .where(eq(jobRun.id, started.id));
  try {
    const result = await work();
    await finish({ state: "completed", result });
    return result;
  } catch (error) {
    await finish({ state: "failed", error: messageOf(error) });
    throw error;
  }
}

function messageOf(error: unknown): string {
  const message = withoutValues(error);
  return (isDiskFull(error) ? `${diskFull} (${message})` : message).slice(0, 1000);
}

/** The newest runs first; with `onlyFailed` those that failed. */
export async function listRuns(
  pool: pg.Pool,
  limit: number,
  { onlyFailed = false } = {},
): Promise<JobRun[]> {
  const { process: _, ...columns } = getTableColumns(jobRun);
  const runs = await on(pool)
    .select(columns)
    .from(jobRun)
    .where(onlyFailed ? eq(jobRun.state, "failed") : undefined)
    .orderBy(desc(jobRun.id))
    .limit(limit);
  return runs.map((run) => ({
    ...run,
    startedAt: toSecond(run.startedAt),
    finishedAt: run.finishedAt && toSecond(run.finishedAt),
  }));
}

const toSecond = (at: string) => at.replace(/\.\d+Z$/, "Z");

/** Longer than any job's time limit, except those over all companies. */
const unknownAfterSeconds = 3600;

/**
 * Marks runs of ended processes that are still "running" as failed. Only one process can open the embedded database, so
 * all runs of earlier openings have ended; on a server, process locks show which processes still run. A run without a
 * process (from an older version) counts as ended after an hour.
 */
export async function closeAbandonedRuns({
  pool,
  lite,
  process,
}: Pick<Database, "pool" | "lite" | "process">): Promise<void> {
  const isAnother = sql`${jobRun.process} is distinct from ${await process()}`;
  const since = sql`now() - make_interval(secs => ${unknownAfterSeconds})`;
  const hasEnded = sql`case when ${jobRun.process} is null then ${jobRun.startedAt} <= ${since}
    else not ${sql.raw(isAlive("job_run.process"))} end`;
  await on(pool)
    .update(jobRun)
    .set({
      state: "failed",
      finishedAt: sql`now()`,
      error: "the process ended before the job did",
    })
    .where(and(eq(jobRun.state, "running"), isAnother, lite ? undefined : hasEnded));
}

const keepDays = 30;

/** Deletes runs and schedule slots older than thirty days. Returns the number of deleted runs. */
export async function pruneRuns(pool: pg.Pool): Promise<number> {
  const oldest = sql`now() - make_interval(days => ${keepDays})`;
  await on(pool).delete(jobSlot).where(lt(jobSlot.createdAt, oldest));
  const { rowCount } = await on(pool).delete(jobRun).where(lt(jobRun.startedAt, oldest));
  return rowCount ?? 0;
}
