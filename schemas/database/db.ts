import { randomInt } from "node:crypto";
import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { ConfigError } from "../config/config.ts";
import { jobLimits, poolLimits, type WaitLimits, withoutLimits } from "../config/wait-limits.ts";
import { makeFolder, makePrivate, privateModes } from "../storage/private-folder.ts";
import { lockFolder } from "./folder-lock.ts";
import { openLiteFolder } from "./lite-folder.ts";
import { litePool } from "./lite-pool.ts";
import { openProcessLock } from "./process-lock.ts";
import { openDrizzle } from "./transaction.ts";

/** A connection or a transaction: queries take either. */
export type Db = NodePgDatabase | Tx;
export type Tx = Parameters<Parameters<NodePgDatabase["transaction"]>[0]>[0];

export interface Database {
  db: NodePgDatabase;
  pool: pg.Pool;
  /** The in-process database, or null on a PostgreSQL server. */
  lite: PGlite | null;
  /** A number that identifies this process while it runs: see `openProcessLock`. */
  process(): Promise<number | null>;
  close(): Promise<void>;
}

// DATE stays text: node-postgres would convert it to a Date in local time, which can be off by a day.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/**
 * Opens PostgreSQL at `databaseUrl`, or the embedded database under `dataDir` when it is null. Only one process at a
 * time can open the embedded one; a second gets FolderInUseError. `dataDir` is made accessible to the current operating
 * system account only.
 */
export async function openDatabase(options: {
  databaseUrl: string | null;
  dataDir: string;
  poolSize?: number;
  /** Receives warnings for the operator; default: standard error. */
  warn?: (line: string) => void;
  /** Time limits of waits; default: those of jobs and commands. */
  limits?: WaitLimits;
}): Promise<Database> {
  await protect(options);
  return options.databaseUrl === null
    ? openEmbedded(options.dataDir)
    : openServer(options.databaseUrl, options.poolSize ?? 10, options.limits ?? jobLimits);
}

/** Makes the folder private. It holds password hashes, signing keys and mailed links. */
async function protect({ dataDir, warn = toStandardError }: Folder): Promise<void> {
  const opened = await makePrivate(dataDir);
  if (opened === 0) return;
  warn(
    `Other accounts of this machine could read ${dataDir}: removed their access to ${opened} ${opened === 1 ? "file or folder" : "files and folders"}. ` +
      "They may have read keys and password hashes.",
  );
}

interface Folder {
  dataDir: string;
  warn?: (line: string) => void;
}

const toStandardError = (line: string) => process.stderr.write(`${line}\n`);

async function openEmbedded(dataDir: string): Promise<Database> {
  makeFolder(dataDir, privateModes.folder);
  const lock = lockFolder(dataDir);
  try {
    const lite = await openLiteFolder(dataDir);
    return embedded(lite, () => lock.release());
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** A database over an already open PGlite; used by tests with one in memory. */
export function embedded(lite: PGlite, afterClose: () => void = () => {}): Database {
  const pool = litePool(lite);
  const key = randomInt(1, 2 ** 31);
  return {
    db: openDrizzle(pool),
    pool,
    lite,
    process: async () => key,
    async close() {
      await pool.end();
      await lite.close();
      afterClose();
    },
  };
}

/** Whether a newer version has migrated the database, and settings of the server that risk data. Null when there is neither. */
export async function describeRisk({ pool, lite }: Pick<Database, "pool" | "lite">) {
  const risks = [await describeNewer(pool), lite === null ? await describeSettings(pool) : null];
  return risks.filter((one) => one !== null).join(" ") || null;
}

/** A newer version of this program has migrated the database. Null when none has. */
async function describeNewer(pool: pg.Pool): Promise<string | null> {
  const { rows } = await pool.query(
    "select max(created_at) as newest from drizzle.__drizzle_migrations",
  );
  const own = readMigrationFiles({ migrationsFolder: ownMigrations }).at(-1)?.folderMillis ?? 0;
  if (Number(rows[0]?.newest ?? 0) <= own) return null;
  return (
    "A newer version of Tenk has migrated this database, and this version may read it wrong: " +
    "start the newer version, or restore the backup from before the upgrade."
  );
}

/** Server settings that risk data. Null when there are none. */
async function describeSettings(pool: pg.Pool): Promise<string | null> {
  const { rows } = await pool.query(
    "select name from pg_settings where name in ('fsync', 'full_page_writes') and setting = 'off' order by 1",
  );
  if (rows.length === 0) return null;
  const names = rows.map(({ name }) => `${name}=off`).join(" and ");
  return `The PostgreSQL server runs with ${names}: a power loss can destroy the database.`;
}

/** The oldest PostgreSQL that the SQL is written for. */
const oldestServer = 15;

/** Throws ConfigError for a server that is too old, before anything is written there. */
async function checkServer(client: Pick<pg.PoolClient, "query">): Promise<void> {
  const { rows } = await client.query("show server_version_num");
  const version = Math.trunc(Number(rows[0]?.server_version_num) / 10_000);
  if (version >= oldestServer) return;
  throw new ConfigError(
    `DATABASE_URL: the server is PostgreSQL ${version}, and Tenk needs ${oldestServer} or later.`,
  );
}

async function openServer(url: string, poolSize: number, limits: WaitLimits): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    application_name: "tenk",
    // Indexes are in memory or on solid-state storage: reading one costs little more than reading the table in order.
    // A scan that starts where another one is would give a bounded search other rows each time.
    // Compiling a query takes longer than any query of a request runs.
    options: "-c random_page_cost=1.1 -c synchronize_seqscans=off -c jit=off",
    // Detects a lost server within minutes.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...poolLimits(limits),
  });
  // An idle connection that the server closes must not end this process; the next query reconnects.
  pool.on("error", () => {});
  // The same holds for a connection lost inside a transaction, between two queries; the next query fails.
  pool.on("connect", (client) => client.on("error", () => {}));
  const lock = openProcessLock(url);
  return {
    db: openDrizzle(pool),
    pool,
    lite: null,
    process: () => lock.key(),
    async close() {
      await lock.close();
      await pool.end();
    },
  };
}

const migrationLock = 7_305_001;

const ownMigrations = join(import.meta.dirname, "../../migrations");

/**
 * Migrates the schema. Many processes may call it at once: one migrates, the others wait. All pending migrations run in
 * one transaction, so a crash leaves the schema unchanged and the next call finishes the work.
 */
export async function migrateDatabase(
  database: Database,
  migrationsFolder = ownMigrations,
): Promise<void> {
  const client = await database.pool.connect();
  try {
    await checkServer(client);
    await client.query(withoutLimits);
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await client.query("create extension if not exists pg_trgm");
    await migrate(drizzle(client), { migrationsFolder });
    await client.query("select pg_advisory_unlock($1)", [migrationLock]);
    // This session has no time limits, so the connection is closed, not reused.
    client.release(true);
  } catch (error) {
    // Closing the session releases the lock.
    client.release(error as Error);
    throw error;
  }
}
