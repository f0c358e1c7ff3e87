import type { MailTransport } from "#api/clients/mail.ts";
import type { Platform } from "#api/platform.ts";
import type { IngestContext } from "#ingest/context.ts";
import type { Config } from "#schemas/config/config.ts";
import { type Task, task } from "#schemas/tasks/task.ts";
import type { Retry } from "./retry.ts";

/** Adds jobs outside of any transaction. */
export interface Enqueuer {
  /** Adds a job, unless its task has keys and one of the same key waits already; `startAfter` delays it. */
  enqueue<D extends object>(task: Task<D>, data: D, startAfter?: Date): Promise<void>;
  /** Adds many at once. */
  enqueueAll<D extends object>(task: Task<D>, data: readonly D[]): Promise<void>;
}

/** Everything that a job can use. */
export interface JobContext {
  config: Config;
  ingest: IngestContext;
  queue: Enqueuer;
  /** The `deps` of the API's services. */
  platform: Platform;
  /** The mail transport. Only `mail.send` and `mail.forget` use it; other jobs use `platform.mailer`. */
  mails: MailTransport;
}

/** The result of a run. It is stored in `job_run`, so it must not contain secrets or email addresses. */
type JobResult = Record<string, unknown>;

export interface JobWork<D extends object> {
  /** What it does, for the operator. */
  what: string;
  /** Retries, time limits and takeover; see `jobs/running/retry.ts`. */
  retry: Retry;
  /** When it runs, in the regulator's time zone. Without a schedule, the job runs only when it is enqueued. */
  schedule?: { cron: string; why: string; data(slot: Date): D };
  /** Concurrent jobs of this kind in one process; default one. */
  concurrency?: number;
  run(context: JobContext, data: D, signal: AbortSignal): Promise<JobResult>;
}

/** A kind of job as a value: queue, schedule and tests are derived from the list in `tasks.ts`. */
export type Job<D extends object = object> = Task<D> & JobWork<D>;

/** Makes a job of a task that is declared in `schemas/tasks/` because the API enqueues it. */
export const jobOf = <D extends object>(declared: Task<D>, work: JobWork<D>): Job<D> => ({
  ...declared,
  ...work,
});

/** Makes a job that only jobs and the schedule enqueue. */
export const job = <D extends object>({ name, data, key, ...work }: Job<D>): Job<D> =>
  jobOf(task({ name, data, ...(key === undefined ? {} : { key }) }), work);
