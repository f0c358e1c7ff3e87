import { closeSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { privateModes } from "../storage/private-folder.ts";

/** Another process has locked the data folder. `pid` is its process id on the machine or in the container `host`. */
export class FolderInUseError extends Error {
  override name = "FolderInUseError";
  readonly pid: number;
  readonly host: string;
  constructor(dataDir: string, { pid, host }: Owner) {
    const process = `process ${pid}${host === hostname() ? "" : ` of ${host}`}`;
    const end = host === hostname() ? "" : ` (if it was killed there, delete ${lockOf(dataDir)})`;
    super(
      `The embedded database in ${dataDir} is in use by ${process}: stop it (npm start) first${end}, ` +
        "or set DATABASE_URL to a PostgreSQL server, which takes as many processes as you want.",
    );
    this.pid = pid;
    this.host = host;
  }
}

/** The owner of a lock. A process id is unique only on one machine or in one container, and only until it restarts. */
interface Owner {
  pid: number;
  /** Host name; a container keeps its own when it is restarted. */
  host: string;
  /** Boot id, which changes with each boot; null on systems without one. */
  boot: string | null;
}

const lockOf = (dataDir: string) => join(dataDir, "tenk.lock");

/**
 * Locks the folder for this process by a lock file that is created exclusively. A lock whose owner has ended is
 * replaced. Throws FolderInUseError when a running process holds it, or a process on another host, because this process
 * cannot tell whether that one still runs.
 */
export function lockFolder(dataDir: string): { release(): void } {
  const path = lockOf(dataDir);
  const own: Owner = { pid: process.pid, host: hostname(), boot: bootId() };
  for (let attempt = 0; ; attempt += 1) {
    try {
      const file = openSync(path, "wx", privateModes.file);
      writeSync(file, JSON.stringify(own));
      closeSync(file);
      return { release: () => rmSync(path, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST" || attempt > 3) throw error;
      const owner = readOwner(readFileSync(path, "utf8"), own);
      if (owner !== null && mayLive(owner, own)) throw new FolderInUseError(dataDir, owner);
      rmSync(path, { force: true });
    }
  }
}

const mayLive = (owner: Owner, own: Owner): boolean =>
  owner.host !== own.host || (owner.boot === own.boot && isAlive(owner.pid));

/** Null for an incomplete lock file, left by a crash. Releases before 0.3 wrote the process id alone. */
function readOwner(text: string, own: Owner): Owner | null {
  try {
    const read = JSON.parse(text) as number | Owner;
    return typeof read === "number" ? { ...own, pid: read } : read;
  } catch {
    return null;
  }
}

function bootId(): string | null {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return null;
  }
}

/** Whether a process other than this one has this id. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
