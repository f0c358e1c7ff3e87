import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import pg from "pg";
import { type Database, embedded, migrateDatabase, openDatabase } from "#schemas/db.ts";

/**
 * A migrated, empty database of its own: in memory, or a new one on the server at TEST_DATABASE_URL.
 * Closing it also drops it.
 */
export async function openTestDatabase(): Promise<Database> {
  const url = process.env.TEST_DATABASE_URL;
  return url === undefined || url === "" ? openInMemory() : openOnServer(url);
}

async function openInMemory(): Promise<Database> {
  const template = await templatePath();
  const loadDataDir = new Blob([await readFile(template)]);
  return embedded(await PGlite.create({ loadDataDir, extensions: { pg_trgm } }));
}

const migrations = join(import.meta.dirname, "../../migrations");

/** A dump of a migrated database, made once per state of the migrations; test files only load it. */
async function templatePath(): Promise<string> {
  const names = (await readdir(migrations)).filter((name) => name.endsWith(".sql"));
  const times = await Promise.all(
    names.map(async (name) => (await stat(join(migrations, name))).mtimeMs),
  );
  const state = `${names.length}-${Math.round(Math.max(...times))}`;
  const folder = join(tmpdir(), `tenk-test-${process.getuid?.() ?? 0}`);
  const path = join(folder, `template-${state}.tar`);
  if (existsSync(path)) return path;
  const database = embedded(await PGlite.create({ extensions: { pg_trgm } }));
  await migrateDatabase(database);
  const dump = await database.lite?.dumpDataDir("none");
  await database.close();
  if (dump === undefined) throw new Error("the embedded database gave no dump");
  await mkdir(folder, { recursive: true });
  // Written aside and moved: another test process never reads half a file.
  const aside = `${path}.${process.pid}`;
  await writeFile(aside, Buffer.from(await dump.arrayBuffer()));
  await rename(aside, path);
  return path;
}

async function openOnServer(url: string): Promise<Database> {
  const name = `tenk_test_${randomBytes(6).toString("hex")}`;
  await onServer(url, `create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const database = await openDatabase({ databaseUrl: own.href, dataDir: "", poolSize: 4 });
  await migrateDatabase(database);
  return {
    ...database,
    async close() {
      await database.close();
      await onServer(url, `drop database ${name} with (force)`);
    },
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
