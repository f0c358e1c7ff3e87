import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { isAlive } from "./folder-lock.ts";

const run = promisify(execFile);

/**
 * What the database keeps in its own memory. The files are in the system's cache as well, so more than this
 * buys nothing; the usual 128 MB would be resident from the start.
 */
const memory = ["-c", "shared_buffers=32MB", "-c", "maintenance_work_mem=16MB"];

/** Opens the embedded database under `dataDir`, creating it first when there is none. The caller holds the folder's lock. */
export async function openLiteFolder(dataDir: string): Promise<PGlite> {
  const folder = join(dataDir, "pg");
  if (!existsSync(join(folder, "PG_VERSION"))) await create(dataDir, folder);
  // PostgreSQL's own lock: one that a kill left empty would refuse every later start. The folder's lock is what counts.
  await rm(join(folder, "postmaster.pid"), { force: true });
  return PGlite.create(folder, {
    extensions: { pg_trgm },
    startParams: [...PGlite.defaultStartParams, ...memory],
  });
}

/**
 * In a process of its own: the memory that creating takes would stay with this one for good, and a process
 * that dies half-way leaves no half database behind.
 */
async function create(dataDir: string, folder: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const [, pid] = /^pg\.new-(\d+)$/.exec(name) ?? [];
    // A creator that outlives its own start still writes there: what it makes is whole, or goes another time.
    if (pid === undefined || isAlive(Number(pid))) continue;
    await rm(join(dataDir, name), { recursive: true, force: true });
  }
  const program = fileURLToPath(new URL("./create-lite-folder.ts", import.meta.url));
  await run(process.execPath, [program, folder]);
}
