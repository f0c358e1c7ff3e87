import { afterAll, expect, test } from "vitest";
import { openQueue } from "#jobs/running/queue.ts";
import { rebuildCompanyJob } from "#jobs/tasks/companies/rebuild-company.ts";
import { allJobs } from "#jobs/tasks.ts";
import { openTestDatabase } from "../helpers/database.ts";

const database = await openTestDatabase();
afterAll(() => database.close());

/** Each queue with its settings and the transaction that wrote it last. */
async function queues(): Promise<Map<string, { retries: number; notify: boolean; by: string }>> {
  const { rows } = await database.pool.query(
    "select name, retry_limit as retries, notify, xmin::text as by from pgboss.queue",
  );
  return new Map(rows.map(({ name, ...settings }) => [name, settings]));
}

async function openOnce(): Promise<void> {
  const queue = await openQueue({ database, databaseUrl: null, log: { error() {} } });
  await queue.stop();
}

test("a start makes missing queues, mends the settings of an older version and writes no other queue", async () => {
  await openOnce();
  const first = await queues();
  for (const { name } of allJobs) expect(first.has(name), name).toBe(true);

  await openOnce();
  expect(await queues()).toEqual(first);

  const { name, retry } = rebuildCompanyJob;
  await database.pool.query("update pgboss.queue set retry_limit = 9 where name = $1", [name]);
  await database.pool.query("delete from pgboss.queue where name = $1", [allJobs[0]?.name]);
  await openOnce();
  const mended = await queues();
  expect(mended.get(name)).toMatchObject({ retries: retry?.retryLimit, notify: true });
  expect(mended.size).toBe(first.size);
});
