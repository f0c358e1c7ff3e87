import { accessSync, closeSync, constants, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { privateModes } from "../storage/private-folder.ts";

/** SQLITE_BUSY: another connection holds the lock. */
const busy = 5;

/**
 * Locks the file at `path` for this process; creates the file when there is none. Null when another process, or another
 * call of this one, holds the lock. The operating system releases the lock when the process ends for any reason, and
 * holds it across containers of one machine. Throws the file system's error when the file cannot be written.
 *
 * Node.js has no call for such a lock, but its SQLite uses one: a transaction that may write. Nothing is written, so the
 * file stays empty. The file is never removed: a process that has just opened it would lock a file that others no longer
 * see. It is never opened here either once it exists: closing it would release the lock of this process.
 */
export function lockFile(path: string): { release(): void } | null {
  createFile(path);
  accessSync(path, constants.R_OK | constants.W_OK);
  const connection = new DatabaseSync(path, { timeout: 0 });
  try {
    // Without a journal file.
    connection.exec("pragma journal_mode = memory; begin immediate");
  } catch (error) {
    connection.close();
    if ((error as { errcode?: number }).errcode === busy) return null;
    throw error;
  }
  return { release: () => connection.close() };
}

function createFile(path: string): void {
  try {
    closeSync(openSync(path, "wx", privateModes.file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
