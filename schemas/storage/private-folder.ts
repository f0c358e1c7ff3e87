import type { Dirent } from "node:fs";
import { existsSync, mkdirSync, statSync } from "node:fs";
import { chmod, lstat, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Modes of files and folders that only the service's operating system account may read and write. */
export const privateModes = { folder: 0o700, file: 0o600 } as const;

const othersBits = 0o077;

/**
 * Removes the rights of group and others from a folder and everything below it. The folder itself is changed last, so a
 * private folder was fully processed and is not scanned again. Links are not followed. Returns how many entries were
 * changed; 0 when the folder does not exist. Throws when an entry belongs to another account.
 */
export async function makePrivate(folder: string): Promise<number> {
  // Windows has no such modes; there the folder inherits the rights of the account's own folder.
  if (process.platform === "win32") return 0;
  if (!(await isOpen(folder))) return 0;
  return (await tightenBelow(folder)) + (await tighten(folder));
}

/** The same for everything below a folder, even when the folder itself is private. */
export async function tightenBelow(folder: string): Promise<number> {
  let count = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) count += await tightenBelow(path);
    if (isOurs(entry)) count += await tighten(path);
  }
  return count;
}

const isOurs = (entry: Dirent) => entry.isDirectory() || entry.isFile();

async function tighten(path: string): Promise<number> {
  const mode = await modeOf(path);
  if (mode === null || (mode & othersBits) === 0) return 0;
  await chmod(path, mode & ~othersBits & 0o777);
  return 1;
}

const isOpen = async (path: string) => (((await modeOf(path)) ?? 0) & othersBits) !== 0;

/** The mode of a path; null when it does not exist. */
async function modeOf(path: string): Promise<number | null> {
  try {
    return (await lstat(path)).mode;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/**
 * Creates the folder and its parents. Node.js' recursive mkdir reports a read-only disk as a missing folder, and never
 * ends where no folder can be created. `mode` applies to each created folder; default: the process's own.
 */
export function makeFolder(path: string, mode?: number): void {
  if (!existsSync(dirname(path))) makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, mode);
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
