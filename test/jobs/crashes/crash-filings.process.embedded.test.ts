import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { type DataFolder, newDataFolder } from "../../helpers/data-folder.ts";
import { programEnv, shortRun } from "../../helpers/program-env.ts";

const script = join(import.meta.dirname, "crash-filings.ts");
const folders: DataFolder[] = [];
afterAll(async () => {
  for (const folder of folders) await folder.remove();
});

/** Runs the program over a folder, and returns how it ended and what it said. */
async function run(dataDir: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [...shortRun, script], {
    env: { ...programEnv, DATA_DIR: dataDir, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said, [code, signal]] = await Promise.all([text(child.stdout), once(child, "close")]);
  return { ended: signal ?? code, said: said.trim() };
}

test.each([
  "submitted",
  "filings:archived",
  "filings:recorded",
  "rebuild:built",
  "store:before-commit",
])(
  "a submitted filing becomes a statement at the next start when the process is killed at %s [FIL-06]",
  async (step) => {
    const folder = await newDataFolder();
    folders.push(folder);
    expect(await run(folder.path, { CRASH_AT: step })).toMatchObject({ ended: "SIGKILL" });
    expect(await run(folder.path)).toEqual({ ended: 0, said: '{"statements":1}' });
  },
  300_000,
);
