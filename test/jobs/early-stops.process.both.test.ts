import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { newDataFolder } from "../helpers/data-folder.ts";
import { createOnServer } from "../helpers/database.ts";
import { programEnv } from "../helpers/program-env.ts";

const root = join(import.meta.dirname, "../..");
const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tenk-early-"));
  folders.push(folder);
  return folder;
}

async function migratedFolder(): Promise<string> {
  const { path } = await newDataFolder();
  folders.push(path);
  return path;
}

const settings = (dataDir: string) => ({
  ...programEnv,
  HOME: process.env.HOME,
  DATA_DIR: dataDir,
  PORT: "0",
  COMPANIES: process.env.TEST_DATABASE_URL ? "sample" : "ZZZZ",
});

const reporter = join(root, "test/helpers/worker/report-signals.mjs");

/** Starts a program, and ends it with a TERM so many milliseconds after it heeds signals. */
async function stopAfter(ms: number, file: string, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, ["--import", reporter, file], {
    cwd: root,
    env,
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let said = "";
  child.stderr?.on("data", (chunk) => {
    said += chunk;
  });
  const [imported] = await once(child, "message");
  await new Promise((resolve) => setTimeout(resolve, ms));
  child.kill("SIGTERM");
  const [code, signal] = await once(child, "close");
  return { imported, ended: (signal ?? code) as number | string, said: said.trim() };
}

/** From before the modules are loaded until the program serves. */
const moments = [0, 300, 2000];
/** It heeds signals before it imports a package. */
const clean = { imported: [], ended: 0, said: "stopping; press Ctrl-C again to stop now" };

test("a TERM at any moment of the start ends npm start's process with 0, without a lock, and the next start works", async () => {
  const dataDir = await migratedFolder();
  for (const ms of moments) {
    expect(await stopAfter(ms, "jobs/start.ts", settings(dataDir))).toEqual(clean);
    expect(readdirSync(dataDir)).not.toContain("tenk.lock");
  }
}, 240_000);

const url = process.env.TEST_DATABASE_URL ?? "";

test.skipIf(url === "").each(["jobs/worker.ts", "api/server.ts"])(
  "a TERM at any moment of the start ends %s with 0",
  async (file) => {
    const own = await createOnServer(url);
    try {
      const env = { ...settings(await emptyFolder()), DATABASE_URL: own.url, LOG_LEVEL: "error" };
      for (const ms of moments) expect(await stopAfter(ms, file, env)).toEqual(clean);
    } finally {
      await own.drop();
    }
  },
  240_000,
);

test.skipIf(process.platform !== "linux")(
  "a program whose npm has ended before it could see it ends, too",
  async () => {
    const dataDir = await migratedFolder();
    // As npm starts it, by a shell that ends at once: the output is closed when the last process has ended.
    const script = "node jobs/start.ts";
    const env = {
      ...settings(dataDir),
      npm_lifecycle_event: "start",
      npm_lifecycle_script: script,
    };
    const shell = spawn("sh", ["-c", `"${process.execPath}" jobs/start.ts & exit 0`], {
      cwd: root,
      env,
      detached: true,
    });
    let said = "";
    shell.stderr.on("data", (chunk) => {
      said += chunk;
    });
    shell.stdout.resume();
    await once(shell, "close");
    expect(said.trim()).toBe(clean.said);
    expect(readdirSync(dataDir)).not.toContain("tenk.lock");
  },
  240_000,
);
