import { expect, test } from "vitest";
import { parseConcept } from "#registry/current/concept.ts";
import { loadRegistry } from "#registry/current/load.ts";
import { checkRegistry } from "#registry/governance/check.ts";
import type { Concept, Mapping } from "#schemas/shapes/companies/concept.ts";

const registry = loadRegistry();

function concept(key: string, change: Record<string, unknown> = {}): Concept {
  const entry = {
    id: `sfrs:${key[0]?.toUpperCase()}${key.slice(1)}`,
    snakeKey: key,
    label: key,
    definition: "A line that exists only in this test.",
    statement: "income_statement",
    dataType: "monetary",
    periodType: "duration",
    role: "reported",
    prevalence: "conditional",
    mappings: [tag(`Tag${key}`)],
    ...change,
  };
  return parseConcept(entry, "test");
}

function tag(name: string, change: Partial<Mapping> = {}) {
  return { taxonomy: "us-gaap", version: "2020", xbrlConcept: name, ...change };
}

const sum = (...keys: string[]) => ({ terms: keys.map((key) => ({ weight: 1, concept: key })) });

test("the committed registry obeys every rule [SFR-10] [SFR-11] [SFR-15]", () => {
  expect(() => checkRegistry(registry.concepts)).not.toThrow();
});

test("an id or snakeKey used twice is refused [SFR-15]", () => {
  expect(() => checkRegistry([concept("one"), concept("one")])).toThrow(
    "sfrs:One: the id is used twice",
  );
  expect(() => checkRegistry([concept("one"), concept("two", { snakeKey: "one" })], [])).toThrow(
    "sfrs:Two: the snakeKey one already belongs to sfrs:One.",
  );
});

test("arithmetic may name only concepts that exist, are active and of the same kind [SFR-10] [SFR-12]", () => {
  const check = (...concepts: Concept[]) => checkRegistry(concepts, []);

  expect(() => check(concept("one", { rollup: sum("ghost") }))).toThrow(
    "sfrs:One: refers to ghost, which does not exist.",
  );
  expect(() =>
    check(concept("one", { derivation: [{ ...sum("one"), absent: ["ghost"] }] })),
  ).toThrow("sfrs:One: refers to ghost, which does not exist.");
  expect(() =>
    check(concept("one", { rollup: sum("two") }), concept("two", { status: "proposed" })),
  ).toThrow("sfrs:One: refers to two, which is proposed.");
  expect(() =>
    check(concept("one", { rollup: sum("two") }), concept("two", { periodType: "instant" })),
  ).toThrow("sfrs:One: refers to two, which is a instant.");
  expect(() =>
    check(concept("one", { rollup: sum("two") }), concept("two", { dataType: "shares" })),
  ).toThrow("sfrs:One: refers to two, which is of data type shares.");
  expect(() =>
    check(
      concept("one", { rollup: { ...sum("two"), optional: ["three"] } }),
      concept("two"),
      concept("three"),
    ),
  ).toThrow("sfrs:One: three is optional without being an operand.");
});

test("weights are whole numbers other than zero [SFR-10]", () => {
  const two = concept("two");
  const one = concept("one", { rollup: sum("two") });
  const half = { ...one, rollup: { terms: [{ weight: 0.5, concept: "two" }], absent: [] } };

  expect(() => checkRegistry([half, two], [])).toThrow("the weight 0.5 of two is not valid");
  expect(() => concept("one", { rollup: { terms: [{ weight: 0, concept: "two" }] } })).toThrow();
});

test("a cycle of rollups is refused; a total and its parts may derive each other [SFR-11]", () => {
  const cycle = [
    concept("one", { rollup: sum("two") }),
    concept("two", { rollup: sum("three") }),
    concept("three", { rollup: sum("one") }),
  ];
  const pair = [
    concept("one", { rollup: sum("two") }),
    concept("two", { derivation: [sum("one")] }),
  ];

  expect(() => checkRegistry(cycle, [])).toThrow(
    "sfrs:One: its rollup is a cycle (one -> two -> three -> one)",
  );
  expect(() => checkRegistry(pair, [])).not.toThrow();
  expect(() => checkRegistry([concept("one", { rollup: sum("one") })], [])).toThrow(
    "computed from itself",
  );
});

test("one tag means one concept per statement and template, unless a review allowed it [SFR-13]", () => {
  const shared = { mappings: [tag("Shared")] };
  const banks = { ...shared, templates: ["bank"] };
  const insurers = { mappings: [tag("Shared", { templates: ["insurer"] })] };
  const allowed = [
    { tag: "us-gaap:Shared", concepts: ["one", "two"], reason: "both lines show it" },
  ];

  expect(() => checkRegistry([concept("one", shared), concept("two", shared)], [])).toThrow(
    "sfrs:Two: us-gaap:Shared already means sfrs:One in every template: leave it to one of them",
  );
  expect(() => checkRegistry([concept("one", banks), concept("two", insurers)], [])).not.toThrow();
  expect(() =>
    checkRegistry([concept("one", shared), concept("two", shared)], allowed),
  ).not.toThrow();
  expect(() =>
    checkRegistry(
      [concept("one", shared), concept("two", { ...shared, statement: "balance_sheet" })],
      [],
    ),
  ).not.toThrow();
  expect(() =>
    checkRegistry([concept("one", { mappings: [tag("Same"), tag("Same")] })], []),
  ).toThrow(
    /^sfrs:One: maps us-gaap:Same twice in every template: the second never resolves, take it out\.$/,
  );
});

test("a tag that is shared without a reason, and one of two period types, are named [SFR-13]", () => {
  const shared = { mappings: [tag("Shared")] };
  const without = [{ tag: "us-gaap:Shared", concepts: ["one", "two"], reason: "yes" }];

  expect(() => checkRegistry([concept("one", shared), concept("two", shared)], without)).toThrow(
    /^shared-tags\.json: us-gaap:Shared: says no reason: say in a few words/,
  );
  const balance = concept("two", {
    ...shared,
    statement: "balance_sheet",
    periodType: "instant",
  });
  expect(() => checkRegistry([concept("one", shared), balance], [])).toThrow(
    "sfrs:Two: us-gaap:Shared is mapped to the duration sfrs:One too, and this line is an instant: an element is one of them.",
  );
});

test("the span of years of a mapping is in order", () => {
  const spanning = (version: string) => concept("one", { mappings: [tag("One", { version })] });

  expect(() => spanning("2009-2026")).not.toThrow();
  expect(() => spanning("2026-2009")).toThrow("must begin with the earlier year");
});

test("a deprecated concept names an active successor, and only a deprecated one does [SFR-07]", () => {
  const deprecated = concept("one", { status: "deprecated" });

  expect(() => checkRegistry([deprecated], [])).toThrow(
    "sfrs:One: is deprecated without a successor.",
  );
  expect(() => checkRegistry([{ ...deprecated, successor: "sfrs:Two" }], [])).toThrow(
    "sfrs:One: its successor sfrs:Two does not exist.",
  );
  expect(() => checkRegistry([{ ...deprecated, successor: "two" }, concept("two")], [])).toThrow(
    "sfrs:One: its successor two is a key: name it by id: sfrs:Two.",
  );
  expect(() =>
    checkRegistry([{ ...deprecated, successor: "sfrs:Two" }, concept("two")], []),
  ).not.toThrow();
  expect(() =>
    checkRegistry([concept("one", { successor: "sfrs:Two" }), concept("two")], []),
  ).toThrow("sfrs:One: has a successor but is active.");
});

test("templates, sum groups and validity that cannot work are refused, all in one error", () => {
  const faulty = concept("one", {
    templates: ["bank"],
    mappings: [
      tag("A", { templates: ["reit"] }),
      tag("B", { sumGroup: "alone" }),
      tag("C", { validFrom: "2020-01-01", validTo: "2019-01-01" }),
    ],
  });

  expect(() => checkRegistry([faulty, concept("two", { mappings: [] })], [])).toThrow(
    [
      "sfrs:Two: has neither a mapping nor arithmetic.",
      "sfrs:One: A is mapped only for templates the concept does not apply to.",
      "sfrs:One: C ends before it begins.",
      "sfrs:One: the sum group alone has a single member.",
    ].join("\n"),
  );
  expect(() => checkRegistry([concept("one", { templates: ["bank", "bank"] })], [])).toThrow(
    "its templates must be null or a list without repetition",
  );
});
