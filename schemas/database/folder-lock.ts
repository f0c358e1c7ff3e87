import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { privateModes } from "../storage/private-folder.ts";
import { lockFile } from "./file-lock.ts";

/** Another process has locked the data folder. `holder` names it: its process id, and its host if that is another one. */
export class FolderInUseError extends Error {
  override name = "FolderInUseError";
  readonly holder: string;
  constructor(dataDir: string, { holder, wayOut = "" }: { holder: string; wayOut?: string }) {
    super(
      `The embedded database in ${dataDir} is in use by ${holder}: stop it (npm start) first${wayOut}, ` +
        "or set DATABASE_URL to a PostgreSQL server, which takes as many processes as you want.",
    );
    this.holder = holder;
  }
}

/** The owner of a lock. A process id is unique only on one machine or in one container, and only until it restarts. */
interface Owner {
  pid: number;
  /** Host name; a container keeps its own when it is restarted. */
  host: string;
  /** Boot id, which changes with each boot and is the same in all containers of a machine; null where there is none. */
  boot: string | null;
  /** Absent in releases before 0.3: they did not lock `tenk.mutex`. */
  mutex?: true;
}

/**
 * Locks the folder for this process. The operating system locks `tenk.mutex` for one process, until it ends. That one
 * writes its name to `tenk.lock`, after it has read who is named there: perhaps a process on another machine, which the
 * first lock may not reach, or one of an older release, which knows only `tenk.lock`. Throws FolderInUseError when
 * another process holds the folder, or may hold it: this process cannot tell whether one on another machine still runs.
 */
export function lockFolder(dataDir: string): { release(): void } {
  const path = join(dataDir, "tenk.lock");
  const own: Owner = { pid: process.pid, host: hostname(), boot: bootId(), mutex: true };
  const mutex = lockFile(join(dataDir, "tenk.mutex"));
  if (mutex === null) throw new FolderInUseError(dataDir, { holder: holderOf(path, own) });
  try {
    refuseWhileHeld(dataDir, { path, own });
    writeFileSync(path, JSON.stringify(own), { mode: privateModes.file });
  } catch (error) {
    mutex.release();
    throw error;
  }
  return {
    release() {
      rmSync(path, { force: true });
      mutex.release();
    },
  };
}

/** Of the process that has locked `tenk.mutex`. It may not have written its name yet. */
function holderOf(path: string, own: Owner): string {
  const owner = readOwner(path, own);
  const isNamed = owner !== null && (owner.host !== own.host || isAlive(owner.pid));
  return isNamed ? describe(owner, own) : "another process";
}

/** For the process that has locked `tenk.mutex`. */
function refuseWhileHeld(dataDir: string, { path, own }: { path: string; own: Owner }): void {
  const owner = readOwner(path, own);
  if (owner === null || !mayLive(owner, own)) return;
  const wayOut = owner.host === own.host ? "" : ` (if it was killed there, delete ${path})`;
  throw new FolderInUseError(dataDir, { holder: describe(owner, own), wayOut });
}

const describe = ({ pid, host }: Owner, own: Owner): string =>
  `process ${pid}${host === own.host ? "" : ` of ${host}`}`;

/** On one machine the lock of `tenk.mutex` decides, and this process has it. */
function mayLive(owner: Owner, own: Owner): boolean {
  const isSameBoot = owner.boot !== null && owner.boot === own.boot;
  if (owner.mutex) return owner.host !== own.host && !isSameBoot;
  return owner.host !== own.host || (owner.boot === own.boot && isAlive(owner.pid));
}

/** Null without a file, or for an incomplete one, left by a crash. Releases before 0.3 wrote the process id alone. */
function readOwner(path: string, own: Owner): Owner | null {
  try {
    const read = JSON.parse(readFileSync(path, "utf8")) as number | Owner;
    return typeof read === "number" ? { pid: read, host: own.host, boot: own.boot } : read;
  } catch (error) {
    if (error instanceof SyntaxError || (error as { code?: string }).code === "ENOENT") return null;
    throw error;
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
