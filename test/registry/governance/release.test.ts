import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { assembleRegistry } from "#registry/current/assemble.ts";
import { loadRegistry } from "#registry/current/load.ts";
import { generateSchemas, schemaChanges } from "#registry/governance/generate-schemas.ts";
import { govern, readGoverned } from "#registry/governance/governance.ts";
import { finishRelease, planRelease, writeRelease } from "#registry/governance/release.ts";
import { listReleases, loadRelease } from "#registry/governance/releases.ts";
import { compareVersions, nextVersion } from "#registry/governance/semver.ts";
import { copyOfRegistry, entryOf, mappingTo } from "./small-registry.ts";

type Copy = ReturnType<typeof copyOfRegistry>;

function release({ folders }: Copy, today = "2026-12-01") {
  const governed = readGoverned(folders);
  const planned = planRelease(governed);
  const written = writeRelease(planned, { markdown: governed.changes, today, folders });
  return { planned, written };
}

const releasesOf = ({ folders }: Copy) => new URL("releases/", folders.registry);

function withTag(): Copy {
  const copy = copyOfRegistry();
  copy.edit("income-statement", (entries) => {
    entryOf(entries, "interest_expense").mappings.push(mappingTo("InterestExpenseNew"));
  });
  copy.explain("- interest_expense: InterestExpenseNew, the name since 2023");
  copy.see("us-gaap:InterestExpenseNew", [2024, 2026]);
  return copy;
}

test("the committed registry is what its newest release froze [SFR-04]", () => {
  const { registryVersion, registrySha256, concepts } = loadRegistry();
  const last = loadRelease(listReleases().at(-1) ?? "");

  expect(last.registryVersion).toBe(registryVersion);
  expect(last.registrySha256).toBe(registrySha256);
  expect(last.concepts).toEqual(concepts);
});

test("a new tag makes a minor version beside the old one, with its digest and its changes, and no other schema", () => {
  const copy = withTag();
  const before = copy.read("releases/1.0.0.json");

  const { planned, written } = release(copy);

  expect(planned.level).toBe("minor");
  expect(written).toEqual([
    "registry/releases/1.1.0.json",
    "registry/version.json",
    "registry/CHANGES.md",
    "registry/releases/digests.json",
  ]);
  expect(listReleases(releasesOf(copy))).toEqual(["1.0.0", "1.1.0"]);
  expect(copy.read("releases/1.0.0.json")).toBe(before);
  expect(JSON.parse(copy.read("releases/1.1.0.json"))).toMatchObject({
    registryVersion: "1.1.0",
    standardVersion: "1.0.0",
    releasedAt: "2026-12-01",
    registrySha256: planned.registry.registrySha256,
    changes: "- interest_expense: InterestExpenseNew, the name since 2023",
  });
  expect(JSON.parse(copy.read("version.json")).registryVersion).toBe("1.1.0");
  expect(copy.read("CHANGES.md")).toMatch(/\n## 1\.1\.0\n\n- interest_expense/);
  const [older, newer] = ["1.0.0", "1.1.0"].map((one) => loadRelease(one, releasesOf(copy)));
  expect(older?.tags.has("us-gaap:InterestExpenseNew")).toBe(false);
  expect(newer?.tags.has("us-gaap:InterestExpenseNew")).toBe(true);
  expect(older?.registrySha256).toBe(loadRelease("1.0.0").registrySha256);
});

test("releasing again without a change is refused, and so is a registry that breaks a rule", () => {
  const copy = withTag();
  release(copy);
  expect(() => planRelease(readGoverned(copy.folders))).toThrow("nothing changed since 1.1.0");

  copy.edit("income-statement", (entries) => entries.slice(1));
  expect(() => planRelease(readGoverned(copy.folders))).toThrow("is gone; deprecate it");
});

test("a new line makes another standard version whose schema has it beside all the old ones [SFR-18] [VER-10]", () => {
  const copy = copyOfRegistry();
  copy.edit("balance-sheet", (entries) => {
    const line = { ...entryOf(entries, "goodwill"), id: "sfrs:Draft", snakeKey: "draft" };
    return [...entries, { ...line, mappings: [mappingTo("GoodwillGross")] }];
  });
  copy.explain("- draft: asked for by readers");
  copy.see("us-gaap:GoodwillGross", [2009, 2026]);

  const { planned, written } = release(copy);

  expect(planned.schemas).toContain("balance_sheet with draft");
  expect(planned.registry).toMatchObject({ registryVersion: "1.1.0", standardVersion: "1.1.0" });
  expect(written).toContain("schemas/sfrs/balance_sheet/1.1.0.json");
  const text = readFileSync(new URL("balance_sheet/1.1.0.json", copy.folders.schemas), "utf8");
  const { fields } = JSON.parse(text).properties;
  expect(Object.keys(fields.properties)).toEqual(expect.arrayContaining(["goodwill", "draft"]));
  expect(fields.required).toContain("draft");
});

test.each(["treasury_stock", "total_liabilities"])(
  "the deprecated line %s stays in its schema as it is: no statement gets another one [SFR-07] [VER-10]",
  (key) => {
    const copy = copyOfRegistry();
    copy.edit("balance-sheet", (entries) => {
      Object.assign(entryOf(entries, key), {
        status: "deprecated",
        successor: "sfrs:CommonStock",
        role: "reported",
        rollup: null,
        derivation: null,
        mappings: [mappingTo("TreasuryStockValue")],
      });
      for (const entry of entries) {
        Object.assign(entry, { rollup: null, derivation: null });
        if (entry.role === "derived") entry.role = "subtotal";
        if ((entry.mappings as unknown[]).length === 0) {
          Object.assign(entry, { mappings: [mappingTo("Goodwill")] });
        }
      }
    });
    const { concepts, versions, folders } = readGoverned(copy.folders);

    const registry = assembleRegistry(structuredClone(concepts), versions);

    expect(schemaChanges(registry, folders.schemas)).toEqual([]);
    const [text] = generateSchemas(registry).flatMap((one) =>
      one.type === "balance_sheet" ? [one.text] : [],
    );
    const { fields, notApplicable } = JSON.parse(text ?? "").properties;
    expect(Object.keys(fields.properties)).toContain(key);
    expect(fields.required).toContain(key);
    expect(notApplicable.items.enum).toContain(key);
  },
);

test("a released version that does not exist is refused with those that do", () => {
  expect(() => loadRelease("7.0.0")).toThrow(
    "no version 7.0.0 of the registry was released; released: 1.0.0",
  );
  expect(() => loadRelease("../version")).toThrow("no version ../version of the registry");
});

test("versions are ordered by their numbers, and step by what changed", () => {
  expect(["1.10.0", "1.9.3", "1.9.10"].sort(compareVersions)).toEqual([
    "1.9.3",
    "1.9.10",
    "1.10.0",
  ]);
  expect(nextVersion("1.9.3", "patch")).toBe("1.9.4");
  expect(nextVersion("1.9.3", "minor")).toBe("1.10.0");
  expect(nextVersion("1.9.3", "major")).toBe("2.0.0");
  expect(() => compareVersions("1.0", "1.0.0")).toThrow("1.0 is not a version such as 1.2.0");
});

/** What a release writes after its frozen copy. */
const rest = ["CHANGES.md", "version.json", "releases/digests.json"];

test.each<[string, (copy: Copy, before: (path: string) => string) => void]>([
  [
    "after the frozen copy",
    ({ write }, before) => {
      for (const path of rest) write(path, before(path));
    },
  ],
  ["before version.json", ({ write }, before) => write("version.json", before("version.json"))],
])("a release that was killed %s is said to be unfinished, and finished by the next", (_, kill) => {
  const copy = withTag();
  const texts = new Map(rest.map((path) => [path, copy.read(path)]));
  release(copy);
  const whole = [...rest, "releases/1.1.0.json"].map(copy.read);
  kill(copy, (path) => texts.get(path) ?? "");

  expect(govern(readGoverned(copy.folders)).problems).toContain(
    "version.json says 1.0.0, the last release is 1.1.0, which was interrupted: npm run registry -- release finishes it.",
  );
  expect(finishRelease(readGoverned(copy.folders), copy.folders)).toEqual([
    "registry/version.json",
    "registry/CHANGES.md",
    "registry/releases/digests.json",
  ]);

  expect([...rest, "releases/1.1.0.json"].map(copy.read)).toEqual(whole);
  expect(govern(readGoverned(copy.folders)).problems).toEqual([]);
  expect(finishRelease(readGoverned(copy.folders), copy.folders)).toEqual([]);
});

test("files that are not JSON, and a release changed by hand, are named with what to do", () => {
  const copy = withTag();
  copy.write("concepts/cash-flow.json", "[{");
  expect(() => readGoverned(copy.folders)).toThrow(
    /^registry\/concepts\/cash-flow.json is not JSON: /,
  );

  const other = withTag();
  other.write(
    "releases/1.0.0.json",
    other.read("releases/1.0.0.json").replace(`"additive":true`, `"additive":false`),
  );
  expect(() => readGoverned(other.folders)).toThrow(
    /1\.0\.0 was changed.*git checkout registry\/releases\/1\.0\.0\.json/,
  );
});

test("a release killed between a schema and its digest is finished with both", () => {
  const copy = copyOfRegistry();
  copy.edit("balance-sheet", (entries) => {
    const line = { ...entryOf(entries, "goodwill"), id: "sfrs:Draft", snakeKey: "draft" };
    return [...entries, { ...line, mappings: [mappingTo("GoodwillGross")] }];
  });
  copy.explain("- draft: asked for by readers");
  copy.see("us-gaap:GoodwillGross", [2009, 2026]);
  const registered = copy.schemaPath("digests.json");
  const texts = new Map(rest.map((path) => [path, copy.read(path)]));
  const before = readFileSync(registered, "utf8");
  release(copy);
  const whole = readFileSync(registered, "utf8");
  for (const [path, text] of texts) copy.write(path, text);
  writeFileSync(registered, before);

  expect(govern(readGoverned(copy.folders)).problems).toContainEqual(
    expect.stringMatching(/which was interrupted: npm run registry -- release finishes it\.$/),
  );
  finishRelease(readGoverned(copy.folders), copy.folders);

  expect(readFileSync(registered, "utf8")).toBe(whole);
  expect(govern(readGoverned(copy.folders)).problems).toEqual([]);
});
