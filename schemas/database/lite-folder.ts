import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { stopping } from "../config/stop-on-signals.ts";
import { diskFull } from "../storage/disk-full.ts";
import { tightenBelow } from "../storage/private-folder.ts";
import { DamagedDatabaseError } from "./damaged-database.ts";
import { isAlive } from "./folder-lock.ts";

const run = promisify(execFile);

/**
 * PostgreSQL's own memory. The operating system caches the files as well, so more brings nothing, and the default of
 * 128 MB would be resident from the start.
 */
const memory = ["-c", "shared_buffers=32MB", "-c", "maintenance_work_mem=16MB"];

/**
 * Opens the embedded database under `dataDir`, creating it first when there is none. The caller holds the folder's
 * lock.
 */
export async function openLiteFolder(dataDir: string): Promise<PGlite> {
  const folder = join(dataDir, "pg");
  if (!existsSync(folder)) await create(dataDir, folder);
  if (!existsSync(join(folder, "PG_VERSION"))) throw new DamagedDatabaseError(folder);
  // PostgreSQL's own lock file. A crash can leave it empty, and then every later start would fail. The lock of the data
  // folder protects the database instead.
  await rm(join(folder, "postmaster.pid"), { force: true });
  const opening = PGlite.create(folder, {
    extensions: { pg_trgm },
    startParams: [...PGlite.defaultStartParams, ...memory],
  }).catch((cause: unknown) => {
    throw new DamagedDatabaseError(folder, cause);
  });
  const lite = await withRoom(dataDir, openBytes, opening);
  keepPrivate(lite);
  await tightenBelow(folder);
  return lite;
}

const megabyte = 1_048_576;
/** Disk space for a new database. */
const createBytes = 40 * megabyte;
/** Disk space for a WAL segment, which opening may add. */
const openBytes = 16 * megabyte;

/**
 * Runs `work`. PGlite does not report a full disk, only that it could not start. So if it fails and there is less free
 * space than it needs, this throws an error with the code ENOSPC.
 */
async function withRoom<T>(dataDir: string, neededBytes: number, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { bavail, bsize } = await statfs(dataDir);
    if (bavail * bsize >= neededBytes) throw error;
    throw Object.assign(new Error(diskFull, { cause: error }), { code: "ENOSPC" });
  }
}

/** PGlite creates its files with mode 0666 and ignores the umask. This makes them private. */
function keepPrivate(lite: PGlite): void {
  const { FS } = lite.Module;
  const chmod = FS.chmod.bind(FS);
  FS.chmod = (path: string, mode: number, ...rest: unknown[]) =>
    chmod(path, mode & ~0o077, ...rest);
}

/**
 * In a process of its own: the memory that creating takes would stay with this one for good, and a process
 * that dies half-way leaves no half database behind. A TERM ends it, and so fails the start, also one that came before.
 */
async function create(dataDir: string, folder: string): Promise<void> {
  await removeUnfinished(dataDir);
  stopping.throwIfAborted();
  const program = fileURLToPath(new URL("./create-lite-folder.ts", import.meta.url));
  const creating = run(process.execPath, [program, folder]);
  // Ctrl-C reaches both processes, a TERM only this one.
  const stop = () => creating.child.kill();
  process.once("SIGTERM", stop);
  try {
    await withRoom(dataDir, createBytes, creating);
  } catch (error) {
    await removeUnfinished(dataDir);
    throw error;
  } finally {
    process.off("SIGTERM", stop);
  }
}

/** Removes unfinished folders of interrupted creations. One whose process still runs is removed next time. */
async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const [, pid] = /^pg\.new-(\d+)$/.exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    await rm(join(dataDir, name), { recursive: true, force: true });
  }
}
