import { describe, expect, test } from "vitest";
import type { View } from "#ingest/company-input.ts";
import { gap } from "#ingest/statements/cells/cell.ts";
import { expandLineage, listRejected } from "#ingest/statements/cells/expand-lineage.ts";
import { firstKnown, linesFirstKnown } from "#ingest/statements/cells/first-known.ts";
import type { Concept } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { Lineage, RefusedTag, Template } from "#schemas/shapes/companies/statement.ts";
import { registry } from "../../standardization/company.ts";
import { cellOf, linesOf, pickedOf } from "../cells.ts";

const cik = "0000320193";
const makeFact = (over: Partial<Fact>) => pickedOf(over).fact;
const [best, second] = ["Revenues", "SalesRevenueNet"];
const filedRevenue = registry.bySnakeKey.get("revenue") as Concept;
/** Revenue of two tags alone, in this order of preference. */
const revenue: Concept = {
  ...filedRevenue,
  mappings: [best, second].flatMap((xbrlConcept) =>
    filedRevenue.mappings
      .slice(0, 1)
      .map((mapping) => ({ ...mapping, templates: null, xbrlConcept })),
  ),
};

describe("the lineage of a value as a tree", () => {
  const facts = [makeFact({ value: "9" }), makeFact({ value: "4", cik: "0001288776" })];

  test("ends in facts with what their filings say, under the registrant that filed them", () => {
    const tree = expandLineage(
      ["fy_less_half", [1, "revenue@year", "9", 0], [-1, "revenue@half", "4", 1]],
      facts,
      cik,
    );
    expect(tree).toMatchObject({
      ...{ kind: "rule", rule: "fy_less_half" },
      operands: [
        { weight: 1, label: "revenue@year", value: "9" },
        { weight: -1, label: "revenue@half", value: "4" },
      ],
    });
    const urls =
      tree.kind === "rule"
        ? tree.operands.map(({ of }) => "filingIndexUrl" in of && of.filingIndexUrl)
        : [];
    expect(urls).toEqual([
      expect.stringContaining("/320193/000032019323000106/"),
      expect.stringContaining("/1288776/000032019323000106/"),
    ]);
    expect(expandLineage(0, facts, cik)).toMatchObject({
      ...{ kind: "fact", value: "9", unit: "USD", dimensions: null, form: "10-K" },
      tag: "us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax",
      ...{ periodStart: "2022-09-25", periodEnd: "2023-09-30", filedDate: "2023-11-03" },
      accessionNumber: "0000320193-23-000106",
    });
  });

  test("a number without a fact means that they were not built together", () => {
    expect(() => expandLineage(2, facts, cik)).toThrow("lineage names fact 2 of 2");
  });
});

describe("facts that could have been the value (PIP-05)", () => {
  const of = (tag: string, value: string, filed: string | null, over: Partial<Fact> = {}) =>
    makeFact({ tag, value, filed, accession: `of ${filed}`, ...over });
  const winner = of(second, "9", "2024-11-01");
  const facts = [
    winner,
    of(second, "8", "2023-11-01"),
    of(best, "7", "2023-11-01"),
    of(best, "6", "2024-11-01"),
    of("Cash", "5", "2024-11-01"),
    of(best, "4", "2024-11-01", { end: "2022-09-24" }),
    of(best, "3", "2024-11-01", { unit: "EUR" }),
    of(best, "2", "2024-11-01", { start: "2023-06-30" }),
  ];
  const rejected = (
    lineage: Lineage | null,
    refused: RefusedTag[] = [],
    view: View = { kind: "latest" },
  ) =>
    listRejected(
      revenue,
      { lineage, refused, start: winner.start ?? "", end: winner.end, template: "industrial" },
      { facts, cik, view },
    ).map(({ value, because, guard }) => [value, because, guard]);

  test("are those of its period, best mapping first, newest filing first, each with why not", () => {
    expect(rejected(0)).toEqual([
      ["6", "guard_or_scope", null],
      ["7", "guard_or_scope", null],
      ["8", "other_version", null],
    ]);
    expect(rejected(3)).toEqual([
      ["7", "other_version", null],
      ["9", "lower_preference", null],
      ["8", "lower_preference", null],
    ]);
  });

  test("name the guard that refused their tag", () => {
    const guard = [{ tag: `us-gaap:${best}`, guard: "notDwarfed:1.5" }];
    expect(rejected(0, guard).slice(0, 2)).toEqual([
      ["6", "guard_or_scope", "notDwarfed:1.5"],
      ["7", "guard_or_scope", "notDwarfed:1.5"],
    ]);
    // Without a value only what was refused is shown, of the period in any unit.
    expect(rejected(null, guard).map(([value]) => value)).toEqual(["6", "3", "7"]);
    expect(rejected(["rollup"], guard)).toHaveLength(3);
    expect(rejected(null)).toEqual([]);
  });

  test("are ranked as their template ranks them: a tag can be mapped twice", () => {
    const [net, total] = ["RevenuesNetOfInterestExpense", "Revenues"];
    const bankFacts = [of(net, "9", "2024-11-01"), of(total, "8", "2024-11-01")];
    const inTemplate = (template: Template, lineage: Lineage, concept = filedRevenue) =>
      listRejected(
        concept,
        { lineage, start: winner.start ?? "", end: winner.end, template },
        { facts: bankFacts, cik, view: { kind: "latest" } },
      ).map(({ value, because }) => [value, because]);
    // Banks prefer revenue net of interest, and others the total.
    expect(inTemplate("bank", 0)).toEqual([["8", "lower_preference"]]);
    expect(inTemplate("bank", 1)).toEqual([["9", "guard_or_scope"]]);
    expect(inTemplate("industrial", 1)).toEqual([["9", "lower_preference"]]);
    expect(inTemplate("industrial", 0)).toEqual([["8", "guard_or_scope"]]);
    // A tag that is mapped for other templates alone is out of scope, whatever its place.
    const forBanksLast = filedRevenue.mappings.toSorted((a) =>
      a.templates?.[0] === "bank" ? 1 : -1,
    );
    const banksOnly = forBanksLast.filter(
      ({ xbrlConcept, templates }) => xbrlConcept !== net || templates?.[0] === "bank",
    );
    const concept = { ...filedRevenue, mappings: banksOnly };
    expect(inTemplate("industrial", 1, concept)).toEqual([["9", "guard_or_scope"]]);
  });

  test("are only those that the view knows", () => {
    const before: View = { kind: "asOf", date: "2024-10-31" };
    expect(rejected(0, [], before).map(([value]) => value)).toEqual(["7", "8"]);
  });
});

describe("as first reported, what could be known first is shown (2.6)", () => {
  const days = ["2024-02-01", "2024-05-01", "2025-02-01", null];
  const context = { filedOn: (id: number) => days[id] ?? null };
  const of = (value: string, lineage: Lineage, flags: string[] = []) =>
    cellOf(value, { lineage, flags });

  test.each<[string, Lineage[], string | null]>([
    ["the earlier filing", [2, 0], "1"],
    ["of equals the first", [0, 0], "0"],
    [
      "a computed value is as late as its last operand",
      [["rollup", [1, "", "", 0], [1, "", "", 2]], 1],
      "1",
    ],
    ["or as early", [2, ["rollup", [1, "", "", 0], [1, "", "", 1]]], "1"],
    ["nothing of nothing", [], null],
    ["the only one", [2], "0"],
  ])("%s", (_, lineages, value) => {
    const cells = lineages.map((lineage, i) => of(String(i), lineage));
    expect(firstKnown(context, [gap("conflict"), null, ...cells])?.value ?? null).toBe(value);
  });

  /** Gross profit as filed, or as the lines give it that were filed before. */
  const lines = (grossFiled: number, scope: string[] = [], filedScope: string[] = []) => {
    const filed = linesOf({
      revenue: of("10", 0),
      gross_profit: of("4", grossFiled, filedScope),
    });
    const made = linesOf({
      revenue: of("10", 0),
      gross_profit: of("5", ["rollup", [1, "", "", 0]], scope),
    });
    const resolved = linesFirstKnown(
      context,
      (refused) =>
        refused.has("gross_profit!")
          ? { cells: made, places: new Map([["gross_profit", 0]]), rules: new Map() }
          : { cells: filed, places: new Map(), rules: new Map() },
      new Set(),
    );
    return resolved.cells.get("gross_profit")?.value;
  };

  test("a line that a later filing states gives way to what its lines gave before", () => {
    expect(lines(2)).toBe("5");
    expect(lines(0)).toBe("4");
  });

  test("a part of the line, worked out before, is no earlier statement of it", () => {
    expect(lines(2, ["scope:partial"])).toBe("4");
    expect(lines(2, ["scope:partial"], ["scope:partial"])).toBe("5");
    expect(lines(2, ["restated"])).toBe("5");
  });
});
