import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { loadRegistry } from "#registry/current/load.ts";
import { unexplained } from "#registry/governance/changes.ts";
import { compareConcepts, levelOf } from "#registry/governance/difference.ts";
import { govern, readGoverned } from "#registry/governance/governance.ts";
import { historyProblems } from "#registry/governance/history.ts";
import { mergeSeen, seenText } from "#registry/governance/tags-seen.ts";
import type { Concept } from "#schemas/shapes/companies/concept.ts";
import { copyOfRegistry, entryOf, mappingTo } from "./small-registry.ts";

const { concepts } = loadRegistry();
const released = [{ registryVersion: "1.0.0", concepts: [...concepts] }];

/** The committed concepts, with one of them changed. */
function changed(snakeKey: string, change: Partial<Concept>): Concept[] {
  return concepts.map((one) => (one.snakeKey === snakeKey ? { ...one, ...change } : one));
}

test("the committed registry obeys every rule of governance [SFR-10] [SFR-11] [SFR-15]", () => {
  expect(govern(readGoverned()).problems).toEqual([]);
});

test("an id that was released is never dropped or reused, and its key is never another's", () => {
  const without = concepts.filter(({ snakeKey }) => snakeKey !== "goodwill");

  expect(historyProblems(without, released)).toEqual([
    "sfrs:Goodwill: was released in 1.0.0 and is gone; deprecate it with a successor instead.",
  ]);
  expect(historyProblems(changed("goodwill", { id: "sfrs:Other" }), released)).toEqual([
    "sfrs:Goodwill: was released in 1.0.0 and is gone; deprecate it with a successor instead.",
  ]);
  expect(
    historyProblems(changed("goodwill", { snakeKey: "badwill", dataType: "shares" }), released),
  ).toEqual([
    "sfrs:Goodwill: its snakeKey was goodwill in 1.0.0 and would become badwill; another meaning needs another id.",
    "sfrs:Goodwill: its dataType was monetary in 1.0.0 and would become shares; another meaning needs another id.",
  ]);
});

test("what was deprecated stays deprecated, what was active is not proposed again, and lines keep their order", () => {
  const deprecated = changed("goodwill", {
    status: "deprecated",
    successor: "sfrs:IntangibleAssets",
  });
  const then = [...released, { registryVersion: "1.1.0", concepts: deprecated }];

  expect(historyProblems(deprecated, then)).toEqual([]);
  expect(historyProblems(concepts, then)).toEqual([
    "sfrs:Goodwill: is deprecated since 1.1.0 and stays so.",
  ]);
  expect(historyProblems(changed("goodwill", { status: "proposed" }), released)).toEqual([
    "sfrs:Goodwill: was active in 1.0.0 and cannot be proposed again.",
  ]);
  const [first, second, ...rest] = concepts;
  if (!first || !second) throw new Error("no concepts");
  expect(historyProblems([second, first, ...rest], released)).toEqual(
    [`${second.id}: stands before lines that 1.0.0 lists above it; keep their order.`].map(
      (sentence) => sentence.replace(second.id, second.id),
    ),
  );
});

test("a change names the concept, the tag and what became of it, and says how much it means", () => {
  const revenue = concepts.find(({ snakeKey }) => snakeKey === "goodwill");
  const [first] = revenue?.mappings ?? [];
  if (!first) throw new Error("goodwill has no tag");
  const extra = { ...first, xbrlConcept: "GoodwillGross" };

  const added = compareConcepts(concepts, changed("goodwill", { mappings: [extra, first] }));
  const words = compareConcepts(concepts, changed("goodwill", { note: "see the standard" }));
  const meaning = compareConcepts(concepts, changed("goodwill", { additive: false }));

  expect(added).toEqual([
    {
      id: "sfrs:Goodwill",
      snakeKey: "goodwill",
      kind: "changed",
      level: "minor",
      changes: [
        { what: "mappings us-gaap:GoodwillGross", level: "minor", how: "mapped, rank 1 of 2" },
        ...(revenue?.mappings.slice(1) ?? []).map(({ taxonomy, xbrlConcept }) => ({
          what: `mappings ${taxonomy}:${xbrlConcept}`,
          level: "minor",
          how: "no longer mapped",
        })),
      ],
    },
  ]);
  expect(levelOf(words)).toBe("patch");
  expect(levelOf(meaning)).toBe("major");
  expect(compareConcepts(concepts, concepts)).toEqual([]);
});

test("a tag that changes places among those that stay is a move; one that others made room for is not", () => {
  const revenue = concepts.find(({ snakeKey }) => snakeKey === "revenue");
  if (!revenue) throw new Error("revenue");
  const [one, two, ...rest] = revenue.mappings;
  if (!one || !two) throw new Error("revenue has two tags");

  const moved = compareConcepts(concepts, changed("revenue", { mappings: [two, one, ...rest] }));
  const dropped = compareConcepts(concepts, changed("revenue", { mappings: [two, ...rest] }));

  expect(moved[0]?.changes.map(({ how }) => how)).toEqual([
    "moved from place 2 to 1 of the tags kept",
    "moved from place 1 to 2 of the tags kept",
  ]);
  expect(dropped[0]?.changes.map(({ how }) => how)).toEqual(["no longer mapped"]);
});

test("a change needs a line in CHANGES.md, and a new tag needs a filing or a source that shows it", () => {
  const copy = copyOfRegistry();
  copy.edit("income-statement", (entries) => {
    entryOf(entries, "interest_expense").mappings.push(mappingTo("InterestExpenseNew"));
  });

  expect(govern(readGoverned(copy.folders)).problems).toEqual([
    'sfrs:InterestExpense: changed without a line under "## Unreleased" of CHANGES.md that names interest_expense and why ("- interest_expense: reason").',
    expect.stringMatching(
      /^sfrs:InterestExpense: no filing known here carries us-gaap:InterestExpenseNew; check with --archive/,
    ),
  ]);

  copy.explain("- interest_expense: InterestExpenseNew, the name since 2023");
  copy.see("us-gaap:InterestExpenseNew", [2024, 2026]);
  expect(govern(readGoverned(copy.folders))).toMatchObject({
    problems: [],
    changes: [{ snakeKey: "interest_expense", level: "minor" }],
  });
});

test("the number of a version is left to release, and a release that was edited is refused", () => {
  const copy = copyOfRegistry();
  copy.write("version.json", '{ "registryVersion": "1.1.0", "standardVersion": "1.0.0" }');
  expect(govern(readGoverned(copy.folders)).problems).toEqual([
    "version.json says 1.1.0, the last release is 1.0.0: put it back to 1.0.0, and leave the number to release.",
  ]);

  copy.write(
    "releases/1.0.0.json",
    copy.read("releases/1.0.0.json").replace("Goodwill", "Goodwin"),
  );
  expect(() => readGoverned(copy.folders)).toThrow("the released version 1.0.0 was changed");
});

test("a proposed line is no fault and changes no schema; what would stop it is a note", () => {
  const copy = copyOfRegistry();
  copy.edit("balance-sheet", (entries) => {
    const goodwill = entryOf(entries, "goodwill");
    const draft = { ...goodwill, id: "sfrs:Draft", snakeKey: "draft", status: "proposed" };
    return [...entries, draft];
  });
  copy.explain("- draft: proposed, asked for by readers");

  const { problems, notes } = govern(readGoverned(copy.folders));

  expect(problems).toEqual([]);
  expect(notes).toContain("sfrs:Draft: is proposed; impact shows what it would do.");
  expect(notes).toContainEqual(
    expect.stringMatching(/^Once proposed lines are active: sfrs:Draft: us-gaap:Goodwill already/),
  );
  expect(notes.filter((note) => note.includes("schema"))).toEqual([]);
});

test("spans of filing years widen, replace a reviewer's source, and are written a tag a line", () => {
  const merged = mergeSeen(
    { "us-gaap:B": [2012, 2014], "us-gaap:A": "us-gaap 2026" },
    {
      "us-gaap:B": [2009, 2013],
      "us-gaap:A": [2026, 2026],
      "us-gaap:C": "us-gaap 2027",
    },
  );

  expect(seenText(merged)).toBe(
    '{\n  "us-gaap:A": [2026, 2026],\n  "us-gaap:B": [2009, 2014],\n  "us-gaap:C": "us-gaap 2027"\n}\n',
  );
});

test.each<[string, boolean]>([
  ["- goodwill: what the standard calls it now", true],
  ["- inventory, `goodwill`: what the standard calls it now", true],
  ["- inventory and goodwill: what the standard\n  calls it now", true],
  ["- The note of `goodwill` says what the standard says.", true],
  ["| goodwill | Goodwill | what the standard calls it |", true],
  ["- goodwill:", false],
  ["- goodwill: yes", false],
  ["- `goodwill`", false],
  ["- inventory: goodwill is another line and stays as it is", false],
  ["We looked at goodwill: it is what the standard says.", false],
  ["- the words of goodwill are those of the standard", false],
])("a change is explained by an entry with its key and a reason: %s is one: %s", (text, isOne) => {
  const copy = copyOfRegistry();
  copy.edit("balance-sheet", (entries) => {
    entryOf(entries, "goodwill").note = "see the standard";
  });
  copy.explain(text);

  const { problems } = govern(readGoverned(copy.folders));
  expect(problems).toHaveLength(isOne ? 0 : 1);
  for (const problem of problems) expect(problem).toMatch(/^sfrs:Goodwill: .*CHANGES\.md/);
});

test("entries of the first releases are written so that they explain what they name", () => {
  const { changes, releases } = readGoverned();
  const [first, second] = releases;
  if (!first || !second) throw new Error("two were released");
  const released = changes.slice(changes.indexOf("## 1."));
  const unreleased = released.replace("## 1.1.0", "## Unreleased");

  expect(unexplained(unreleased, compareConcepts(first.concepts, second.concepts))).toEqual([]);
});

test.each<[string, unknown, RegExp]>([
  ["yes", "yes", /"yes" is no source: name its taxonomy, the year and where/],
  ["a year alone", "us-gaap 2027", /is no source/],
  ["another taxonomy", "ifrs-full 2027, element list", /is no source/],
  ["years that run backwards", [2026, 2020], /must be the first and the last year of filing/],
])("a record of a tag that is %s proves nothing", (_, record, sentence) => {
  const copy = copyOfRegistry();
  const write = (value: unknown) => {
    const seen = JSON.parse(copy.read("tags-seen.json")) as object;
    copy.write("tags-seen.json", JSON.stringify({ ...seen, "us-gaap:Invented": value }));
  };
  write("us-gaap 2027, element list");
  expect(govern(readGoverned(copy.folders)).problems).toEqual([]);

  write(record);
  expect(govern(readGoverned(copy.folders)).problems).toEqual([expect.stringMatching(sentence)]);
});

test("a line whose tag filings carry only as the other period type is named", () => {
  const copy = copyOfRegistry();
  const governed = readGoverned(copy.folders);
  const kinds = (...of: Concept["periodType"][]) => new Map([["us-gaap:Goodwill", new Set(of)]]);

  expect(govern({ ...governed, kinds: kinds("instant", "duration") }).problems).toEqual([]);
  expect(govern({ ...governed, kinds: kinds("duration") }).problems).toEqual([
    "sfrs:Goodwill: is an instant, and filings carry us-gaap:Goodwill as duration only.",
  ]);
});

test.each<[string, (copy: ReturnType<typeof copyOfRegistry>) => void, RegExp]>([
  [
    "no version.json",
    ({ path }) => rmSync(path("version.json")),
    /^registry\/version\.json is missing: take it back \(git checkout registry\/version\.json\)/,
  ],
  [
    "another version.json",
    ({ write }) => write("version.json", '{ "registryVersion": 1 }'),
    /^registry\/version\.json must be \{ "registryVersion": "1\.0\.0"/,
  ],
  [
    "no CHANGES.md",
    ({ path }) => rmSync(path("CHANGES.md")),
    /^registry\/CHANGES\.md is missing: take it back/,
  ],
  [
    "concepts that are no list",
    ({ write }) => write("concepts/cash-flow.json", "{}"),
    /^registry\/concepts\/cash-flow\.json must be a list of concepts$/,
  ],
  [
    "a release that is none",
    ({ write }) => write("releases/1.0.0.json", '{ "registryVersion": "1.0.0" }'),
    /^registry\/releases\/1\.0\.0\.json is no release any more \(.*git checkout/,
  ],
])("%s is said in a sentence", (_, change, sentence) => {
  const copy = copyOfRegistry();
  change(copy);

  expect(() => readGoverned(copy.folders)).toThrow(sentence);
});
