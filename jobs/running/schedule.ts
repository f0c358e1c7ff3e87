import { createTask, type ScheduledTask } from "node-cron";
import type pg from "pg";
import { allJobs } from "../tasks.ts";
import { timezone } from "../terminal/local-date.ts";
import type { Job } from "./job.ts";
import type { JobQueue } from "./queue.ts";

type ScheduledJob = Pick<Job, "name" | "key" | "data" | "schedule">;

export interface Scheduler {
  stop(): Promise<void>;
}

/**
 * Starts the schedule of every job. A slot is enqueued once, however many processes run. If slots were missed while all
 * processes were down, one job per task makes up for them.
 */
export async function startScheduler(setup: {
  queue: JobQueue;
  pool: pg.Pool;
  now: () => Date;
  log: { error(fields: object, message: string): void };
  jobs?: readonly ScheduledJob[];
}): Promise<Scheduler> {
  const tasks: ScheduledTask[] = [];
  for (const job of setup.jobs ?? allJobs) {
    if (job.schedule === undefined) continue;
    const due = { job, ...job.schedule };
    const task = startTask(due, setup);
    tasks.push(task);
    await catchUp(due, task, setup);
  }
  return {
    async stop() {
      for (const task of tasks) await task.destroy();
    },
  };
}

type Due = { job: ScheduledJob } & NonNullable<Job["schedule"]>;

function startTask(
  { job, cron, data }: Due,
  setup: { queue: JobQueue; log: { error(fields: object, message: string): void } },
): ScheduledTask {
  // The coordinator enqueues the job. Slot and job are one transaction, so a crash in between loses nothing.
  const runCoordinator = {
    async shouldRun(key: string) {
      try {
        const slot = new Date(key.slice(job.name.length + 1));
        return await setup.queue.enqueueSlot(key, job, data(slot));
      } catch (error) {
        setup.log.error({ err: error, slot: key }, "a schedule slot could not be enqueued");
        throw error;
      }
    },
  };
  const task = createTask(cron, () => {}, {
    name: job.name,
    timezone,
    distributed: true,
    runCoordinator,
    suppressMissedWarning: true,
  });
  void task.start();
  return task;
}

/**
 * Enqueues the latest slot before now if no process did. A database that never had a slot of the job starts without
 * one.
 */
async function catchUp(
  { job, data }: Due,
  task: ScheduledTask,
  setup: { queue: JobQueue; pool: pg.Pool; now: () => Date },
): Promise<void> {
  const due = previousDue(task, setup.now());
  if (due === null) return;
  const { rowCount } = await setup.pool.query(
    "select 1 from job_slot where key like $1 || ':%' limit 1",
    [job.name],
  );
  const missed = rowCount === 0 ? null : data(due);
  await setup.queue.enqueueSlot(`${job.name}:${due.toISOString()}`, job, missed);
}

const minute = 60_000;
const lookBackMinutes = 8 * 24 * 60;

/** The latest due minute of the task before `now`; null when there was none in eight days. */
export function previousDue(task: Pick<ScheduledTask, "match">, now: Date): Date | null {
  const start = Math.floor(now.getTime() / minute) * minute;
  for (let back = 0; back <= lookBackMinutes; back += 1) {
    const at = new Date(start - back * minute);
    if (task.match(at)) return at;
  }
  return null;
}
