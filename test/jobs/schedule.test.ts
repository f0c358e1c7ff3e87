import { createTask } from "node-cron";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { JobQueue } from "#jobs/running/queue.ts";
import { previousDue, startScheduler } from "#jobs/running/schedule.ts";
import { precomputeJob } from "#jobs/tasks/companies/precompute.ts";
import { readDailyIndexJob } from "#jobs/tasks/companies/read-daily-index.ts";
import { allJobs } from "#jobs/tasks.ts";
import { openTestDatabase } from "../helpers/database.ts";

const database = await openTestDatabase();
afterAll(() => database.close());
const { pool } = database;

const enqueued: string[] = [];
/** As the real one, with a list in place of the queue's tables. */
const queue: Pick<JobQueue, "enqueueSlot"> = {
  async enqueueSlot(slot, { name }, data) {
    const { rowCount } = await pool.query(
      "insert into job_slot (key) values ($1) on conflict do nothing",
      [slot],
    );
    if (rowCount === 1 && data !== null) enqueued.push(`${name} ${JSON.stringify(data)}`);
    return rowCount === 1;
  },
};

beforeEach(async () => {
  enqueued.length = 0;
  await pool.query("truncate job_slot");
});

const log = { error() {} };
const jobs = [readDailyIndexJob];

async function startAndStop(now: string): Promise<void> {
  const setup = { queue: queue as JobQueue, pool, now: () => new Date(now), log, jobs };
  const scheduler = await startScheduler(setup);
  await scheduler.stop();
}

test("the last due time follows the regulator's clock, over weekends and the change of daylight saving", () => {
  const task = createTask("30 22 * * 1-5", () => {}, { timezone: "America/New_York" });
  const due = (now: string) => previousDue(task, new Date(now))?.toISOString();

  expect(due("2026-01-15T12:00:00Z")).toBe("2026-01-15T03:30:00.000Z");
  expect(due("2026-01-12T12:00:00Z")).toBe("2026-01-10T03:30:00.000Z");
  expect(due("2026-07-15T12:00:00Z")).toBe("2026-07-15T02:30:00.000Z");
  expect(due("2026-01-15T03:30:00Z")).toBe("2026-01-15T03:30:00.000Z");
});

test("a first start has nothing to make up for", async () => {
  await startAndStop("2026-01-15T12:00:00Z");

  expect(enqueued).toEqual([]);
});

test("slots missed while all were down are made up for by one job, for the day of the last slot", async () => {
  await startAndStop("2026-01-12T12:00:00Z");

  await startAndStop("2026-01-15T12:00:00Z");
  await startAndStop("2026-01-15T13:00:00Z");

  expect(enqueued).toEqual(['read-daily-index {"date":"2026-01-14"}']);
});

test("a start right after the slot ran makes up for nothing", async () => {
  await startAndStop("2026-01-12T12:00:00Z");
  await queue.enqueueSlot("read-daily-index:2026-01-15T03:30:00.000Z", readDailyIndexJob, {
    date: "2026-01-14",
  });
  enqueued.length = 0;

  await startAndStop("2026-01-15T03:31:00Z");

  expect(enqueued).toEqual([]);
});

test("three clocks enqueue each slot once, under the name and time of the slot", async () => {
  const schedule = { cron: "* * * * * *", why: "a test", data: () => ({}) };
  const every = { ...precomputeJob, schedule };
  const setup = { queue: queue as JobQueue, pool, now: () => new Date(), log, jobs: [every] };
  const schedulers = await Promise.all([1, 2, 3].map(() => startScheduler(setup)));
  await new Promise((resolve) => setTimeout(resolve, 3_200));
  for (const scheduler of schedulers) await scheduler.stop();

  const { rows } = await pool.query("select key from job_slot");
  const slots = rows.map(({ key }) => key as string);
  expect(slots.every((key) => /^precompute:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/.test(key))).toBe(
    true,
  );
  expect(new Set(slots).size).toBe(slots.length);
  expect(enqueued.length).toBeGreaterThanOrEqual(2);
  expect(enqueued.length).toBeLessThanOrEqual(slots.length);
});

test("every scheduled job has a readable time and a reason", () => {
  for (const { schedule, name } of allJobs) {
    if (schedule === undefined) continue;
    const { cron, why } = schedule;
    expect(() => createTask(cron, () => {}), name).not.toThrow();
    expect(why).not.toBe("");
  }
});
