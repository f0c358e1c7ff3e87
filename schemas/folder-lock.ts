import { closeSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

/** Another process owns the data folder. `pid` is its process id. */
export class FolderInUseError extends Error {
  override name = "FolderInUseError";
  readonly pid: number;
  constructor(dataDir: string, pid: number) {
    super(
      `The embedded database in ${dataDir} is in use by process ${pid}: stop it (npm start) first, ` +
        "or set DATABASE_URL to a PostgreSQL server, which takes as many processes as you want.",
    );
    this.pid = pid;
  }
}

/**
 * Takes the folder for this process by a lock file created exclusively; a lock whose owner is gone is replaced.
 * Throws FolderInUseError when a living process holds it.
 */
export function lockFolder(dataDir: string): { release(): void } {
  const path = join(dataDir, "tenk.lock");
  for (let attempt = 0; ; attempt += 1) {
    try {
      const file = openSync(path, "wx");
      writeSync(file, String(process.pid));
      closeSync(file);
      return { release: () => rmSync(path, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST" || attempt > 3) throw error;
      const pid = Number(readFileSync(path, "utf8"));
      if (isAlive(pid)) throw new FolderInUseError(dataDir, pid);
      rmSync(path, { force: true });
    }
  }
}

/** Whether another process has this id. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
