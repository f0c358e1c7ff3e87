import { type ConstructorOptions, type Job as Fetched, PgBoss } from "pg-boss";
import {
  bossBasics,
  executeOn,
  type JobSender,
  prepareQueues,
  sendOn,
  sendOptions,
} from "#api/clients/job-sender.ts";
import { GoneError } from "#ingest/errors.ts";
import { inTransaction, on } from "#ingest/store/transaction.ts";
import type { Database } from "#schemas/database/db.ts";
import { messageOf } from "#schemas/log.ts";
import { jobSlot } from "#schemas/tables/operation/job.ts";
import type { Task } from "#schemas/tasks/task.ts";
import { allJobs } from "../tasks.ts";
import type { Enqueuer, Job, JobContext } from "./job.ts";
import { resumeAbandoned } from "./resume-abandoned.ts";
import { deadLetters, isDeferral, LastingError } from "./retry.ts";
import { type JobSubject, recordRun } from "./run-job.ts";

export interface JobQueue extends JobSender, Enqueuer {
  /** Adds the job of a schedule slot once, however many processes try. Slot and job are stored in one transaction. */
  enqueueSlot<D extends object>(slot: string, task: Task<D>, data: D | null): Promise<boolean>;
  /** Keys of jobs with these names that wait or run in any process. */
  unfinished(names: readonly string[]): Promise<Set<string>>;
  /** Starts working on all jobs in this process. */
  work(context: Omit<JobContext, "queue">): Promise<void>;
  /** Waits for running jobs for a limited time; other processes take over the rest. */
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
  /** Default: all there are. */
  jobs?: readonly Job[];
  log: { error(fields: object, message: string): void };
  /** Called after each run of a job in this process. */
  onRun?: (run: FinishedRun) => void;
  boundary?: (name: string) => void;
  /** How long a stop waits for running jobs. */
  stopTimeoutMs?: number;
  pollSeconds?: number;
}

/** Opens pg-boss: on the one session of the embedded database, or with its own small pool on a server. */
export async function openQueue(setup: QueueSetup): Promise<JobQueue> {
  const boss = new PgBoss(bossOptions(setup));
  boss.on("error", (error) => setup.log.error({ err: error }, "the job queue reported an error"));
  await boss.start();
  const { jobs = allJobs } = setup;
  await createQueues(boss, jobs);
  if (setup.database.lite) {
    const names = jobs.map(({ name }) => name);
    await resumeAbandoned(boss, setup.database.pool, names);
  }
  return new BossQueue(boss, setup, jobs);
}

function bossOptions(setup: QueueSetup): ConstructorOptions {
  const shared: ConstructorOptions = {
    ...bossBasics,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
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

async function createQueues(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  await boss.createQueue(deadLetters, { retentionSeconds: 60 * 60 * 24 * 30 });
  await prepareQueues(boss, jobs);
}

/** What a run of a job is about, as `job_run` names it. */
const subjectOf = ({ key }: Job, { id, data }: Fetched<object>) => key?.(data) ?? id;

class BossQueue implements JobQueue {
  readonly #boss: PgBoss;
  readonly #setup: QueueSetup;
  readonly #jobs: readonly Job[];
  readonly #workers = new Map<string, string[]>();
  #raising: NodeJS.Timeout | undefined;

  constructor(boss: PgBoss, setup: QueueSetup, jobs: readonly Job[]) {
    this.#boss = boss;
    this.#setup = setup;
    this.#jobs = jobs;
  }

  async enqueue<D extends object>(task: Task<D>, data: D, startAfter?: Date): Promise<void> {
    await this.#boss.send(task.name, data, {
      ...sendOptions(task, data),
      ...(startAfter ? { startAfter } : {}),
    });
    this.#wake(task.name);
  }

  async enqueueAll<D extends object>(task: Task<D>, data: readonly D[]): Promise<void> {
    for (let from = 0; from < data.length; from += 500) {
      const jobs = data
        .slice(from, from + 500)
        .map((one) => ({ data: one, ...sendOptions(task, one) }));
      await this.#boss.insert(task.name, jobs);
    }
    this.#wake(task.name);
  }

  async send(...given: Parameters<JobSender["send"]>): Promise<void> {
    const [{ afterCommit }, { name }] = given;
    await sendOn(this.#boss, ...given);
    afterCommit(() => this.#wake(name));
  }

  async enqueueSlot<D extends object>(
    slot: string,
    task: Task<D>,
    data: D | null,
  ): Promise<boolean> {
    const isWon = await inTransaction(this.#setup.database.pool, async (client) => {
      const { rowCount } = await on(client)
        .insert(jobSlot)
        .values({ key: slot })
        .onConflictDoNothing();
      if (rowCount !== 1) return false;
      this.#setup.boundary?.("slot:won");
      if (data !== null) {
        const db = { executeSql: executeOn(client) };
        await this.#boss.send(task.name, data, { ...sendOptions(task, data), db });
      }
      this.#setup.boundary?.("slot:enqueued");
      return true;
    });
    if (isWon) this.#wake(task.name);
    return isWon;
  }

  async unfinished(names: readonly string[]): Promise<Set<string>> {
    const { rows } = await this.#setup.database.pool.query(
      "select distinct singleton_key as key from pgboss.job " +
        "where name = any($1::text[]) and state in ('created', 'retry', 'active')",
      [names],
    );
    return new Set(rows.map(({ key }: { key: string }) => key));
  }

  async work(given: Omit<JobContext, "queue">): Promise<void> {
    const context = { ...given, queue: this };
    this.#raising = setInterval(() => void this.#raise(), raiseEveryMs).unref();
    for (const job of this.#jobs) await this.#workOn(job, context);
  }

  async stop(): Promise<void> {
    clearInterval(this.#raising);
    await this.#boss.stop({ graceful: true, timeout: this.#setup.stopTimeoutMs ?? 10_000 });
  }

  async #raise(): Promise<void> {
    const names = this.#jobs.map(({ name }) => name);
    await raiseRetries(this.#setup.database.pool, names).catch((error: unknown) =>
      this.#setup.log.error({ err: error }, "jobs to be tried again could not be put first"),
    );
  }

  async #workOn(job: Job, context: JobContext): Promise<void> {
    const { name, concurrency = 1 } = job;
    const options = { pollingIntervalSeconds: this.#setup.pollSeconds ?? 2 };
    const ids: string[] = [];
    this.#workers.set(name, ids);
    for (let i = 0; i < concurrency; i += 1) {
      const id = await this.#boss.work(name, options, async ([fetched]: Fetched<object>[]) => {
        if (!fetched) return;
        const result = await this.#runOne(job, fetched, context);
        // More may wait: fetch again at once instead of after the polling interval.
        this.#boss.notifyWorker(id);
        return result;
      });
      ids.push(id);
    }
  }

  async #runOne(job: Job, fetched: Fetched<object>, context: JobContext): Promise<object> {
    const { database, onRun, boundary } = this.#setup;
    boundary?.("job:fetched");
    const run = { name: job.name, subject: subjectOf(job, fetched) };
    try {
      const result = await recordRun(database, run, () => this.#orDefer(job, fetched, context));
      const state = "deferredUntil" in result ? "deferred" : "completed";
      onRun?.({ ...run, state, result, error: null });
      boundary?.("job:done");
      return result;
    } catch (error) {
      onRun?.({ ...run, state: "failed", result: null, error: messageOf(error) });
      if (error instanceof LastingError || error instanceof GoneError) return {};
      throw error;
    }
  }

  /** If the source said when to ask again, enqueues a new job for that time and ends this one. */
  async #orDefer(
    job: Job,
    { data, signal }: Fetched<object>,
    context: JobContext,
  ): Promise<Record<string, unknown>> {
    try {
      return await job.run(context, job.data.parse(data), signal);
    } catch (error) {
      if (!isDeferral(error)) throw error;
      await this.enqueue(job, data, error.retryAt);
      return { deferredUntil: error.retryAt.toISOString(), because: error.message };
    }
  }

  #wake(name: string): void {
    for (const id of this.#workers.get(name) ?? []) this.#boss.notifyWorker(id);
  }
}

const raiseEveryMs = 5_000;

/**
 * Gives retries priority over jobs that were never tried. Otherwise the company of a killed worker would wait for all
 * other companies of that night.
 */
export async function raiseRetries(
  pool: Database["pool"],
  names: readonly string[],
): Promise<void> {
  await pool.query(
    "update pgboss.job set priority = 1 where state = 'retry' and priority = 0 and name = any($1::text[])",
    [names],
  );
}
