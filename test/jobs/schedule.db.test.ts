import { createTask } from "node-cron";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { JobQueue } from "#jobs/running/queue.ts";
import { previousDue, startScheduler } from "#jobs/running/schedule.ts";
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
  const setup = { queue, pool, now: () => new Date(now), log, jobs };
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

/** A scheduler whose clock the test sets. */
async function startAt(start: string, { enqueueSlot } = queue) {
  let now = new Date(start);
  const scheduler = await startScheduler({
    ...{ queue: { enqueueSlot }, pool, now: () => now, log, jobs },
  });
  const checkAt = async (time: string) => {
    now = new Date(time);
    await scheduler.check();
  };
  return { checkAt, stop: () => scheduler.stop() };
}

test("three processes enqueue a slot once, under its name and time, however late they look", async () => {
  const processes = [];
  for (const _ of [1, 2, 3]) processes.push(await startAt("2026-01-15T03:29:59Z"));
  for (const time of ["03:29:59.9", "03:30:42", "03:30:43"]) {
    await Promise.all(processes.map(({ checkAt }) => checkAt(`2026-01-15T${time}Z`)));
  }
  for (const { stop } of processes) await stop();

  expect(enqueued).toEqual(['read-daily-index {"date":"2026-01-14"}']);
  const { rows } = await pool.query("select key from job_slot order by key desc limit 1");
  expect(rows).toEqual([{ key: "read-daily-index:2026-01-15T03:30:00.000Z" }]);
});

test("slots that passed while the machine slept or its clock was set forward are made up for by one job", async () => {
  const { checkAt, stop } = await startAt("2026-01-12T12:00:00Z");
  await checkAt("2026-01-15T12:00:00Z");
  await checkAt("2026-01-15T12:01:00Z");
  await stop();

  expect(enqueued).toEqual(['read-daily-index {"date":"2026-01-14"}']);
});

test("after a clock was set forward by mistake and back, each slot that had not come is enqueued once", async () => {
  const { checkAt, stop } = await startAt("2026-01-13T12:00:00Z");
  await checkAt("2026-01-16T12:00:00Z");
  await checkAt("2026-01-13T12:01:00Z");
  for (const day of ["14", "15", "16", "17"]) await checkAt(`2026-01-${day}T03:30:00Z`);
  await stop();

  const days = ["15", "13", "14", "16"];
  expect(enqueued).toEqual(days.map((day) => `read-daily-index {"date":"2026-01-${day}"}`));
});

test("a slot that could not be enqueued is tried again a minute later, once a minute", async () => {
  let failures = 0;
  const enqueueSlot: JobQueue["enqueueSlot"] = async (...slot) => {
    if (!slot[0].includes("2026-01-15") || failures === 2) return queue.enqueueSlot(...slot);
    failures += 1;
    throw new Error("the database is away");
  };
  const { checkAt, stop } = await startAt("2026-01-14T12:00:00Z", { enqueueSlot });
  for (const time of ["03:30:00", "03:30:01", "03:31:00", "03:31:59"]) {
    await checkAt(`2026-01-15T${time}Z`);
  }
  expect([failures, enqueued]).toEqual([2, []]);
  await checkAt("2026-01-15T03:32:00Z");
  await stop();

  expect(enqueued).toEqual(['read-daily-index {"date":"2026-01-14"}']);
});

test("every scheduled job has a readable time and a reason", () => {
  for (const { schedule, name } of allJobs) {
    if (schedule === undefined) continue;
    const { cron, why } = schedule;
    expect(() => createTask(cron, () => {}), name).not.toThrow();
    expect(why).not.toBe("");
  }
});
