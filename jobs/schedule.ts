import { createTask, type ScheduledTask } from "node-cron";
import type pg from "pg";
import type { JobData, JobName, JobQueue } from "./queue.ts";

/** When each job is due, in the regulator's time zone. */
export interface ScheduledJob {
  name: JobName;
  cron: string;
  why: string;
  /** What the job of a slot carries. */
  data: (slot: Date) => JobData[JobName];
}

const timezone = "America/New_York";

export const schedule: readonly ScheduledJob[] = [
  {
    name: "poll-feed",
    cron: "* 6-22 * * 1-5",
    why: "new filings, every minute while the regulator accepts them",
    data: () => ({}),
  },
  {
    name: "read-daily-index",
    cron: "30 22 * * 1-5",
    why: "what the feed missed that day",
    data: (slot) => ({ date: localDate(slot) }),
  },
  {
    name: "refresh-all",
    cron: "15 3 * * *",
    why: "every company again, by conditional requests",
    data: () => ({}),
  },
  {
    name: "precompute",
    cron: "45 4 * * *",
    why: "companies built by another registry or engine, and old records of jobs",
    data: () => ({}),
  },
  {
    name: "write-extracts",
    cron: "15 6 * * *",
    why: "what analysts read, where anything has changed",
    data: () => ({}),
  },
];

/** The date on the wall in the regulator's time zone. */
export function localDate(at: Date): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: timezone, dateStyle: "short" }).format(at);
}

export interface Scheduler {
  stop(): Promise<void>;
}

/**
 * Starts the clock of every job. A slot is enqueued once however many processes run; slots missed while
 * all were down are made up for by one job each.
 */
export async function startScheduler(setup: {
  queue: JobQueue;
  pool: pg.Pool;
  now: () => Date;
  log: { error(fields: object, message: string): void };
  jobs?: readonly ScheduledJob[];
}): Promise<Scheduler> {
  const tasks: ScheduledTask[] = [];
  for (const job of setup.jobs ?? schedule) {
    const task = startTask(job, setup);
    tasks.push(task);
    await catchUp(job, task, setup);
  }
  return {
    async stop() {
      for (const task of tasks) await task.destroy();
    },
  };
}

function startTask(
  job: ScheduledJob,
  setup: { queue: JobQueue; log: { error(fields: object, message: string): void } },
): ScheduledTask {
  // The coordinator does the work: slot and job are one transaction, so a crash after winning loses nothing.
  const runCoordinator = {
    async shouldRun(key: string) {
      try {
        const slot = new Date(key.slice(job.name.length + 1));
        return await setup.queue.enqueueSlot(key, job.name, job.data(slot));
      } catch (error) {
        setup.log.error({ err: error, slot: key }, "a schedule slot could not be enqueued");
        throw error;
      }
    },
  };
  const task = createTask(job.cron, () => {}, {
    name: job.name,
    timezone,
    distributed: true,
    runCoordinator,
    suppressMissedWarning: true,
  });
  void task.start();
  return task;
}

/** Enqueues the last slot before now if nobody did. A database that never had a slot of the job starts without one. */
async function catchUp(
  job: ScheduledJob,
  task: ScheduledTask,
  setup: { queue: JobQueue; pool: pg.Pool; now: () => Date },
): Promise<void> {
  const due = previousDue(task, setup.now());
  if (due === null) return;
  const { rowCount } = await setup.pool.query(
    "select 1 from job_slot where key like $1 || ':%' limit 1",
    [job.name],
  );
  const data = rowCount === 0 ? null : job.data(due);
  await setup.queue.enqueueSlot(`${job.name}:${due.toISOString()}`, job.name, data);
}

const minute = 60_000;
const lookBackMinutes = 8 * 24 * 60;

/** The last minute before `now` for which the task is due, or null when there was none in eight days. */
export function previousDue(task: Pick<ScheduledTask, "match">, now: Date): Date | null {
  const start = Math.floor(now.getTime() / minute) * minute;
  for (let back = 0; back <= lookBackMinutes; back += 1) {
    const at = new Date(start - back * minute);
    if (task.match(at)) return at;
  }
  return null;
}
