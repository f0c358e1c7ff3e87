import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { govern, readGoverned } from "#registry/governance/governance.ts";
import { planRelease, writeRelease } from "#registry/governance/release.ts";
import { copyOfRegistry, entryOf } from "./small-registry.ts";

type Copy = ReturnType<typeof copyOfRegistry>;

/** A registry with two releases. */
function releasedTwice(): Copy {
  const copy = copyOfRegistry();
  copy.edit("balance-sheet", (entries) => {
    entryOf(entries, "goodwill").note = "see the standard";
  });
  copy.explain("- goodwill: a note that helps readers");
  const governed = readGoverned(copy.folders);
  writeRelease(planRelease(governed), {
    markdown: governed.changes,
    today: "2026-12-01",
    folders: copy.folders,
  });
  return copy;
}

const problemsOf = ({ folders }: Copy) => govern(readGoverned(folders)).problems;

function replaceIn(path: string, from: string | RegExp, to: string): void {
  const text = readFileSync(path, "utf8");
  expect(text).toMatch(from);
  writeFileSync(path, text.replace(from, to));
}

test("what a release wrote breaks no rule", () => {
  expect(problemsOf(releasedTwice())).toEqual([]);
});

test.each<[string, (copy: Copy) => void, string]>([
  [
    "a schema without one of its lines",
    ({ schemaPath }) => replaceIn(schemaPath("income_statement/1.0.0.json"), /"revenue",\n/, ""),
    "schemas/sfrs/income_statement/1.0.0.json was released and has changed: take it back (git checkout schemas/sfrs/income_statement/1.0.0.json).",
  ],
  [
    "a schema that is gone",
    ({ schemaPath }) => rmSync(schemaPath("income_statement/1.0.0.json")),
    "schemas/sfrs/income_statement/1.0.0.json was released and is gone: take it back (git checkout schemas/sfrs/income_statement/1.0.0.json).",
  ],
  [
    "another digest of a schema",
    ({ schemaPath }) => replaceIn(schemaPath("digests.json"), "44bd07f5", "00000000"),
    "schemas/sfrs/digests.json says another digest of income_statement/1.0.0 than was released: take it back (git checkout schemas/sfrs/digests.json).",
  ],
  [
    "a schema that is switched off",
    ({ schemaPath }) =>
      replaceIn(schemaPath("digests.json"), '"isActive": true', '"isActive": false'),
    "schemas/sfrs/digests.json must have the newest schema active, and income_statement/1.0.0 is not so.",
  ],
  [
    "a schema made by hand",
    ({ schemaPath }) => {
      const text = readFileSync(schemaPath("income_statement/1.0.0.json"), "utf8");
      writeFileSync(schemaPath("income_statement/1.1.0.json"), text);
    },
    "schemas/sfrs/income_statement/1.1.0.json was not made by release, or its digest was taken out of registry/releases/digests.json.",
  ],
  [
    "another standard version",
    ({ path }) =>
      replaceIn(path("version.json"), /"standardVersion": "1.0.0"/, '"standardVersion": "1.1.0"'),
    "version.json says standard 1.1.0, the last release 1.0.0: put it back, and leave the number to release.",
  ],
  [
    "a release that is gone",
    ({ path }) => rmSync(path("releases/1.0.0.json")),
    "registry/releases/1.0.0.json was released and is gone: take it back (git checkout registry/releases/1.0.0.json).",
  ],
  [
    "a release that is gone with its digest",
    ({ path }) => {
      rmSync(path("releases/1.0.0.json"));
      replaceIn(path("releases/digests.json"), /"1\.0\.0": "\w+",\n/, "");
    },
    'CHANGES.md has a section "## 1.0.0", and there is no registry/releases/1.0.0.json: take the file back, or call what is new "## Unreleased".',
  ],
  [
    "another day of a release",
    ({ path }) =>
      replaceIn(
        path("releases/1.0.0.json"),
        /"releasedAt": "[0-9-]+"/,
        '"releasedAt": "2020-01-01"',
      ),
    "registry/releases/1.0.0.json was released and has changed: take it back (git checkout registry/releases/1.0.0.json).",
  ],
  [
    "a section that has no release",
    ({ explain, path }) => {
      explain("- goodwill: of another one");
      replaceIn(path("CHANGES.md"), "## Unreleased", "## 1.0.9");
    },
    'CHANGES.md has a section "## 1.0.9", and there is no registry/releases/1.0.9.json: take the file back, or call what is new "## Unreleased".',
  ],
  [
    "no section of a release",
    ({ path }) => replaceIn(path("CHANGES.md"), "## 1.0.0", "### 1.0.0"),
    'CHANGES.md has no section "## 1.0.0".',
  ],
])("%s is named with what to do", (_, change, sentence) => {
  const copy = releasedTwice();
  change(copy);

  expect(problemsOf(copy)).toContain(sentence);
});

test("schemas are strictly additive: a later one has and requires what the one before did", () => {
  const copy = releasedTwice();
  const later = JSON.parse(readFileSync(copy.schemaPath("balance_sheet/1.0.0.json"), "utf8"));
  const { fields } = later.properties;
  delete fields.properties.inventory;
  fields.required = fields.required.filter(
    (key: string) => !["inventory", "goodwill"].includes(key),
  );
  writeFileSync(copy.schemaPath("balance_sheet/1.1.0.json"), JSON.stringify(later));

  expect(problemsOf(copy)).toEqual(
    expect.arrayContaining([
      "balance_sheet 1.1.0 would drop inventory, which is not allowed.",
      "balance_sheet 1.1.0 would no longer require goodwill, which is not allowed.",
    ]),
  );
});
