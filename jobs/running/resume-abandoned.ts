import type { Pool } from "pg";
import type { PgBoss } from "pg-boss";

/**
 * Re-queues the jobs of an ended process at once. Only for the embedded database, whose folder lock proves that no
 * other process works on them. If a job of the same key already waits, the abandoned one is deleted.
 */
export async function resumeAbandoned(
  boss: PgBoss,
  pool: Pool,
  names: readonly string[],
): Promise<void> {
  const { rows } = await pool.query(
    "select name, id, state, singleton_key as key from pgboss.job " +
      "where state in ('created', 'active', 'cancelled') and name = any($1::text[])",
    [names],
  );
  const lineOf = ({ name, key }: AbandonedJob) => `${name} ${key}`;
  const jobs = rows as AbandonedJob[];
  const waiting = new Set(jobs.filter(({ state }) => state === "created").map(lineOf));
  for (const job of jobs.filter(({ state }) => state !== "created")) {
    if (job.state === "active") await boss.cancel(job.name, job.id);
    if (job.key !== null && waiting.has(lineOf(job))) {
      await boss.deleteJob(job.name, job.id);
    } else {
      await boss.resume(job.name, job.id);
      waiting.add(lineOf(job));
    }
  }
}

interface AbandonedJob {
  name: string;
  id: string;
  state: "created" | "active" | "cancelled";
  key: string | null;
}
