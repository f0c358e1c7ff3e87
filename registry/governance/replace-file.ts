import { renameSync, writeFileSync } from "node:fs";

/** A reader, and a process that is killed, finds the old text or the new one. */
export function replaceFile(file: URL, text: string): void {
  const draft = new URL(`${file.href}.draft`);
  writeFileSync(draft, text);
  renameSync(draft, file);
}
