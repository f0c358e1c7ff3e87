import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, rm, statfs } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { programOptions } from "../config/program-options.ts";
import { stopping } from "../config/stop-on-signals.ts";
import { diskFull } from "../storage/disk-full.ts";
import { makeFolder, privateModes } from "../storage/private-folder.ts";
import { isAlive } from "./folder-lock.ts";

const run = promisify(execFile);

/** Creations of this process that were begun ahead of their opening. */
const begun = new Map<string, Promise<void>>();

/**
 * Begins to create the embedded database of the settings, where there is none, and resolves once its process runs: it
 * works while this one loads the service. What fails here is left to `createLiteFolder`, which tries again and says why.
 */
export async function createAhead(env: Record<string, string | undefined>): Promise<void> {
  if (env.DATABASE_URL) return;
  const dataDir = resolve(env.DATA_DIR || ".data");
  const folder = join(dataDir, "pg");
  if (existsSync(folder)) return;
  try {
    makeFolder(dataDir, privateModes.folder);
    const { done } = await begin(dataDir, folder);
    done.catch(() => {});
    begun.set(folder, done);
  } catch {
    // The opening meets the same fault, and reports it.
  }
}

/** Creates the database in the folder when there is none. The caller holds the lock of `dataDir`. */
export async function createLiteFolder(dataDir: string, folder: string): Promise<void> {
  await begun.get(folder)?.catch(() => {});
  begun.delete(folder);
  if (!existsSync(folder)) await (await begin(dataDir, folder)).done;
}

const megabyte = 1_048_576;
/** Disk space for a new database. */
const createBytes = 40 * megabyte;

/**
 * Runs `work`. PGlite does not report a full disk, only that it could not start. So if it fails and there is less free
 * space than it needs, this throws an error with the code ENOSPC.
 */
export async function withRoom<T>(
  dataDir: string,
  neededBytes: number,
  work: Promise<T>,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { bavail, bsize } = await statfs(dataDir);
    if (bavail * bsize >= neededBytes) throw error;
    throw Object.assign(new Error(diskFull, { cause: error }), { code: "ENOSPC" });
  }
}

/**
 * Creating runs in a separate process: its memory is freed when it ends, and if it dies half-way, no half-made database
 * is left. A TERM ends it, and so fails the start, also one that came before.
 */
async function begin(dataDir: string, folder: string): Promise<{ done: Promise<void> }> {
  await removeUnfinished(dataDir);
  stopping.throwIfAborted();
  const program = fileURLToPath(new URL("./create-lite-folder.ts", import.meta.url));
  const creating = run(process.execPath, [...programOptions, program, folder]);
  // Ctrl-C reaches both processes, a TERM only this one.
  const stop = () => creating.child.kill();
  process.once("SIGTERM", stop);
  return { done: finish() };

  async function finish(): Promise<void> {
    try {
      await withRoom(dataDir, createBytes, creating);
    } catch (error) {
      await removeUnfinished(dataDir);
      throw error;
    } finally {
      process.off("SIGTERM", stop);
    }
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
