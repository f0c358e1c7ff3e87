import { FolderInUseError, lockFolder } from "#schemas/database/folder-lock.ts";

/**
 * Program of `helpers/faults/lock-race.ts`. On `{ folder, at }` it tries to lock the folder at that time, and answers
 * whether it did. On "release" it releases what it has.
 */
let held: ReturnType<typeof lockFolder> | null = null;

function tryLock(folder: string): boolean {
  try {
    held = lockFolder(folder);
    return true;
  } catch (error) {
    if (error instanceof FolderInUseError) return false;
    throw error;
  }
}

process.on("message", (go: { folder: string; at: number } | "release") => {
  if (go === "release") {
    held?.release();
    held = null;
    process.send?.(false);
    return;
  }
  while (Date.now() < go.at);
  process.send?.(tryLock(go.folder));
});
