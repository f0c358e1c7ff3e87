import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { engineVersion } from "#ingest/builder/engine-version.ts";
import { productCode } from "../tidy/project-files.ts";
import { makePackage } from "./make-package.ts";

const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "tenk-package-"));
const installed = join(folder, "node_modules/tenk");
const program = join(installed, "dist/jobs/tenk.mjs");
const env = { PATH: process.env.PATH, HOME: process.env.HOME };
let files: string[] = [];

/** What `npm pack` makes, installed beside the packages of the repository. */
beforeAll(() => {
  const source = join(folder, "source");
  makePackage(join(source, "dist"));
  for (const name of ["package.json", "README.md", "CHANGES.md"]) {
    cpSync(join(root, name), join(source, name));
  }
  const packed = execFileSync("npm", ["pack", "--ignore-scripts", "--json"], {
    cwd: source,
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  const [{ filename }] = JSON.parse(packed);
  files = JSON.parse(packed)[0].files.map(({ path }: { path: string }) => path);
  mkdirSync(installed, { recursive: true });
  const tar = ["-xzf", join(source, filename), "-C", installed, "--strip-components=1"];
  execFileSync("tar", tar);
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (name.startsWith(".")) continue;
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the package holds all code that runs, its data and nothing else", () => {
  expect(files).toEqual(expect.arrayContaining([...productCode().keys()].map((p) => `dist/${p}`)));
  expect(files).toContain("dist/ingest/sample/figures/320193.tsv");
  expect(files.filter((path) => /^dist\/migrations\/.*\.sql$/.test(path)).length).toBeGreaterThan(
    5,
  );
  const others = files.filter(
    (path) => !/^dist\/(api|ingest|jobs|migrations|registry|schemas)\//.test(path),
  );
  expect(others.sort()).toEqual([
    "CHANGES.md",
    "README.md",
    "dist/digests.json",
    "dist/package.json",
    "dist/test/fixtures/verdicts-derived.csv",
    "dist/test/fixtures/verdicts-expected.csv",
    "dist/test/fixtures/verdicts-labels.csv",
    "dist/test/fixtures/verdicts-restated.csv",
    "package.json",
  ]);
});

test("the package builds companies by the same engine version as the repository", () => {
  const { engine } = JSON.parse(readFileSync(join(installed, "dist/digests.json"), "utf8"));
  expect(engineVersion).toMatch(new RegExp(`\\+${engine}$`));
});

test("tenk runs a command from any folder, and refuses one that is none", () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [program, ...args], { cwd: tmpdir(), env, encoding: "utf8" });
  expect(run("query", "--help").stdout).toMatch(/^Usage: tenk query \[options\]/);
  expect(run("start", "--help").stdout).toMatch(/^Usage: npm start/);
  expect(run("--help").stdout).toMatch(/^Usage: tenk \[options\] \[command\]/);
  expect(run("bench")).toMatchObject({ status: 2, stderr: expect.stringContaining("bench") });
});

test("tenk without a command starts the service on the folder where it is called, until a signal", async () => {
  const cwd = join(folder, "new");
  mkdirSync(cwd);
  const child = spawn(process.execPath, [program], {
    cwd,
    env: { ...env, PORT: "0", COMPANIES: "AAPL" },
  });
  const ended = once(child, "exit");
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (said += part));
  await expect.poll(() => said, { timeout: 200_000 }).toContain("Ready.");
  const [, address = ""] = /listening on (\S+)/.exec(said) ?? [];
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  expect(await (await fetch(`${address}/companies/aapl`)).text()).toContain("Apple Inc.");
  expect(existsSync(join(cwd, ".data/pg"))).toBe(true);
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
}, 240_000);
