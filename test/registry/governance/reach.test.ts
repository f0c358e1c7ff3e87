import { expect, test } from "vitest";
import { assembleRegistry } from "#registry/current/assemble.ts";
import { type Reach, reachOf } from "#registry/governance/reach.ts";
import { loadRelease } from "#registry/governance/releases.ts";
import type { Concept } from "#schemas/shapes/companies/concept.ts";

const released = loadRelease("1.0.0");

/** Whom a change of one concept can concern. */
function reach(snakeKey: string, change: (concept: Concept) => void): Reach {
  const concepts = structuredClone(released.concepts) as Concept[];
  const concept = concepts.find((one) => one.snakeKey === snakeKey);
  if (!concept) throw new Error(`no ${snakeKey}`);
  change(concept);
  const versions = { registryVersion: "working", standardVersion: "1.0.0" };
  return reachOf(released, assembleRegistry(concepts, versions));
}

test("nothing and words alone concern nobody", () => {
  expect(reach("goodwill", () => {})).toEqual([]);
  expect(
    reach("goodwill", (concept) => {
      concept.label = "Another name";
      concept.note = "Another note";
    }),
  ).toEqual([]);
});

test("a tag that comes, goes, moves or gets a guard concerns those who file it", () => {
  expect(reach("interest_expense", ({ mappings }) => mappings.shift())).toEqual([
    "InterestExpense",
  ]);
  expect(
    reach("goodwill", ({ mappings: [first] }) => {
      if (first) first.guards = [{ kind: "positive" }];
    }),
  ).toEqual(["Goodwill"]);
  const moved = reach("interest_expense", ({ mappings }) => mappings.reverse());
  expect(moved).toEqual(expect.arrayContaining(["InterestExpense", "InterestExpenseNonoperating"]));
});

test.each<[string, (concept: Concept) => void]>([
  ["a rule of arithmetic", (concept) => Object.assign(concept, { rollup: null })],
  ["a template", (concept) => Object.assign(concept, { templates: ["bank"] })],
  ["a sign rule", (concept) => Object.assign(concept, { nonNegative: true })],
])("%s concerns everyone", (_, change) => {
  expect(reach("gross_profit", change)).toBe("everyone");
});

test("the day on which a line's standards begin concerns everyone: nulls before it have another reason", () => {
  const begin = (concept: Concept) => {
    for (const mapping of concept.mappings) mapping.validFrom = "2019-01-01";
  };
  expect(reach("goodwill", begin)).toBe("everyone");
});

test("a new line concerns everyone: it may be computed where nothing of it is filed", () => {
  const rest = released.concepts.filter(({ snakeKey }) => snakeKey !== "goodwill");
  const older = assembleRegistry(rest, { registryVersion: "0.9.0", standardVersion: "1.0.0" });
  expect(reachOf(older, released)).toBe("everyone");
});
