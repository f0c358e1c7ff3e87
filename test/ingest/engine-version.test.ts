import { expect, test } from "vitest";
import { listEngineSources, readSource } from "#ingest/engine-sources.ts";
import { engineVersion } from "#ingest/engine-version.ts";
import { listImports } from "../tidy/module-graph.ts";
import { productCode } from "../tidy/project-files.ts";

/** The same walk on the imports that a real parser finds. */
function reachedFrom(entries: string[]): string[] {
  const imports = listImports(productCode()).filter(({ isTypeOnly }) => !isTypeOnly);
  const found = new Set(entries);
  for (const path of found) {
    for (const { from, to } of imports) {
      if (from === path && !to.startsWith("npm:") && !to.startsWith("node:")) found.add(to);
    }
  }
  return [...found].sort();
}

test("the engine version covers every file that a build and its storing run", () => {
  expect(listEngineSources()).toEqual(reachedFrom(["ingest/build-unit.ts", "ingest/store.ts"]));
});

test("the arithmetic, the calendar, the terminal and the models count; fetching and the API do not", () => {
  const sources = listEngineSources();
  for (const path of [
    "ingest/statements/arithmetic.ts",
    "ingest/periods/ttm.ts",
    "ingest/facts/versions.ts",
    "ingest/terminal/metrics.ts",
    "registry/models/listing.ts",
    "schemas/decimal.ts",
  ]) {
    expect(sources).toContain(path);
  }
  expect(sources.filter((path) => /^(api|jobs)\/|ingest\/http/.test(path))).toEqual([]);
});

test("the version is a release with the digest of the sources, whatever their line ends", () => {
  expect(engineVersion).toMatch(/^\d+\.\d+\.\d+\+[0-9a-f]{16}$/);
  expect(readSource("ingest/engine-version.ts")).not.toContain("\r");
});
