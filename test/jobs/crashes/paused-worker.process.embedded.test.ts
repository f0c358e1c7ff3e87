import { type ChildProcess, spawn } from "node:child_process";
import { on } from "node:events";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, describe, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { readFigures } from "#ingest/sample/figures.ts";
import { type Database, openDatabase } from "#schemas/database/db.ts";
import { type DataFolder, newDataFolder } from "../../helpers/data-folder.ts";
import { dumpDatabase } from "../../helpers/dump.ts";
import { spawnStart } from "../../helpers/faults/crash.ts";
import { nikola, openTestPipeline, withVia } from "../../helpers/pipeline.ts";
import { startPostgres } from "../../helpers/postgres.ts";
import { programEnv } from "../../helpers/program-env.ts";
import { startRegulator } from "../../helpers/regulator/regulator.ts";

const server = await startPostgres();
const figures = await readFigures(nikola);
const folders: DataFolder[] = [];
const processes: ChildProcess[] = [];
afterAll(async () => {
  for (const one of processes) one.kill("SIGKILL");
  for (const folder of folders) await folder.remove();
  await server?.stop();
});

/** The regulator's day when the worker stands still, and when the other one does its work. */
const days = { before: "2023-06-30", after: "2024-06-30" };

/** Everything that a build stores, and which documents are the newest; older ones are kept as evidence. */
async function storedRows({ pool }: Database): Promise<string[]> {
  const rows = await dumpDatabase(pool, { maskTimes: true });
  const { rows: newest } = await pool.query(
    "select url, digest from fetch_state where url like $1 order by url",
    [`%${nikola}%`],
  );
  return [
    ...rows.filter((line) => !line.startsWith("raw_document ")),
    ...newest.map((row: object) => JSON.stringify(row)),
  ];
}

/** What comes of the run that stood still: its rows are there already, or the server has ended its transaction. */
const unchanged = { state: "completed", result: { kind: "unchanged" } } as const;
const brokenOff = { state: "failed" } as const;

/** What one process stores that is never interrupted. */
async function expectedRows(): Promise<string[]> {
  const { context, regulator } = await openTestPipeline({ ciks: [nikola] });
  const live = withVia(context, "a mirror");
  regulator.moveTo(days.before);
  await ingestCompany(nikola, live);
  regulator.moveTo(days.after);
  await ingestCompany(nikola, live);
  return storedRows(context.database);
}

function startWorker(env: Record<string, string>): ChildProcess {
  const worker = spawn(process.execPath, [join(import.meta.dirname, "../../../jobs/worker.ts")], {
    env: { ...programEnv, LOG_LEVEL: "silent", ...env },
    stdio: "ignore",
  });
  processes.push(worker);
  return worker;
}

/** Resolves when the process stands still. What it said before that line is not waited for. */
async function saysPaused({ stdout }: ChildProcess): Promise<void> {
  let said = "";
  for await (const [chunk] of on(stdout ?? Readable.from([]), "data")) {
    said += chunk;
    if (/^paused$/m.test(said)) return;
  }
}

/** How the run ended that stood still; null while it has not. */
async function endOfPausedRun({ pool }: Database): Promise<object | null> {
  const { rows } = await pool.query(
    "select state, result, error from job_run where name = 'ingest-company' and subject = $1 order by id limit 1",
    [nikola],
  );
  return rows[0].state === "running" ? null : rows[0];
}

/** The job of the company that was taken from a worker that did not answer any more, when it is done. */
async function isTakenOver({ pool }: Database): Promise<boolean> {
  const { rowCount } = await pool.query(
    "select 1 from pgboss.job where name = 'ingest-company' and singleton_key = $1 and retry_count > 0 and state = 'completed'",
    [nikola],
  );
  return rowCount === 1;
}

const expected = server === null ? [] : await expectedRows();

describe.skipIf(server === null)("on a PostgreSQL server", () => {
  test.concurrent.for([
    ["with an answer in its hands", "companyfacts:fetched", unchanged],
    ["with a company built", "rebuild:built", unchanged],
    ["in the middle of storing", "store:statements-written", brokenOff],
  ] as const)(
    "a worker that stands still %s while another takes its job over overwrites nothing newer",
    { timeout: 180_000 },
    async ([, step, end], { expect }) => {
      const url = await (server?.create(step.replace(/\W/g, "_")) ?? Promise.reject());
      const folder = await newDataFolder();
      folders.push(folder);
      const regulator = await startRegulator({ companies: [figures], date: days.before });
      const env = {
        DATABASE_URL: url,
        DATA_DIR: folder.path,
        EDGAR_DATA_URL: regulator.url,
        EDGAR_WWW_URL: regulator.url,
        EDGAR_USER_AGENT: "Ann Example ann@example.com",
        COMPANIES: nikola,
        // Which packages were asked for depends on the day of each run.
        FILING_PACKAGES: "0",
      };
      const paused = spawnStart(folder.path, { ...env, PAUSE_AT: step });
      processes.push(paused.child);
      await saysPaused(paused.child);
      const database = await openDatabase({ databaseUrl: url, dataDir: "", poolSize: 1 });

      regulator.moveTo(days.after);
      const other = startWorker(env);
      await expect
        .poll(() => isTakenOver(database), { timeout: 100_000, interval: 500 })
        .toBe(true);
      const ofOther = await storedRows(database);
      paused.child.kill("SIGCONT");
      const options = { timeout: 60_000, interval: 250 };
      await expect.poll(() => endOfPausedRun(database), options).toMatchObject(end);

      expect(ofOther).toEqual(expected);
      expect(await storedRows(database)).toEqual(ofOther);
      for (const one of [paused.child, other]) one.kill("SIGTERM");
      expect((await paused.done).ended).toBe(0);
      await database.close();
      await regulator.close();
    },
  );
});
