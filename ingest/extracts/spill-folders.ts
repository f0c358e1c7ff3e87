import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive } from "#schemas/database/folder-lock.ts";

/** Where a large question puts what does not fit into memory. */
export async function makeSpillFolder(): Promise<string> {
  await sweepSpillFolders();
  return mkdtemp(join(tmpdir(), `tenk-query-${process.pid}-`));
}

/** Removes what killed questions left. */
export async function sweepSpillFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, pid] = /^tenk-query-(\d+)-/.exec(name) ?? [];
    if (pid === undefined || Number(pid) === process.pid || isAlive(Number(pid))) continue;
    await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
}
