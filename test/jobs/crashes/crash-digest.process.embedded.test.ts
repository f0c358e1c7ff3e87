import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { newDataFolder } from "../../helpers/data-folder.ts";
import { programEnv, shortRun } from "../../helpers/program-env.ts";

const script = join(import.meta.dirname, "crash-digest.ts");
const { path: dataDir, remove } = await newDataFolder();
afterAll(remove);

/** Two runs of the job in a process of its own: what ended it, and the addresses of the mails stored after each run. */
async function run(crashAt: string): Promise<{ ended: unknown; mails: string[] }> {
  const child = spawn(process.execPath, [...shortRun, script], {
    env: { ...programEnv, DATA_DIR: dataDir, CRASH_AT: crashAt },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [mails, [code, signal]] = await Promise.all([text(child.stdout), once(child, "close")]);
  return { ended: signal ?? code, mails: mails.trim().split("\n") };
}

// Three boundaries for each of two accounts: before the mail is stored, after it, and after the commit.
test.each(["1", "2", "3", "4", "5", "6"])(
  "digests of a process that is killed at boundary %s are each stored once by the next run",
  async (crashAt) => {
    expect((await run(crashAt)).ended).toBe("SIGKILL");
    const both = "one@example.com two@example.com";
    expect(await run("")).toEqual({ ended: 0, mails: [both, both] });
  },
  300_000,
);
