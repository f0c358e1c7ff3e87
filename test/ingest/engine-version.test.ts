import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { digestEngine } from "#ingest/builder/engine-digest.ts";
import { digestOnce } from "#ingest/builder/engine-digest-once.ts";
import { readSource } from "#ingest/builder/engine-sources.ts";
import { engineEntries, engineVersion } from "#ingest/builder/engine-version.ts";
import { listImports } from "../tidy/module-graph.ts";
import { productCode } from "../tidy/project-files.ts";

/** The same walk on the imports that a real parser finds. */
function reachedFrom(entries: readonly string[]): string[] {
  const imports = listImports(productCode()).filter(({ isTypeOnly }) => !isTypeOnly);
  const found = new Set(entries);
  for (const path of found) {
    for (const { from, to } of imports) {
      if (from === path && !to.startsWith("npm:") && !to.startsWith("node:")) found.add(to);
    }
  }
  return [...found].sort();
}

/** The digest of the engine with changed files: by path, each with what replaces its text. */
function digestWith(
  changes: Record<string, (code: string) => string>,
  moved: [string, string][] = [],
) {
  const places = new Map(moved.map(([from, to]) => [to, from]));
  return digestEngine(engineEntries, (path) => {
    const source = readSource(places.get(path) ?? path);
    return changes[path]?.(source) ?? source;
  }).digest;
}

const unchanged = digestWith({});
const arithmetic = "ingest/statements/arithmetic.ts";

test("the engine version covers every file that a build and its storing run", () => {
  expect(digestEngine(engineEntries, readSource).files).toEqual(reachedFrom(engineEntries));
});

test("the arithmetic, the calendar, the terminal and the models count; fetching and the API do not", () => {
  const { files } = digestEngine(engineEntries, readSource);
  for (const path of [
    arithmetic,
    "ingest/periods/ttm.ts",
    "ingest/facts/history/versions.ts",
    "ingest/terminal/metrics.ts",
    "registry/models/listing.ts",
    "schemas/decimal.ts",
  ]) {
    expect(files).toContain(path);
  }
  expect(files.filter((path) => /^(api|jobs)\/|ingest\/http/.test(path))).toEqual([]);
});

test("the version is a release with the digest of the sources", () => {
  expect(engineVersion).toMatch(/^\d+\.\d+\.\d+\+[0-9a-f]{16}$/);
  expect(engineVersion.endsWith(unchanged.slice(0, 16))).toBe(true);
});

test("comments, layout and line ends change nothing", () => {
  const comments = (code: string) => `/** New words. */\n\n${code}\n// The end.\n`;
  expect(digestWith({ [arithmetic]: comments, "schemas/decimal.ts": comments })).toBe(unchanged);
  expect(readSource("ingest/builder/engine-version.ts")).not.toContain("\r");
});

test("a file that moves to another folder, with its importers' imports in another order, changes nothing", () => {
  const old = "schemas/decimal.ts";
  const place = "schemas/database/exact-decimal.ts";
  const importers = reachedFrom(engineEntries).filter((path) =>
    readSource(path).includes('"#schemas/decimal.ts"'),
  );
  expect(importers.length).toBeGreaterThan(5);
  const last = (code: string) => {
    const line = /^import \{[^}]*\} from "#schemas\/decimal\.ts";\n/m.exec(code)?.[0] ?? "";
    const others = code.replace(line, "");
    return `${others.trimEnd()}\n${line.replace("#schemas/decimal.ts", `#${place}`)}`;
  };
  const changes = Object.fromEntries(importers.map((path) => [path, last]));
  expect(digestWith(changes, [[old, place]])).toBe(unchanged);
});

test.each([
  [arithmetic, (code: string) => code.replace("export function", "export async function")],
  ["ingest/statements/guards/guards.ts", (code: string) => code.replace(/=== /, "!== ")],
  ["ingest/periods/ttm.ts", (code: string) => code.replace(/"(\w+)"/, '"$1x"')],
  ["schemas/reference/valuation.json", (code: string) => code.replace(/\d/, (d) => `${d}1`)],
])("another rule in %s changes the version", (path, change) => {
  expect(change(readSource(path))).not.toBe(readSource(path));
  expect(digestWith({ [path]: change })).not.toBe(unchanged);
});

test("an import of another file changes the version", () => {
  const swap = (code: string) => code.replace("./store/company.ts", "./store/filings.ts");
  expect(digestWith({ "ingest/store.ts": swap })).not.toBe(unchanged);
});

test("a kept digest is used while all its files are the same, and not for a moment longer", () => {
  const folder = mkdtempSync(join(tmpdir(), "tenk-digest-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const place = join(folder, "made/kept.json");
  const files: Record<string, string> = { "a.ts": 'import { b } from "./b.ts";\n\nb();\n' };
  const read = (path: string) => files[path] ?? "export const b = 1;\n";
  const digest = () => digestOnce(["a.ts"], read, place);
  const first = digest();
  expect(first).toBe(digestEngine(["a.ts"], read).digest);
  const kept = JSON.parse(readFileSync(place, "utf8"));
  writeFileSync(place, JSON.stringify({ ...kept, digest: "kept" }));
  expect(digest()).toBe("kept");
  // Other entries are another question.
  expect(digestOnce(["b.ts"], read, place)).toBe(digestEngine(["b.ts"], read).digest);
  expect(digest()).toBe(first);
  files["b.ts"] = "export const b = 2;\n";
  expect(digest()).toBe(digestEngine(["a.ts"], read).digest);
  expect(digest()).not.toBe(first);
  for (const damaged of ["", "{}", "null", JSON.stringify({ ...kept, files: ["gone.ts"] })]) {
    writeFileSync(place, damaged);
    expect(digest()).toBe(digestEngine(["a.ts"], read).digest);
  }
});

test("where nothing can be kept the digest is computed", () => {
  expect(digestOnce(["a.ts"], () => "", "/dev/null/kept.json")).toBe(
    digestEngine(["a.ts"], () => "").digest,
  );
});
