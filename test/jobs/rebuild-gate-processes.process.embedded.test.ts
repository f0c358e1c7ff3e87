import { cp } from "node:fs/promises";
import pg from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { engineVersion } from "#ingest/builder/engine-version.ts";
import { openDatabase } from "#schemas/database/db.ts";
import { type DataFolder, newDataFolder } from "../helpers/data-folder.ts";
import { spawnStart } from "../helpers/faults/crash.ts";
import { startPostgres } from "../helpers/postgres.ts";

// Apple has a result of TS-02 that does not pass.
const companies = { COMPANIES: "AAPL,JPM" };
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

const built = await newFolder();
await spawnStart(built, companies).done;

/** A folder in which the companies are built, as an older engine left them. */
async function agedFolder(of: { isWorse: boolean }): Promise<string> {
  const folder = await newFolder();
  await cp(built, folder, { recursive: true, force: true });
  await onFolder(folder, (pool) => age(pool, of));
  return folder;
}

type Pool = Pick<pg.Pool, "query">;

async function onFolder<T>(dataDir: string, work: (pool: Pool) => Promise<T>): Promise<T> {
  const database = await openDatabase({ databaseUrl: null, dataDir });
  try {
    return await work(database.pool);
  } finally {
    await database.close();
  }
}

async function onServer<T>(url: string, work: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/** As an older engine left them, with checks that passed oftener than they will. */
async function age(pool: Pool, { isWorse }: { isWorse: boolean }): Promise<void> {
  await pool.query("update company_build set engine_version = 'older'");
  if (!isWorse) return;
  await pool.query(
    `update company_quality set counts = jsonb_set(counts::jsonb, '{TS-02}', '[10000, 0, 0, 0, 0]')::json`,
  );
}

async function stateOf(pool: Pool) {
  const builds = await pool.query("select engine_version as e from company_build");
  const gates = await pool.query("select state from rebuild_gate");
  const runs = await pool.query(
    "select error from job_run where name = 'precompute' and state = 'failed' and error like 'nothing was rebuilt%'",
  );
  return {
    engines: builds.rows.map(({ e }) => e),
    gates: gates.rows.map(({ state }) => state),
    refusals: runs.rows.length,
  };
}

const rebuilt = { engines: [engineVersion, engineVersion], gates: ["open"], refusals: 0 };

test("a start that is killed when the gate has opened leaves the rows, and the next one rebuilds them", async () => {
  const folder = await agedFolder({ isWorse: false });

  const killed = await spawnStart(folder, { ...companies, CRASH_AT: "gate:decided" }).done;
  const between = await onFolder(folder, stateOf);
  const next = await spawnStart(folder, companies).done;

  expect(killed.ended).toBe("SIGKILL");
  expect(between).toEqual({ engines: ["older", "older"], gates: ["open"], refusals: 0 });
  expect(next.ended).toBe(0);
  expect(await onFolder(folder, stateOf)).toEqual(rebuilt);
}, 600_000);

test("killed before a closed gate is recorded, the next start closes it, says why and serves the old rows", async () => {
  const folder = await agedFolder({ isWorse: true });

  await spawnStart(folder, { ...companies, CRASH_AT: "gate:rehearsed" }).done;
  const next = await spawnStart(folder, companies).done;

  expect(next.ended).toBe(0);
  expect(next.output).toContain("nothing was rebuilt");
  expect(next.output).toMatch(/TS-02 .* points less/);
  expect(await onFolder(folder, stateOf)).toEqual({
    engines: ["older", "older"],
    gates: ["closed"],
    refusals: 1,
  });
}, 600_000);

describe.skipIf(server === null)("on a PostgreSQL server", () => {
  test.each([true, false])(
    "two processes come to one decision; closed: %s",
    async (isWorse) => {
      const url = await server?.create(`gate_${isWorse ? "closed" : "open"}`);
      if (url === undefined) throw new Error("no server");
      const env = { ...companies, DATABASE_URL: url };
      const folder = await newFolder();
      await spawnStart(folder, env).done;
      await onServer(url, (pool) => age(pool, { isWorse }));

      const runs = await Promise.all([spawnStart(folder, env).done, spawnStart(folder, env).done]);

      expect(runs.map(({ ended }) => ended)).toEqual([0, 0]);
      const state = await onServer(url, stateOf);
      if (isWorse) {
        expect(state).toMatchObject({ engines: ["older", "older"], gates: ["closed"] });
        expect(state.refusals).toBeGreaterThanOrEqual(1);
      } else expect(state).toEqual(rebuilt);
    },
    600_000,
  );
});
