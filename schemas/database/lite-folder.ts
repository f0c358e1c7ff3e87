import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { tightenBelow } from "../storage/private-folder.ts";
import { DamagedDatabaseError } from "./damaged-database.ts";
import { createLiteFolder, withRoom } from "./lite-creation.ts";

/**
 * PostgreSQL's own memory. The operating system caches the files as well, so more brings nothing, and the default of
 * 128 MB would be resident from the start.
 */
const memory = ["-c", "shared_buffers=32MB", "-c", "maintenance_work_mem=16MB"];

/** Disk space for a WAL segment, which opening may add. */
const openBytes = 16 * 1_048_576;

/**
 * Opens the embedded database under `dataDir`, creating it first when there is none. The caller holds the folder's
 * lock.
 */
export async function openLiteFolder(dataDir: string): Promise<PGlite> {
  const folder = join(dataDir, "pg");
  await createLiteFolder(dataDir, folder);
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

/** PGlite creates its files with mode 0666 and ignores the umask. This makes them private. */
function keepPrivate(lite: PGlite): void {
  const { FS } = lite.Module;
  const chmod = FS.chmod.bind(FS);
  FS.chmod = (path: string, mode: number, ...rest: unknown[]) =>
    chmod(path, mode & ~0o077, ...rest);
}
