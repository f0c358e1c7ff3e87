import { asc, type SQL, sql } from "drizzle-orm";
import { pick } from "#api/data/rows.ts";
import type { Db } from "#schemas/database/db.ts";
import { companyBuild } from "#schemas/tables/companies/build.ts";
import { jobRun } from "#schemas/tables/operation/job.ts";
import { upstream, upstreamHost } from "#schemas/tables/operation/upstream.ts";

/** Jobs of one kind that wait or run. */
export interface QueuedJobs {
  job: string;
  /** Due, and not begun. */
  waiting: number;
  /** For a later time: a retry, or what the source put off. */
  later: number;
  active: number;
  /** Since the job that has been due for longest was due; 0 without one. */
  oldestSeconds: number;
}

/** The jobs of each kind in the queue. */
export async function listQueued(db: Db): Promise<QueuedJobs[]> {
  const rows = await ofQueue(db, queuedJobs);
  return rows.map((row) => ({
    job: String(row.job),
    waiting: Number(row.waiting),
    later: Number(row.later),
    active: Number(row.active),
    oldestSeconds: Number(row.oldest),
  }));
}

/** How many companies wait for their first build. */
export async function countUnbuilt(db: Db): Promise<number> {
  const [row] = await ofQueue(db, unbuiltCompanies);
  return Number(row?.companies ?? 0);
}

/** The rows; none before the first start of a process that has a queue. */
async function ofQueue(db: Db, query: SQL): Promise<Record<string, unknown>[]> {
  const { rows } = await db.execute(sql`select to_regclass('pgboss.job') is not null as "is"`);
  return rows[0]?.is === true ? (await db.execute(query)).rows : [];
}

const isDue = sql`state in ('created', 'retry') and start_after <= now()`;

const queuedJobs = sql`
  select name as job,
    count(*) filter (where ${isDue}) as waiting,
    count(*) filter (where state in ('created', 'retry') and start_after > now()) as later,
    count(*) filter (where state = 'active') as active,
    coalesce(extract(epoch from now() - min(start_after) filter (where ${isDue})), 0) as oldest
  from pgboss.job where state in ('created', 'retry', 'active')
  group by name order by name`;

const unbuiltCompanies = sql`
  select count(distinct singleton_key) as companies from pgboss.job
  where name = 'ingest-company' and state in ('created', 'retry', 'active')
    and not exists (select from ${companyBuild} where ${companyBuild.companyKey} = singleton_key)`;

/** Runs of one job since a time, by how they ended. Seconds are of finished runs; null without one. */
export interface JobRuns {
  job: string;
  completed: number;
  failed: number;
  running: number;
  median: number | null;
  p95: number | null;
  longest: number | null;
}

/** The runs of each job since an ISO time. */
export async function listRunsSince(db: Db, since: string): Promise<JobRuns[]> {
  const seconds = sql`extract(epoch from finished_at - started_at)`;
  const { rows } = await db.execute(sql`
    select name as job,
      count(*) filter (where state = 'completed') as completed,
      count(*) filter (where state = 'failed') as failed,
      count(*) filter (where state = 'running') as running,
      percentile_cont(0.5) within group (order by ${seconds}) as median,
      percentile_cont(0.95) within group (order by ${seconds}) as p95,
      max(${seconds}) as longest
    from ${jobRun} where started_at > ${since} group by name order by name`);
  const number = (value: unknown) => (value === null ? null : Number(value));
  return rows.map((row) => ({
    job: String(row.job),
    completed: Number(row.completed),
    failed: Number(row.failed),
    running: Number(row.running),
    median: number(row.median),
    p95: number(row.p95),
    longest: number(row.longest),
  }));
}

/** Builds of companies since an ISO time, by what came of them: stored, unchanged, gated and others. */
export async function countBuilds(
  db: Db,
  since: string,
): Promise<{ outcome: string; builds: number }[]> {
  const { rows } = await db.execute(sql`
    select coalesce(result->>'kind', state) as outcome, count(*) as builds
    from ${jobRun}
    where name in ('ingest-company', 'rebuild-company') and started_at > ${since}
      and state <> 'running'
    group by 1 order by 1`);
  return rows.map((row) => ({ outcome: String(row.outcome), builds: Number(row.builds) }));
}

/** Requests to each host, and holds of each upstream, since the database was made. */
export async function countRequests(db: Db) {
  const [hosts, upstreams] = await Promise.all([
    db
      .select(pick(upstreamHost, "host", "answered", "failed"))
      .from(upstreamHost)
      .orderBy(asc(upstreamHost.host)),
    db
      .select({ upstream: upstream.name, holds: upstream.holds })
      .from(upstream)
      .orderBy(asc(upstream.name)),
  ]);
  return { hosts, upstreams };
}
