import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { type Database, migrateDatabase, openDatabase } from "#schemas/database/db.ts";
import { startPostgres } from "../helpers/postgres.ts";
import { programEnv } from "../helpers/program-env.ts";

const server = await startPostgres();
const folder = await mkdtemp(join(tmpdir(), "tenk-migrations-"));
const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The first of two steps is whole; the second says that it began, and waits while a file `hold` is there. */
const steps = [
  "create table first_step (id int primary key);\n--> statement-breakpoint\ninsert into first_step values (1);",
  `create table second_step (id int primary key);
--> statement-breakpoint
select lo_from_bytea(4711, 'x');
--> statement-breakpoint
select lo_export(4711, 'begun'), lo_unlink(4711);
--> statement-breakpoint
do $$ begin while (pg_stat_file('hold', true)).size is not null loop null; end loop; end $$;
--> statement-breakpoint
alter table first_step add column note text;`,
];

/** Our own migrations and two more, as a version after this one would have them. */
async function nextVersion(): Promise<string> {
  const migrations = join(folder, "migrations");
  if (existsSync(migrations)) return migrations;
  await cp(join(import.meta.dirname, "../../migrations"), migrations, { recursive: true });
  const journalPath = join(migrations, "meta/_journal.json");
  const journal = JSON.parse(await readFile(journalPath, "utf8"));
  for (const [i, sql] of steps.entries()) {
    const last = journal.entries.at(-1);
    const tag = `9999_step_${i}`;
    journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag });
    await writeFile(join(migrations, `${tag}.sql`), sql);
  }
  await writeFile(journalPath, JSON.stringify(journal));
  return migrations;
}
const migrations = await nextVersion();

interface Where {
  databaseUrl: string | null;
  dataDir: string;
}

function startMigration({ databaseUrl, dataDir }: Where): ChildProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, "migrate-start.ts")], {
    env: {
      ...programEnv,
      MIGRATIONS: migrations,
      DATA_DIR: dataDir,
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  children.push(child);
  return child;
}

async function withDatabase<T>(where: Where, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(where);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** How many migrations are recorded, and which tables and columns of the steps are there. */
async function stateOf({ pool }: Database): Promise<{ recorded: number; columns: string[] }> {
  const { rows } = await pool.query(
    `select (select count(*)::int from drizzle.__drizzle_migrations) as recorded,
       (select coalesce(json_agg(table_name || '.' || column_name order by table_name, column_name), '[]')
        from information_schema.columns where table_name in ('first_step', 'second_step')) as columns`,
  );
  return rows[0];
}

async function migrateToThisVersion(database: Database): Promise<{ recorded: number }> {
  await migrateDatabase(database);
  return stateOf(database);
}

const finished = ["first_step.id", "first_step.note", "second_step.id"];

/** Migrates a database of this version to the next one, and kills that in its second step. */
async function killInTheMiddle(where: Where, dataFolder: string): Promise<void> {
  const hold = join(dataFolder, "hold");
  await rm(join(dataFolder, "begun"), { force: true });
  await writeFile(hold, "x");
  await chmod(hold, 0o644);
  const child = startMigration(where);
  await expect.poll(() => existsSync(join(dataFolder, "begun"))).toBe(true);
  child.kill("SIGKILL");
  await once(child, "close");
  await rm(hold);
}

test("a migration of the embedded database that is killed leaves the version before, and the next start finishes it", async () => {
  const dataDir = join(folder, "embedded");
  const where = { databaseUrl: null, dataDir };
  const before = await withDatabase(where, migrateToThisVersion);

  await killInTheMiddle(where, join(dataDir, "pg"));
  expect(await withDatabase(where, stateOf)).toEqual({ ...before, columns: [] });
  const [code] = await once(startMigration(where), "close");

  expect(code).toBe(0);
  expect(await withDatabase(where, stateOf)).toEqual({
    recorded: before.recorded + 2,
    columns: finished,
  });
});

describe.skipIf(server === null)("on a PostgreSQL server", () => {
  async function newDatabase(name: string) {
    const databaseUrl = await (server?.create(name) ?? Promise.reject());
    return { databaseUrl, dataDir: "" };
  }
  const dataFolder = (where: Where) =>
    withDatabase(
      where,
      async ({ pool }) => (await pool.query("show data_directory")).rows[0].data_directory,
    );

  test("a migration that is killed leaves the version before, and the next start finishes it", async () => {
    const where = await newDatabase("killed");
    const before = await withDatabase(where, migrateToThisVersion);

    await killInTheMiddle(where, await dataFolder(where));
    const [code] = await once(startMigration(where), "close");

    expect(code).toBe(0);
    expect(await withDatabase(where, stateOf)).toEqual({
      recorded: before.recorded + 2,
      columns: finished,
    });
  });

  test("processes that migrate at once end with every migration done once", async () => {
    const where = await newDatabase("at_once");

    const ends = await Promise.all(
      [1, 2, 3].map(() => once(startMigration(where), "close").then(([code]) => code)),
    );

    expect(ends).toEqual([0, 0, 0]);
    const { recorded, columns } = await withDatabase(where, stateOf);
    const { entries } = JSON.parse(await readFile(join(migrations, "meta/_journal.json"), "utf8"));
    expect({ recorded, columns }).toEqual({ recorded: entries.length, columns: finished });
  });

  test("a migration whose connection is lost fails, changes nothing and lets everything go", async () => {
    const where = await newDatabase("cut");
    const before = await withDatabase(where, migrateToThisVersion);
    const held = join(await dataFolder(where), "hold");
    await rm(join(await dataFolder(where), "begun"), { force: true });
    await writeFile(held, "x");
    await chmod(held, 0o644);

    const database = await openDatabase(where);
    const migration = migrateDatabase(database, migrations);
    const refused = expect(migration).rejects.toThrow();
    await expect.poll(async () => existsSync(join(await dataFolder(where), "begun"))).toBe(true);
    const other = new pg.Client({ connectionString: where.databaseUrl });
    await other.connect();
    await other.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'cut' and pid <> pg_backend_pid()",
    );
    await other.end();
    await refused;
    await database.close();
    await rm(held);

    expect(await withDatabase(where, stateOf)).toEqual({ ...before, columns: [] });
  });
});
