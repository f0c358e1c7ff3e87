import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { needsAccount } from "#api/auth/access.ts";
import { allEndpoints } from "#api/modules.ts";
import { openArchive } from "#ingest/archive.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { entityIdOf } from "#ingest/store/identity.ts";
import { runCommand } from "#jobs/run-command.ts";
import { type Database, migrateDatabase, openDatabase } from "#schemas/database/db.ts";
import { testApp } from "../helpers/app.ts";
import { jpmorgan, nikola, openTestPipeline } from "../helpers/pipeline.ts";
import { startPostgres } from "../helpers/postgres.ts";

const run = promisify(execFile);
const server = await startPostgres();
const folder = await mkdtemp(join(tmpdir(), "tenk-backup-"));
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The commands of the guide that begin with these words, in its order. */
async function commandsOfGuide(...programs: string[]): Promise<string[]> {
  const guide = await readFile(join(import.meta.dirname, "../../docs/operating.md"), "utf8");
  const section = guide.slice(guide.indexOf("## Backup and restore"), guide.indexOf("## Upgrade"));
  const commands = [...section.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text);
  return commands.filter((text) => programs.some((name) => text.startsWith(`${name} `)));
}

/** Every read that needs no account, of each company. */
const reads = allEndpoints
  .filter(
    ({ method, path, access }) =>
      method === "GET" && !needsAccount(access) && /:id\b|:ticker|^[^:]*$/.test(path),
  )
  .filter(({ path }) => !/^\/(auth|oauth|api\/docs|metrics|readyz|healthz)/.test(path))
  .flatMap(({ path }) =>
    [nikola, jpmorgan].map((cik) =>
      path
        .replace(":id", entityIdOf(cik))
        .replace(":entityId", entityIdOf(cik))
        .replace(":ticker", "JPM")
        .replace(":templateKey", "wacc")
        .replace(":slug", "jpmorgan-chase-and-co")
        .concat(path.endsWith("/lineage") ? "?concept=net_income&period=2023FY" : ""),
    ),
  );
const moreReads = [nikola, jpmorgan].flatMap((cik) =>
  [
    "company-terminal?asOf=2023-11-03",
    "financials/full?view=original",
    "financials/full?perShare=adjusted",
    "sfrs-statements?period=annual",
    "sfrs-statements?period=quarterly",
    "sfrs-statements?period=annual&asOf=2023-11-03",
  ].map((rest) => `/v2/entities/${entityIdOf(cik)}/${rest}`),
);
const urls = [...new Set([...reads, ...moreReads])].filter((url) => !url.includes(":"));

const changing = /"(traceId|timestamp|generatedAt|computedAt)":"[^"]*"/g;

/** What a server on this database answers. */
async function answersOf(database: Database): Promise<string[]> {
  const app = await testApp({ database });
  const answers = [];
  for (const url of urls) {
    const { statusCode, body } = await app.get(url);
    answers.push(`${url} ${statusCode} ${body.replace(changing, '"$1":""')}`);
  }
  // It listens for changes: the database is not dropped under it.
  await app.app.close();
  return answers;
}

describe.skipIf(server === null)("on a PostgreSQL server", () => {
  test("a database and an archive that are backed up and restored as the guide says answer as before", async () => {
    const url = await (server?.create("tenk") ?? Promise.reject());
    const archive = join(folder, "archive");
    const database = await openDatabase({ databaseUrl: url, dataDir: "" });
    await migrateDatabase(database);
    const { context } = await openTestPipeline({ database, ciks: [nikola, jpmorgan] });
    context.archive = openArchive(archive);
    for (const cik of [nikola, jpmorgan]) await ingestCompany(cik, context);
    const before = await answersOf(database);
    await database.close();
    const { port, hostname } = new URL(url);
    const env = {
      ...process.env,
      DATABASE_URL: url,
      PGHOST: hostname,
      PGPORT: port,
      PGUSER: "tenk",
    };
    const shell = (command: string) => run("sh", ["-ec", command], { cwd: folder, env });

    const commands = await commandsOfGuide("pg_dump", "dropdb", "pg_restore");
    expect(commands.map((text) => text.split(" ", 1)[0])).toEqual([
      "pg_dump",
      "dropdb",
      "pg_restore",
    ]);
    await shell(commands[0] ?? "");
    await cp(archive, `${archive}.copy`, { recursive: true });
    await rm(archive, { recursive: true });
    for (const command of commands.slice(1)) await shell(command);
    await cp(`${archive}.copy`, archive, { recursive: true });

    const restored = await openDatabase({ databaseUrl: url, dataDir: "" });
    const after = await answersOf(restored);
    await restored.close();
    const said: string[] = [];
    const tell = (line: string) => said.push(line);
    const code = await runCommand(["registry", "verify"], {
      env: { DATABASE_URL: url, ARCHIVE_URL: archive, DATA_DIR: folder },
      print: tell,
      warn: tell,
      isInterrupted: () => false,
    });
    expect([code, said.join("\n")]).toEqual([0, expect.stringContaining("2 companies")]);
    expect(after).toEqual(before);
    expect(before.filter((line) => line.includes(" 200 ")).length).toBeGreaterThan(24);
  }, 400_000);
});
