import { describe, expect, test } from "vitest";
import { fillByArithmetic } from "#ingest/periods/trailing-arithmetic.ts";
import { emptyLine } from "#ingest/statements/cells/line.ts";
import type { Concept } from "#schemas/shapes/companies/concept.ts";
import { registry } from "../standardization/company.ts";
import { quartersOf, shownOf, sourcesOf, type Values } from "./columns.ts";

const key = "net_income_to_common";

/** A line of twelve months, and how it was computed, from the sums of the others over four quarters. */
function filled(
  quarters: (place: number) => Values,
  sums: Values,
  { snakeKey = key, ...over }: Partial<Concept> = {},
) {
  const four = quartersOf(quarters);
  const last = four[3];
  if (!last) throw new Error("no quarter");
  const lines = { ...shownOf(sums), [snakeKey]: emptyLine("non_additive") };
  const concepts = registry.concepts.map((one) =>
    one.snakeKey === snakeKey ? { ...one, ...over } : one,
  );
  const sources = sourcesOf({ registry: { ...registry, concepts } });
  fillByArithmetic({ sources, last, four, before: undefined }, lines);
  const { value, reason, lineage } = lines[snakeKey] ?? emptyLine("not_reported");
  const [rule, ...operands] = Array.isArray(lineage) ? lineage : ["none"];
  return [value ?? reason, rule, ...operands.map(([weight, label, of]) => [weight, label, of])];
}

const span = "2023-01-01/2023-12-31";
const common: Values = { net_income: "10", preferred_dividends: "1", [key]: "9" };
const sums = { net_income: "40", preferred_dividends: "4" };
const operands = [
  [1, `net_income@${span}`, "40"],
  [-1, `preferred_dividends@${span}`, "4"],
];

describe("17 income to common of twelve months", () => {
  test("17 is net income less preferred dividends where each quarter is", () => {
    expect(filled(() => common, sums)).toEqual(["36", "rollup", ...operands]);
  });

  test("17 is net income where no quarter says anything of preferred dividends", () => {
    const quarter = { net_income: "10", [key]: "10" };
    expect(filled(() => quarter, { net_income: "40" })).toEqual(["40", "absence", operands[0]]);
  });

  test("17 says so where it is computed by another way than the first", () => {
    const { rollup } = registry.bySnakeKey.get(key) ?? {};
    const derivation = rollup ? [rollup] : [];
    expect(filled(() => common, sums, { rollup: null, derivation })).toEqual([
      ...["36", "derivation"],
      ...operands,
    ]);
  });

  test.each<[string, Values]>([
    ["shows another amount", { ...common, [key]: "8" }],
    ["does not show it", { net_income: "10", preferred_dividends: "1" }],
    ["lacks an operand", { preferred_dividends: "1", [key]: "9" }],
  ])("17 is null where one quarter %s", (_, odd) => {
    const found = filled((place) => (place === 2 ? odd : common), sums);
    expect(found).toEqual(["non_additive", "none"]);
  });
});

test("17 a rate is computed whatever rates the quarters show", () => {
  const snakeKey = "effective_tax_rate";
  const quarter = { income_tax_expense: "25", pretax_income: "100", [snakeKey]: "0.2" };
  const year = { income_tax_expense: "100", pretax_income: "400" };
  expect(filled(() => quarter, year, { snakeKey }).slice(0, 2)).toEqual(["0.25", "quotient"]);
});
