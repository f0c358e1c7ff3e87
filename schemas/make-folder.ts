import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes the folder and those above it. Node.js' own recursive way calls a disk that may only be read a missing
 * folder, and never ends where no folder can be made. `mode` is that of each folder made; without it the process' own.
 */
export function makeFolder(path: string, mode?: number): void {
  if (!existsSync(dirname(path))) makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, mode);
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
