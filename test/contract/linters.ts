import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { testApp } from "../helpers/app.ts";
import { installTools } from "./install.ts";

const { get } = await testApp({ publicUrl: "https://tenk.example" });
const tools = await installTools("linters");
const folder = await mkdtemp(join(tmpdir(), "tenk-linters-"));
afterAll(() => rm(folder, { recursive: true }));
const description = (await get("/api/openapi")).body;

// Rules that are switched off say why in these files.
const rules = (name: string) => join(import.meta.dirname, "linters", `${name}.yaml`);
const home = { cwd: folder, maxBuffer: 2 ** 28 };

/** Runs a linter, which ends with 1 where it finds something. */
const lint = (name: string, args: string[]) =>
  promisify(execFile)(join(tools, "node_modules/.bin", name), ["lint", ...args], home).catch(
    (said: { stdout: string }) => said,
  );

/** Rule and place of each finding of Redocly in a description. */
async function redocly(text: string): Promise<string[]> {
  await writeFile(join(folder, "openapi.json"), text);
  const options = ["--config", rules("redocly"), "--format", "json", "--max-problems", "9999"];
  const { stdout } = await lint("redocly", ["openapi.json", ...options]);
  const { problems } = JSON.parse(stdout) as {
    problems: { ruleId: string; location: { pointer: string }[] }[];
  };
  return problems.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer}`);
}

/** Rule and place of each finding of Spectral in a description. */
async function spectral(text: string): Promise<string[]> {
  await writeFile(join(folder, "openapi.json"), text);
  const options = ["--ruleset", rules("spectral"), "--format", "json", "--output", "said.json"];
  await lint("spectral", ["openapi.json", "--quiet", "--fail-severity", "hint", ...options]);
  const found = JSON.parse(await readFile(join(folder, "said.json"), "utf8")) as {
    code: string;
    path: string[];
  }[];
  return found.map(({ code, path }) => `${code} ${path.join("/")}`);
}

/** The description with an operation that has no summary and no tag of the list. */
const faulty = () => {
  const document = JSON.parse(description);
  const operation = document.paths["/v2/screen"].get;
  delete operation.summary;
  operation.tags = ["no such group"];
  return JSON.stringify(document);
};

test("Redocly finds nothing in the published description, and finds a planted fault", async () => {
  expect(await redocly(description)).toEqual([]);
  expect(await redocly(faulty())).toEqual([expect.stringContaining("operation-summary")]);
});

test("Spectral finds nothing in the published description, and finds a planted fault", async () => {
  expect(await spectral(description)).toEqual([]);
  expect(await spectral(faulty())).toEqual([expect.stringContaining("operation-tag-defined")]);
});
