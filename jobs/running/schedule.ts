import { like } from "drizzle-orm";
import { createTask, parse, type ScheduledTask } from "node-cron";
import type pg from "pg";
import { on } from "#ingest/store/transaction.ts";
import { jobSlot } from "#schemas/tables/operation/job.ts";
import { allJobs } from "../tasks.ts";
import { timezone } from "../terminal/local-date.ts";
import type { Job } from "./job.ts";
import type { JobQueue } from "./queue.ts";

type ScheduledJob = Pick<Job, "name" | "key" | "data" | "schedule">;

export interface Scheduler {
  /** Enqueues what came due since the last check. The scheduler itself does so each second. */
  check(): Promise<void>;
  stop(): Promise<void>;
}

interface Setup {
  queue: Pick<JobQueue, "enqueueSlot">;
  pool: pg.Pool;
  now: () => Date;
  log: { error(fields: object, message: string): void };
  jobs?: readonly ScheduledJob[];
}

/**
 * Starts the schedule of every job. A slot is enqueued once, however many processes run. If slots were missed (all
 * processes were down or asleep, the database was away, the clock was set), one job per task makes up for them.
 */
export async function startScheduler(setup: Setup): Promise<Scheduler> {
  const { now, log } = setup;
  const started = minuteOf(now());
  const all = (setup.jobs ?? allJobs).flatMap((job) => dueOf(job, started));
  for (const due of all) await catchUp(due, setup);

  const checkAll = async () => {
    for (const due of all) {
      await enqueuePassed(due, setup).catch((error: unknown) =>
        log.error({ err: error, job: due.job.name }, "a schedule slot could not be enqueued"),
      );
    }
  };
  let running: Promise<void> | null = null;
  const check = () => {
    running ??= checkAll().finally(() => {
      running = null;
    });
    return running;
  };
  const timer = setInterval(() => void check(), 1000);
  return {
    check,
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

type Due = NonNullable<Job["schedule"]> & {
  job: ScheduledJob;
  task: Pick<ScheduledTask, "match">;
  /** The last minute up to which the slots are enqueued, and the last one that was tried. */
  done: number;
  tried: number;
};

function dueOf(job: ScheduledJob, minute: number): Due[] {
  if (job.schedule === undefined) return [];
  // The library's own timers pass over a slot that they reach late, so only its calendar is used.
  const calendar = createTask(job.schedule.cron, () => {}, { timezone });
  // The calendar is slow, and a search goes over days of minutes. The zone differs from UTC by whole hours.
  const { minute: minutes } = parse(job.schedule.cron);
  const task = {
    match: (at: Date) => minutes.includes(at.getUTCMinutes()) && calendar.match(at),
  };
  return [{ job, ...job.schedule, task, done: minute, tried: minute }];
}

/** Once a minute. Of several slots that passed, the latest one is enqueued. After a failure the next minute tries again. */
async function enqueuePassed(due: Due, setup: Setup): Promise<void> {
  const now = setup.now();
  const minute = minuteOf(now);
  if (minute === due.tried) return;
  due.tried = minute;
  // A clock that was set back has no minutes behind it but the present one.
  const slot = previousDue(due.task, now, minute > due.done ? minute - due.done : 1);
  if (slot !== null) await setup.queue.enqueueSlot(keyOf(due, slot), due.job, due.data(slot));
  due.done = minute;
}

const keyOf = ({ job }: Due, slot: Date) => `${job.name}:${slot.toISOString()}`;

/**
 * Enqueues the latest slot before now if no process did. A database that never had a slot of the job starts without
 * one.
 */
async function catchUp(due: Due, { queue, pool, now }: Setup): Promise<void> {
  const slot = previousDue(due.task, now());
  if (slot === null) return;
  const known = await on(pool).$count(jobSlot, like(jobSlot.key, `${due.job.name}:%`));
  await queue.enqueueSlot(keyOf(due, slot), due.job, known === 0 ? null : due.data(slot));
}

const minuteMs = 60_000;
const lookBackMinutes = 8 * 24 * 60;

const minuteOf = (at: Date) => Math.floor(at.getTime() / minuteMs);

/**
 * The latest due minute of the task among the last `minutes` ones, that of `now` included; null when there is none, or
 * none in eight days.
 */
export function previousDue(
  task: Pick<ScheduledTask, "match">,
  now: Date,
  minutes = lookBackMinutes,
): Date | null {
  const last = minuteOf(now);
  for (let back = 0; back < Math.min(minutes, lookBackMinutes); back += 1) {
    const at = new Date((last - back) * minuteMs);
    if (task.match(at)) return at;
  }
  return null;
}
