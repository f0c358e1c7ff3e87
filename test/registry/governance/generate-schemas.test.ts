import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { buildRegistry, loadRegistry } from "#registry/current/load.ts";
import { generateSchemas, writeSchemas } from "#registry/governance/generate-schemas.ts";
import { listRuntimeSchemas } from "#schemas/sfrs/load.ts";
import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";

const registry = loadRegistry();
const root = mkdtempSync(join(tmpdir(), "sfrs-"));
afterAll(() => rmSync(root, { recursive: true }));

const released = "2026-01-01T00:00:00.000Z";
const later = "2027-01-01T00:00:00.000Z";

function folder(name: string): URL {
  const url = pathToFileURL(`${join(root, name)}/`);
  writeSchemas(first, new URL("./", url), released);
  return url;
}

function variant(standardVersion: string, change: (concepts: Concept[]) => Concept[]): Registry {
  const concepts = change(structuredClone(registry.concepts) as Concept[]);
  return buildRegistry(concepts, { registryVersion: "1.1.0", standardVersion });
}

const first = variant("1.0.0", (concepts) => concepts);

function readDigests(url: URL) {
  return JSON.parse(readFileSync(new URL("digests.json", url), "utf8")) as Record<
    string,
    { isActive: boolean; ingestedAt: string }
  >;
}

const goodwillLike = (concepts: Concept[]): Concept[] => {
  const goodwill = concepts.find((c) => c.snakeKey === "goodwill");
  if (!goodwill) throw new Error("goodwill");
  const mappings = goodwill.mappings.map((m) => ({ ...m, xbrlConcept: "GoodwillGross" }));
  return [
    ...concepts,
    { ...goodwill, id: "sfrs:GoodwillGross", snakeKey: "goodwill_gross", mappings },
  ];
};

test("the committed artifacts are what the generator makes of the registry [SFR-19] [VER-10]", () => {
  const generated = generateSchemas(registry);

  // One schema is written by hand: what a filing may add in words of its own.
  const active = listRuntimeSchemas().filter(({ isActive }) => isActive);
  expect(generated).toHaveLength(active.length - 1);
  for (const { type, version, text } of generated) {
    expect(readFileSync(`schemas/sfrs/${type}/${version}.json`, "utf8")).toBe(text);
  }
});

test("writing twice changes nothing", () => {
  const url = folder("twice");

  expect(writeSchemas(first, url, later)).toEqual([]);
  expect(Object.values(readDigests(url)).map((d) => d.ingestedAt)).toEqual(Array(4).fill(released));
});

test("a new line comes as a new version beside the old one, which stays and turns inactive [SFR-18] [VER-10]", () => {
  const url = folder("added");
  const before = readFileSync(new URL("balance_sheet/1.0.0.json", url), "utf8");

  writeSchemas(variant("1.1.0", goodwillLike), url, later);

  expect(readdirSync(new URL("balance_sheet/", url)).sort()).toEqual(["1.0.0.json", "1.1.0.json"]);
  expect(readFileSync(new URL("balance_sheet/1.0.0.json", url), "utf8")).toBe(before);
  expect(readDigests(url)["balance_sheet/1.0.0"]?.isActive).toBe(false);
  expect(readDigests(url)["balance_sheet/1.1.0"]).toMatchObject({
    isActive: true,
    ingestedAt: later,
  });
});

test("a line can be neither removed nor renamed [VER-10]", () => {
  const url = folder("removed");
  const without = variant("1.1.0", (all) => all.filter((c) => c.snakeKey !== "deposits"));
  const renamed = variant("1.1.0", (all) =>
    all.map((c) => (c.snakeKey === "deposits" ? { ...c, snakeKey: "customer_deposits" } : c)),
  );

  for (const registry of [without, renamed]) {
    expect(() => writeSchemas(registry, url, later)).toThrow(
      "balance_sheet 1.1.0 would drop deposits, which is not allowed.",
    );
  }
});

test("a released version is never rewritten [SFR-19] [VER-10]", () => {
  const url = folder("rewritten");

  expect(() => writeSchemas(variant("1.0.0", goodwillLike), url, later)).toThrow(
    "balance_sheet 1.0.0 is released and would change",
  );
});
