import { type ConstructorOptions, type Job, PgBoss, type QueueOptions } from "pg-boss";
import { inTransaction } from "#ingest/store/transaction.ts";
import type { Database } from "#schemas/db.ts";
import { isDeferral, LastingError } from "./defer.ts";
import { resumeAbandoned } from "./resume-abandoned.ts";
import { type JobSubject, recordRun } from "./run-job.ts";

/** What each job carries. */
export interface JobData {
  "ingest-company": { cik: string };
  "rebuild-company": { cik: string };
  "poll-feed": Record<string, never>;
  /** An ISO date of the daily index. */
  "read-daily-index": { date: string };
  "refresh-all": Record<string, never>;
  precompute: Record<string, never>;
  "write-extracts": Record<string, never>;
}
export type JobName = keyof JobData;
export type JobHandlers = {
  [N in JobName]: (data: JobData[N], signal: AbortSignal) => Promise<Record<string, unknown>>;
};

const deadLetters = "dead-letter";

const companyJob: QueueOptions = {
  retryLimit: 4,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 600,
  expireInSeconds: 900,
  heartbeatSeconds: 15,
};
const listJob: QueueOptions = { ...companyJob, retryDelay: 30 };

/**
 * Retries, time limits and takeover of every job. At most one job per key waits at a time; a worker that
 * stops answering for 15 s loses its job to another one, and a job that failed for good is kept in "dead-letter".
 */
export const jobQueues: Record<JobName, QueueOptions> = {
  "ingest-company": companyJob,
  "rebuild-company": companyJob,
  "poll-feed": { ...listJob, retryLimit: 1 },
  "read-daily-index": listJob,
  "refresh-all": listJob,
  // A whole universe takes hours.
  precompute: { ...listJob, expireInSeconds: 6 * 60 * 60 },
  // The next morning makes up for what failed.
  "write-extracts": { ...listJob, retryLimit: 1, expireInSeconds: 6 * 60 * 60 },
};

/** Jobs of one kind at a time in one process, where more than one: while one company is built, others are fetched. */
const concurrency: Partial<Record<JobName, number>> = { "ingest-company": 3 };

const jobNames = Object.keys(jobQueues) as JobName[];

export interface JobQueue {
  /** Adds a job unless one of the same key waits already; `startAfter` delays it. */
  enqueue<N extends JobName>(name: N, data: JobData[N], startAfter?: Date): Promise<void>;
  /** Adds many at once. */
  enqueueAll<N extends JobName>(name: N, data: readonly JobData[N][]): Promise<void>;
  /** Adds the job of a schedule slot once, whoever else tries: the slot and the job are one transaction. */
  enqueueSlot<N extends JobName>(slot: string, name: N, data: JobData[N] | null): Promise<boolean>;
  /** Subjects of which a job of these kinds waits or runs, in whatever process. */
  unfinished(names: readonly JobName[]): Promise<Set<string>>;
  /** Starts working on all jobs in this process. */
  work(handlers: JobHandlers): Promise<void>;
  /** Lets running jobs finish for a while, then leaves them to be taken over. */
  stop(): Promise<void>;
}

/** How a run of a job ended. `result` is null for a failed one. */
export interface FinishedRun extends JobSubject {
  state: "completed" | "deferred" | "failed";
  result: Record<string, unknown> | null;
  error: string | null;
}

export interface QueueSetup {
  database: Database;
  databaseUrl: string | null;
  log: { error(fields: object, message: string): void };
  /** Called after each run of a job in this process. */
  onRun?: (run: FinishedRun) => void;
  boundary?: (name: string) => void;
  /** How long a stop waits for running jobs. */
  stopTimeoutMs?: number;
  pollSeconds?: number;
}

/** Opens pg-boss: through the one session of the embedded database, or with a small pool of its own on a server. */
export async function openQueue(setup: QueueSetup): Promise<JobQueue> {
  const boss = new PgBoss(bossOptions(setup));
  boss.on("error", (error) => setup.log.error({ err: error }, "the job queue reported an error"));
  await boss.start();
  await createQueues(boss);
  if (setup.database.lite) await resumeAbandoned(boss, setup.database.pool, jobNames);
  return new BossQueue(boss, setup);
}

function bossOptions(setup: QueueSetup): ConstructorOptions {
  const shared: ConstructorOptions = {
    schema: "pgboss",
    schedule: false,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    reindex: false,
    monitorVacuum: false,
  };
  if (setup.databaseUrl === null) {
    return { ...shared, backend: "pglite", db: { executeSql: executeOn(setup.database.pool) } };
  }
  return {
    ...shared,
    connectionString: setup.databaseUrl,
    application_name: "tenk-jobs",
    max: 4,
    useListenNotify: true,
  };
}

interface SqlClient {
  query(text: string, values?: unknown[]): Promise<unknown>;
}

/** pg-boss sends several statements at once where it binds no values; their rows are joined. */
function executeOn(client: SqlClient) {
  return async (text: string, values?: unknown[]) => {
    const result = (await client.query(text, values?.length ? values : undefined)) as
      | { rows?: unknown[] }
      | { rows?: unknown[] }[];
    return { rows: [result].flat().flatMap((part) => part.rows ?? []) };
  };
}

async function createQueues(boss: PgBoss): Promise<void> {
  await boss.createQueue(deadLetters, { retentionSeconds: 60 * 60 * 24 * 30 });
  for (const name of jobNames) {
    await boss.createQueue(name, {
      policy: "short",
      notify: true,
      deadLetter: deadLetters,
      ...jobQueues[name],
    });
    // Looks the queue up once, so that a send inside a transaction needs no second connection.
    await boss.findJobs(name, { id: "00000000-0000-0000-0000-000000000000" });
  }
}

/** The key under which at most one job waits. */
function keyOf(data: object): string {
  return Object.values(data).join(" ") || "all";
}

class BossQueue implements JobQueue {
  readonly #boss: PgBoss;
  readonly #setup: QueueSetup;
  readonly #workers = new Map<string, string[]>();
  #raising: NodeJS.Timeout | undefined;

  constructor(boss: PgBoss, setup: QueueSetup) {
    this.#boss = boss;
    this.#setup = setup;
  }

  async enqueue<N extends JobName>(name: N, data: JobData[N], startAfter?: Date): Promise<void> {
    await this.#boss.send(name, data, {
      singletonKey: keyOf(data),
      ...(startAfter ? { startAfter } : {}),
    });
    this.#wake(name);
  }

  async enqueueAll<N extends JobName>(name: N, data: readonly JobData[N][]): Promise<void> {
    for (let from = 0; from < data.length; from += 500) {
      const jobs = data
        .slice(from, from + 500)
        .map((one) => ({ data: one, singletonKey: keyOf(one) }));
      await this.#boss.insert(name, jobs);
    }
    this.#wake(name);
  }

  async enqueueSlot<N extends JobName>(
    slot: string,
    name: N,
    data: JobData[N] | null,
  ): Promise<boolean> {
    const isWon = await inTransaction(this.#setup.database.pool, async (client) => {
      const { rowCount } = await client.query(
        "insert into job_slot (key) values ($1) on conflict do nothing",
        [slot],
      );
      if (rowCount !== 1) return false;
      this.#setup.boundary?.("slot:won");
      if (data !== null) {
        const db = { executeSql: executeOn(client) };
        await this.#boss.send(name, data, { singletonKey: keyOf(data), db });
      }
      this.#setup.boundary?.("slot:enqueued");
      return true;
    });
    if (isWon) this.#wake(name);
    return isWon;
  }

  async unfinished(names: readonly JobName[]): Promise<Set<string>> {
    const { rows } = await this.#setup.database.pool.query(
      "select distinct singleton_key as key from pgboss.job " +
        "where name = any($1::text[]) and state in ('created', 'retry', 'active')",
      [names],
    );
    return new Set(rows.map(({ key }: { key: string }) => key));
  }

  async work(handlers: JobHandlers): Promise<void> {
    this.#raising = setInterval(() => void this.#raise(), raiseEveryMs).unref();
    for (const name of jobNames) await this.#workOn(name, handlers[name] as JobHandler);
  }

  async stop(): Promise<void> {
    clearInterval(this.#raising);
    await this.#boss.stop({ graceful: true, timeout: this.#setup.stopTimeoutMs ?? 10_000 });
  }

  async #raise(): Promise<void> {
    await raiseRetries(this.#setup.database.pool).catch((error: unknown) =>
      this.#setup.log.error({ err: error }, "jobs to be tried again could not be put first"),
    );
  }

  async #workOn(name: JobName, handler: JobHandler): Promise<void> {
    const options = { pollingIntervalSeconds: this.#setup.pollSeconds ?? 2 };
    const ids: string[] = [];
    this.#workers.set(name, ids);
    for (let i = 0; i < (concurrency[name] ?? 1); i += 1) {
      const id = await this.#boss.work(name, options, async ([job]: Job<object>[]) => {
        if (!job) return;
        const result = await this.#runOne(name, job, handler);
        // More may wait: fetch again at once instead of after the polling interval.
        this.#boss.notifyWorker(id);
        return result;
      });
      ids.push(id);
    }
  }

  async #runOne(name: JobName, job: Job<object>, handler: JobHandler): Promise<object> {
    const { database, onRun, boundary } = this.#setup;
    boundary?.("job:fetched");
    const run = { name, subject: keyOf(job.data) };
    try {
      const result = await recordRun(database, run, () => this.#orDefer(name, job, handler));
      const state = "deferredUntil" in result ? "deferred" : "completed";
      onRun?.({ ...run, state, result, error: null });
      boundary?.("job:done");
      return result;
    } catch (error) {
      onRun?.({ ...run, state: "failed", result: null, error: (error as Error).message });
      if (error instanceof LastingError) return {};
      throw error;
    }
  }

  /** Where the source named a time, a new job waits until then and this one is done. */
  async #orDefer(
    name: JobName,
    job: Job<object>,
    handler: JobHandler,
  ): Promise<Record<string, unknown>> {
    try {
      return await handler(job.data, job.signal);
    } catch (error) {
      if (!isDeferral(error)) throw error;
      await this.enqueue(name, job.data as JobData[typeof name], error.retryAt);
      return { deferredUntil: error.retryAt.toISOString(), because: error.message };
    }
  }

  #wake(name: JobName): void {
    for (const id of this.#workers.get(name) ?? []) this.#boss.notifyWorker(id);
  }
}

const raiseEveryMs = 5_000;

/**
 * Puts jobs that are to be tried again before those that were never tried: the company of a worker that was killed
 * would otherwise wait for all the others of its night.
 */
export async function raiseRetries(pool: Database["pool"]): Promise<void> {
  await pool.query(
    "update pgboss.job set priority = 1 where state = 'retry' and priority = 0 and name = any($1::text[])",
    [jobNames],
  );
}

type JobHandler = (data: object, signal: AbortSignal) => Promise<Record<string, unknown>>;
