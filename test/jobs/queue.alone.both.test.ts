import { afterAll, expect, test, vi } from "vitest";
import { SourceError } from "#ingest/errors.ts";
import type { JobContext } from "#jobs/running/job.ts";
import { type JobQueue, openQueue, raiseRetries } from "#jobs/running/queue.ts";
import { closeAbandonedRuns, listRuns, pruneRuns } from "#jobs/running/run-job.ts";
import { ingestCompanyJob } from "#jobs/tasks/companies/ingest-company.ts";
import { pollFeedJob } from "#jobs/tasks/companies/poll-feed.ts";
import { precomputeJob } from "#jobs/tasks/companies/precompute.ts";
import { rebuildCompanyJob } from "#jobs/tasks/companies/rebuild-company.ts";
import { allJobs } from "#jobs/tasks.ts";
import { openTestDatabase } from "../helpers/database.ts";

const database = await openTestDatabase();
const databaseUrl = null;
const log = { error() {} };
const queues: JobQueue[] = [];
afterAll(async () => {
  for (const queue of queues) await queue.stop();
  await database.close();
});

async function open(onRun?: Parameters<typeof openQueue>[0]["onRun"]): Promise<JobQueue> {
  const queue = await openQueue({ database, databaseUrl, jobs, log, ...(onRun ? { onRun } : {}) });
  queues.push(queue);
  return queue;
}

type Run = (data: { cik: string }) => Promise<Record<string, unknown>>;
let doing: Record<string, Run> = {};
/** All jobs, which do what the test says, and otherwise nothing. */
const jobs = allJobs.map((job) => ({
  ...job,
  run: async (_: unknown, data: object) => doing[job.name]?.(data as { cik: string }) ?? {},
}));

async function work(queue: JobQueue, runs: Record<string, Run>): Promise<void> {
  doing = runs;
  await queue.work({} as JobContext);
}

async function until(isDone: () => boolean): Promise<void> {
  await vi.waitFor(() => expect(isDone()).toBe(true), { timeout: 100_000, interval: 25 });
}

async function waiting(name: string): Promise<number> {
  const { rows } = await database.pool.query(
    "select count(*)::int as n from pgboss.job where name = $1 and state in ('created', 'retry')",
    [name],
  );
  return rows[0].n;
}

test("of one key at most one job waits, and each job is done and recorded once", async () => {
  const done: string[] = [];
  const queue = await open();
  const ciks = ["1", "2", "2", "3", "1"];
  for (const cik of ciks) await queue.enqueue(ingestCompanyJob, { cik });
  await queue.enqueueAll(
    ingestCompanyJob,
    ciks.map((cik) => ({ cik })),
  );
  expect(await waiting("ingest-company")).toBe(3);

  await work(queue, {
    "ingest-company": async ({ cik }) => {
      done.push(cik);
      return { kind: "stored" };
    },
  });

  await until(() => done.length === 3);
  await queue.stop();
  expect([...done].sort()).toEqual(["1", "2", "3"]);
  const runs = await listRuns(database.pool, 10);
  // Several run at a time: which of them is recorded first is left open.
  const recorded = runs.map(({ name, subject, state, result }) => [subject, name, state, result]);
  expect(recorded.sort()).toEqual(
    ["1", "2", "3"].map((cik) => [cik, "ingest-company", "completed", { kind: "stored" }]),
  );
});

test("a job that the source put off waits until the time it named instead of failing", async () => {
  const runs: string[] = [];
  const queue = await open(({ subject, state }) => runs.push(`${subject} ${state}`));
  const retryAt = new Date(Date.now() + 3_600_000);
  await queue.enqueue(ingestCompanyJob, { cik: "77" });

  await work(queue, {
    "ingest-company": async () => {
      throw new SourceError("held", "https://www.sec.gov/", "on hold", { retryAt });
    },
  });

  await until(() => runs.length > 0);
  await queue.stop();
  expect(runs).toEqual(["77 deferred"]);
  const { rows } = await database.pool.query(
    "select state::text, start_after from pgboss.job where name = 'ingest-company' and singleton_key = '77' and state = 'created'",
  );
  expect(rows).toEqual([{ state: "created", start_after: retryAt }]);
});

test("a job that failed is recorded with its error and waits for its next try", async () => {
  const runs: string[] = [];
  const queue = await open(({ subject, state }) => runs.push(`${subject} ${state}`));
  await queue.enqueue(rebuildCompanyJob, { cik: "13" });

  await work(queue, {
    "rebuild-company": async () => {
      throw new Error("no luck");
    },
  });

  await until(() => runs.length > 0);
  await queue.stop();
  expect(runs[0]).toBe("13 failed");
  const failed = await listRuns(database.pool, 10, { onlyFailed: true });
  expect(failed).toMatchObject([{ name: "rebuild-company", state: "failed", error: "no luck" }]);
  expect(await waiting("rebuild-company")).toBe(1);
});

// On a server other processes may still be at work, so there the heartbeat decides (two-workers.process.embedded.test.ts).
const onEmbedded = test.skipIf(process.env.TEST_DATABASE_URL !== undefined);

onEmbedded(
  "work that a dead process left is taken up at once by the next start of the embedded database",
  async () => {
    await database.pool.query(
      "update pgboss.job set state = 'active', started_on = now(), start_after = now() where name = 'rebuild-company' and state = 'retry'",
    );
    await database.pool.query(
      "insert into job_run (name, subject, state) values ('rebuild-company', '13', 'running')",
    );
    const done: string[] = [];

    const queue = await open();
    await closeAbandonedRuns(database);
    await work(queue, {
      "rebuild-company": async ({ cik }) => {
        done.push(cik);
        return {};
      },
    });

    await until(() => done.length > 0);
    await queue.stop();
    expect(done).toEqual(["13"]);
    const runs = await listRuns(database.pool, 2);
    expect(runs.map(({ state, error }) => [state, error])).toEqual([
      ["completed", null],
      ["failed", "the process ended before the job did"],
    ]);
  },
);

onEmbedded(
  "work that a dead process left and that waits a second time is done once by the next start",
  async () => {
    const before = await open();
    await before.enqueue(rebuildCompanyJob, { cik: "29" });
    await before.stop();
    await database.pool.query(
      `insert into pgboss.job (name, singleton_key, data, state, policy)
       select name, singleton_key, data, gone.state::pgboss.job_state, policy
       from pgboss.job, unnest(array['active', 'cancelled']) as gone (state) where singleton_key = '29'`,
    );
    const done: string[] = [];

    const queue = await open();
    await work(queue, {
      "rebuild-company": async ({ cik }) => {
        done.push(cik);
        return {};
      },
    });

    await until(() => done.length > 0);
    await queue.stop();
    expect(done).toEqual(["29"]);
    const { rows } = await database.pool.query(
      "select state::text from pgboss.job where singleton_key = '29' order by 1",
    );
    expect(rows).toEqual([{ state: "completed" }]);
  },
);

test("a slot and its job are one: whoever wins the slot enqueues, everyone else does nothing", async () => {
  const queue = await open();
  const slot = "precompute:2026-01-01T09:45:00.000Z";

  const wins = [];
  for (let i = 0; i < 5; i += 1) wins.push(await queue.enqueueSlot(slot, precomputeJob, {}));

  expect(wins).toEqual([true, false, false, false, false]);
  expect(await waiting("precompute")).toBe(1);
});

test("a crash between slot and job loses neither", async () => {
  const queue = await openQueue({
    database,
    databaseUrl,
    jobs,
    log,
    boundary(name) {
      if (name === "slot:won") throw new Error("crash");
    },
  });
  queues.push(queue);
  const slot = "poll-feed:2026-01-01T09:45:00.000Z";

  await expect(queue.enqueueSlot(slot, pollFeedJob, {})).rejects.toThrow("crash");
  const healthy = await open();

  expect(await healthy.enqueueSlot(slot, pollFeedJob, {})).toBe(true);
  expect(await waiting("poll-feed")).toBe(1);
});

test("records older than thirty days are forgotten", async () => {
  await database.pool.query(
    "update job_run set started_at = now() - interval '31 days' where id in (select id from job_run limit 2)",
  );

  expect(await pruneRuns(database.pool)).toBe(2);
});

test("a job to be tried again comes before those that were never tried", async () => {
  const done: string[] = [];
  const before = await open();
  for (const cik of ["51", "52", "53"]) await before.enqueue(rebuildCompanyJob, { cik });
  await before.stop();
  await database.pool.query(
    `update pgboss.job set state = 'retry', retry_count = 1, created_on = created_on + interval '1 hour'
     where name = 'rebuild-company' and singleton_key = '53' and state = 'created'`,
  );
  await raiseRetries(database.pool, ["rebuild-company"]);

  const queue = await open();
  await work(queue, {
    "rebuild-company": async ({ cik }) => {
      if (cik.startsWith("5")) done.push(cik);
      return {};
    },
  });

  await until(() => done.length === 3);
  await queue.stop();
  expect(done).toEqual(["53", "51", "52"]);
});
