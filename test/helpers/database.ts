import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import pg from "pg";
import { requestLimits, type WaitLimits } from "#schemas/config/wait-limits.ts";
import { type Database, embedded, migrateDatabase, openDatabase } from "#schemas/database/db.ts";
import { giveBack, takeLite } from "./lite-reuse.ts";

/**
 * A migrated, empty database of its own: in memory, or a new one on the server at TEST_DATABASE_URL.
 * Closing it also drops it.
 */
export async function openTestDatabase(
  options: { poolSize?: number; limits?: WaitLimits } = {},
): Promise<Database> {
  const url = process.env.TEST_DATABASE_URL;
  return url === undefined || url === "" ? openInMemory() : openOnServer(url, options);
}

async function openInMemory(): Promise<Database> {
  const lite = await takeLite(createLite);
  const database = embedded(lite);
  return {
    ...database,
    async close() {
      await database.pool.end();
      await giveBack(lite);
    },
  };
}

async function createLite(): Promise<PGlite> {
  template ??= templatePath().then(async (path) => new Blob([await readFile(path)]));
  return PGlite.create({ loadDataDir: await template, extensions: { pg_trgm } });
}

/** Read once for all files of this process. */
let template: Promise<Blob> | undefined;

const migrations = join(import.meta.dirname, "../../migrations");
const packages = join(import.meta.dirname, "../../package.json");
const dayMs = 24 * 60 * 60 * 1000;

/** A digest of the migrations, of the packages that run them and of this file: a template is made once for each. */
async function migrationState(): Promise<string> {
  const names = (await readdir(migrations)).filter((name) => name.endsWith(".sql")).sort();
  const hash = createHash("sha256");
  const own = [import.meta.filename, packages];
  for (const path of [...own, ...names.map((name) => join(migrations, name))]) {
    hash.update(await readFile(path)).update("\0");
  }
  return hash.digest("hex").slice(0, 16);
}

/**
 * Makes a copy open in half the time: it has no log to replay, less memory to clear, and not the two databases that
 * nobody connects to.
 */
const lighten = [
  "alter system set shared_buffers = '32MB'",
  "update pg_database set datistemplate = false where datname in ('template0', 'template1')",
  "drop database template0",
  "drop database template1",
  "checkpoint",
];

/** A dump of a migrated database. Dumps that were not used for a day are deleted. */
async function templatePath(): Promise<string> {
  const folder = join(tmpdir(), `tenk-test-${process.getuid?.() ?? 0}`);
  const path = join(folder, `template-${await migrationState()}.tar`);
  if (existsSync(path)) return path;
  const database = embedded(await PGlite.create({ extensions: { pg_trgm } }));
  await migrateDatabase(database);
  for (const statement of lighten) await database.pool.query(statement);
  const dump = await database.lite?.dumpDataDir("none");
  await database.close();
  if (dump === undefined) throw new Error("the embedded database gave no dump");
  await mkdir(folder, { recursive: true });
  // Written aside and moved: another test process never reads half a file.
  const aside = `${path}.${process.pid}`;
  await writeFile(aside, Buffer.from(await dump.arrayBuffer()));
  await rename(aside, path);
  await deleteUnused(folder);
  return path;
}

async function deleteUnused(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // Another test process may delete the same file.
    const { atimeMs, mtimeMs } = await stat(path).catch(() => ({ atimeMs: Infinity, mtimeMs: 0 }));
    if (Math.max(atimeMs, mtimeMs) < Date.now() - dayMs) await rm(path, { force: true });
  }
}

// A second query on a busy connection only warns, and pg 9 refuses it: here it fails the run. Other warnings stay.
process.on("warning", (warning) => {
  if (warning.name === "DeprecationWarning" && warning.message.includes("client.query()"))
    throw warning;
});

async function openOnServer(
  url: string,
  { poolSize = 4, limits = requestLimits }: { poolSize?: number; limits?: WaitLimits },
): Promise<Database> {
  const own = await createOnServer(url);
  const database = await openDatabase({ databaseUrl: own.url, dataDir: "", poolSize, limits });
  return {
    ...database,
    async close() {
      await database.close();
      await own.drop();
    },
  };
}

/** A new migrated, empty database on the server at `url`: its address, and how to drop it. */
export async function createOnServer(
  url: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const template = await serverTemplate(url);
  const name = `tenk_test_${randomBytes(6).toString("hex")}`;
  await onServer(url, (client) => client.query(`create database ${name} template ${template}`));
  return {
    url: addressOf(url, name),
    drop: () => onServer(url, (client) => client.query(`drop database ${name} with (force)`)),
  };
}

const templates = new Map<string, Promise<string>>();

/** The name of a migrated database that others are copied from, made once per state of the migrations. */
function serverTemplate(url: string): Promise<string> {
  const known = templates.get(url) ?? makeServerTemplate(url);
  templates.set(url, known);
  return known;
}

async function makeServerTemplate(url: string): Promise<string> {
  const name = `tenk_template_${await migrationState()}`;
  await onServer(url, async (client) => {
    // Held to the end of the connection: of several test processes one makes the template, the others wait.
    await client.query("select pg_advisory_lock(7405, 1)");
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (rowCount) return;
    const aside = `${name}_${process.pid}`;
    await client.query(`drop database if exists ${aside}`);
    await client.query(`create database ${aside}`);
    const database = await openDatabase({
      databaseUrl: addressOf(url, aside),
      dataDir: "",
      poolSize: 1,
    });
    await migrateDatabase(database).finally(() => database.close());
    await client.query(`alter database ${aside} rename to ${name}`);
  });
  return name;
}

function addressOf(url: string, name: string): string {
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
}

async function onServer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
