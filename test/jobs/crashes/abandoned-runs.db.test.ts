import { afterAll, describe, expect, test } from "vitest";
import { closeAbandonedRuns, listRuns, recordRun } from "#jobs/running/run-job.ts";
import { type Database, migrateDatabase, openDatabase } from "#schemas/database/db.ts";
import { openTestDatabase } from "../../helpers/database.ts";
import { startPostgres } from "../../helpers/postgres.ts";

const server = await startPostgres();
afterAll(() => server?.stop());

const never = new Promise<never>(() => {});

/** Starts a run that does not end, and waits until it is recorded. */
async function startRun(database: Database, subject: string): Promise<void> {
  await new Promise<void>((started) => {
    void recordRun(database, { name: "ingest-company", subject }, () => {
      started();
      return never;
    });
  });
}

async function statesOf(database: Database): Promise<Record<string, string>> {
  const runs = await listRuns(database.pool, 10);
  return Object.fromEntries(runs.map(({ subject, state }) => [subject, state]));
}

describe.skipIf(server === null)("on a PostgreSQL server", () => {
  test("runs of a process that is gone are closed at once, those of a living one never", async () => {
    const databaseUrl = (await server?.create("abandoned")) ?? "";
    const open = () => openDatabase({ databaseUrl, dataDir: "" });
    const [dead, living, asking] = [await open(), await open(), await open()];
    await migrateDatabase(asking);
    await startRun(dead, "dead");
    await startRun(living, "living");
    await startRun(asking, "own");
    await asking.pool.query(
      "insert into job_run (name, subject, state, started_at) values ('x', 'old version', 'running', now()), " +
        "('x', 'old version, long ago', 'running', now() - interval '2 hours')",
    );
    await closeAbandonedRuns(asking);
    expect(await statesOf(asking)).toMatchObject({ dead: "running", "old version": "running" });

    await dead.close();
    await closeAbandonedRuns(asking);

    expect(await statesOf(asking)).toEqual({
      dead: "failed",
      living: "running",
      own: "running",
      "old version": "running",
      "old version, long ago": "failed",
    });
    await living.close();
    await asking.close();
  });
});

test("on the embedded database every run of another opening is dead", async () => {
  const database = await openTestDatabase();
  await startRun({ ...database, process: async () => 1 }, "of an opening before");
  await startRun(database, "own");

  await closeAbandonedRuns(database);

  expect(await statesOf(database)).toEqual({ "of an opening before": "failed", own: "running" });
  await database.close();
});
