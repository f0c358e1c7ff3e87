import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import pg from "pg";
import { requestLimits, type WaitLimits } from "#schemas/config/wait-limits.ts";
import { type Database, embedded, migrateDatabase, openDatabase } from "#schemas/database/db.ts";
import { giveBack, takeLite } from "./embedded/lite-reuse.ts";
import { madeOnce, migrationState } from "./embedded/templates.ts";

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

/** A dump of a migrated database. */
async function templatePath(): Promise<string> {
  const state = await migrationState(import.meta.filename);
  return madeOnce(`template-${state}.tar`, async (aside) => {
    const database = embedded(await PGlite.create({ extensions: { pg_trgm } }));
    await migrateDatabase(database);
    for (const statement of lighten) await database.pool.query(statement);
    const dump = await database.lite?.dumpDataDir("none");
    await database.close();
    if (dump === undefined) throw new Error("the embedded database gave no dump");
    await writeFile(aside, Buffer.from(await dump.arrayBuffer()));
  });
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
  const name = `tenk_template_${await migrationState(import.meta.filename)}`;
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
