import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { programEnv } from "../helpers/program-env.ts";

const root = join(import.meta.dirname, "../..");

async function run(args: string[], { readsOutput = true } = {}) {
  const child = spawn(process.execPath, args, { cwd: root, env: programEnv });
  if (!readsOutput) child.stdout.destroy();
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      said += chunk;
    });
  }
  const [code] = await once(child, "close");
  return { code, said };
}

const processes = ["jobs/start.ts", "jobs/worker.ts", "api/server.ts"];

test.each(processes)(
  "%s says with --help that it takes settings, and starts nothing",
  async (file) => {
    const { code, said } = await run([file, "--help"]);

    expect(said).toMatch(/^Usage: npm (start|run worker|run api)\n/);
    expect(said).toContain("settings are environment variables");
    expect(code).toBe(0);
  },
);

test.each(processes)(
  "%s refuses an argument with 2 instead of starting without it",
  async (file) => {
    const { code, said } = await run([file, "--port=4000"]);

    expect(said).toMatch(/^error: npm .+ takes no arguments, and --port=4000 was given/);
    expect(code).toBe(2);
  },
);

test.each([
  ["Ctrl-C", "SIGINT"],
  ["a TERM", "SIGTERM"],
] as const)(
  "%s while the database is created stops without a complaint",
  async (_, signal) => {
    const dataDir = mkdtempSync(join(tmpdir(), "tenk-stop-"));
    const env = { ...programEnv, DATA_DIR: dataDir, PORT: "0" };
    // A group of its own, because a terminal sends Ctrl-C to all processes of the group.
    const child = spawn(process.execPath, ["jobs/start.ts"], { cwd: root, env, detached: true });
    let said = "";
    child.stderr.on("data", (chunk) => {
      said += chunk;
    });
    const isCreating = () => readdirSync(dataDir).some((name) => name.startsWith("pg"));
    await expect.poll(isCreating, { timeout: 60_000 }).toBe(true);

    // A TERM of a service manager goes to the process alone.
    process.kill((child.pid ?? 0) * (signal === "SIGINT" ? -1 : 1), signal);
    const [code] = await once(child, "close");
    const left = readdirSync(dataDir).filter((name) => name !== "pg");
    rmSync(dataDir, { recursive: true, force: true });

    expect(said.trim()).toBe("stopping; press Ctrl-C again to stop now");
    expect(code).toBe(0);
    expect(left).toEqual(["tenk.mutex"]);
  },
  120_000,
);

test("a reader that goes away does not make a command fail", async () => {
  const { code, said } = await run(["jobs/cli.ts", "ingest", "--help"], { readsOutput: false });

  expect(said).toBe("");
  expect(code).toBe(0);
});
