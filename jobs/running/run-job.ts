import type pg from "pg";
import type { Database } from "#schemas/database/db.ts";
import { isAlive } from "#schemas/database/process-lock.ts";
import { messageOf as withoutValues } from "#schemas/log.ts";
import { diskFull, isDiskFull } from "#schemas/storage/disk-full.ts";

export interface JobSubject {
  name: string;
  /** The subject of the run: a CIK, a date, "all". */
  subject: string;
}

export interface JobRun extends JobSubject {
  id: number;
  state: "running" | "completed" | "failed";
  startedAt: string;
  finishedAt: string | null;
  result: Record<string, unknown> | null;
  error: string | null;
}

/** Runs a job and records it in `job_run`, whatever its result. Errors are rethrown. */
export async function recordRun(
  { pool, process }: Pick<Database, "pool" | "process">,
  run: JobSubject,
  work: () => Promise<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const { rows } = await pool.query(
    "insert into job_run (name, subject, state, process) values ($1, $2, 'running', $3) returning id",
    [run.name, run.subject, await process()],
  );
  const { id } = rows[0] as { id: string };
  try {
    const result = await work();
    await pool.query(
      "update job_run set state = 'completed', finished_at = now(), result = $2 where id = $1",
      [id, JSON.stringify(result)],
    );
    return result;
  } catch (error) {
    await pool.query(
      "update job_run set state = 'failed', finished_at = now(), error = $2 where id = $1",
      [id, messageOf(error)],
    );
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
  const time = (column: string) =>
    `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
  const { rows } = await pool.query(
    `select id::float8 as id, name, subject, state, ${time("started_at")} as "startedAt",
       ${time("finished_at")} as "finishedAt", result, error from job_run
     where state = 'failed' or not $2 order by job_run.id desc limit $1`,
    [limit, onlyFailed],
  );
  return rows as JobRun[];
}

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
  const isDead = lite
    ? "process is distinct from $1"
    : `process is distinct from $1 and case when process is null
         then started_at <= now() - make_interval(secs => ${unknownAfterSeconds})
         else not ${isAlive("job_run.process")} end`;
  await pool.query(
    "update job_run set state = 'failed', finished_at = now(), error = 'the process ended before the job did' " +
      `where state = 'running' and ${isDead}`,
    [await process()],
  );
}

const keepDays = 30;

/** Deletes runs and schedule slots older than thirty days. Returns the number of deleted runs. */
export async function pruneRuns(pool: pg.Pool): Promise<number> {
  await pool.query("delete from job_slot where created_at < now() - make_interval(days => $1)", [
    keepDays,
  ]);
  const { rowCount } = await pool.query(
    "delete from job_run where started_at < now() - make_interval(days => $1)",
    [keepDays],
  );
  return rowCount ?? 0;
}
