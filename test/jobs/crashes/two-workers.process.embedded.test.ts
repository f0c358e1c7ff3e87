import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { sampleFilings } from "#ingest/sample/reports/sample-reports.ts";
import { type DataFolder, newDataFolder } from "../../helpers/data-folder.ts";
import { dumpDatabase } from "../../helpers/dump.ts";
import { spawnStart } from "../../helpers/faults/crash.ts";
import { openTestPipeline } from "../../helpers/pipeline.ts";
import { startPostgres } from "../../helpers/postgres.ts";

const alphabet = "0001652044";
const jpmorgan = "0000019617";
const apple = "0000320193";
const companies = { COMPANIES: "GOOGL,JPM,AAPL" };

const server = await startPostgres();
const folders: DataFolder[] = [];
afterAll(async () => {
  for (const folder of folders) await folder.remove();
  await server?.stop();
});

async function newFolder(): Promise<string> {
  const folder = await newDataFolder();
  folders.push(folder);
  return folder.path;
}

async function withPool<T>(url: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/** What one uninterrupted process stores, on the embedded database. */
async function expectedDump(): Promise<string[]> {
  const { context } = await openTestPipeline({
    ciks: [alphabet, jpmorgan, apple],
    // As the bundled sample has them and asks for them.
    archives: { filings: sampleFilings() },
    packages: { count: 10, isOnlyBeyondDataSets: false },
  });
  for (const cik of [alphabet, jpmorgan, apple]) await ingestCompany(cik, context);
  return withoutLists(await dumpDatabase(context.database.pool, { maskTimes: true }));
}

/** The ticker list is fetched by whoever resolves tickers, and holds whom the regulator knows. */
const withoutLists = (lines: string[]) =>
  lines.filter((line) => !line.includes('"kind":"tickers"'));

describe.skipIf(server === null)("on a PostgreSQL server", () => {
  const create = (name: string) => server?.create(name) ?? Promise.reject(new Error("no server"));

  test("two workers at once end in the rows that one process on the embedded database stores", async () => {
    const url = await create("two_workers");
    const folder = await newFolder();
    const env = { ...companies, DATABASE_URL: url };

    const runs = await Promise.all([spawnStart(folder, env).done, spawnStart(folder, env).done]);

    expect(runs.map(({ ended }) => ended)).toEqual([0, 0]);
    const dump = await withPool(url, (pool) => dumpDatabase(pool, { maskTimes: true }));
    expect(withoutLists(dump)).toEqual(await expectedDump());
  }, 180_000);

  test("the job of a worker that is killed in the middle is taken over by another", async () => {
    const url = await create("takeover");
    const folder = await newFolder();
    const env = { ...companies, DATABASE_URL: url };
    const killed = await spawnStart(folder, { ...env, CRASH_AT: "store:statements-written" }).done;
    expect(killed.ended).toBe("SIGKILL");

    const other = spawnStart(folder, env);
    const outcome = await Promise.race([other.done, sleep(120_000)]);

    expect(outcome).toMatchObject({ ended: 0 });
    const dump = await withPool(url, (pool) => dumpDatabase(pool, { maskTimes: true }));
    expect(withoutLists(dump)).toEqual(await expectedDump());
  }, 240_000);
});
