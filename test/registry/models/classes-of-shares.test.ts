import { expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import type { Operand } from "#schemas/shapes/companies/statement.ts";
import { makeSource, soundYear } from "../../helpers/companies/model-company.ts";

/** Shares and earnings per share of classes, the count on the cover being the sum of all. */
function countOf(classes: Record<string, readonly [count: number, perShare: number | null]>) {
  const total = Object.values(classes).reduce((sum, [count]) => sum + count, 0);
  const none = { weighted_average_shares_basic: null, weighted_average_shares_diluted: null };
  const year = { ...soundYear(1e10), ...none, shares_outstanding: null };
  const source = makeSource({ years: { 2023: { ...year, cover_shares_outstanding: total } } });
  const [template] = source.facts;
  const operands = Object.entries(classes).map(([label, [count]], index): Operand => {
    return [1, label, String(count), index];
  });
  const facts = Object.entries(classes).flatMap(([dimensions, [, perShare]]) =>
    perShare === null || template === undefined
      ? []
      : [
          {
            ...{ ...template, tag: "EarningsPerShareBasic", unit: "USD/shares" },
            ...{ value: String(perShare), dimensions },
          },
        ],
  );
  const periods = source.periods.map((period) => ({
    ...period,
    lines: {
      ...period.lines,
      cover_shares_outstanding: {
        value: String(total),
        lineage: ["sum_of_classes" as const, ...operands] as ["sum_of_classes", ...Operand[]],
      },
    },
  }));
  const { shares, years } = extractFacts({
    ...source,
    periods,
    facts: [...source.facts, ...facts],
  });
  return { value: shares?.value, year: years[0]?.shares?.value, note: shares?.note };
}

// Visa's 10-K of 2024: a share of class C earns 38.97, one of class A 9.74. The note has 1,966 million of the classes as converted.
test("shares of other rights count as many of the largest class as they earn: Visa at 2024-09-30", () => {
  const visa = countOf({
    A: [1_728_105_021, 9.74],
    C: [9_595_774, 38.97],
    B1: [4_835_384, 15.46],
    B2: [120_338_948, 15.45],
  });
  expect(visa).toMatchObject({ value: 1_965_059_754, year: 1_965_059_754 });
  expect(visa.note).toContain("counts as many as it earns what one of the largest class does");
});

test("shares that earn about the same count once, and so do all where a class states no earnings", () => {
  const alphabet = countOf({ A: [5_833e6, 8.13], B: [860e6, 8.13], C: [5_497e6, 8.1] });
  expect(alphabet.value).toBe(12_190e6);
  expect(countOf({ A: [1_728, 9.74], C: [9, null] }).value).toBe(1_737);
  expect(countOf({ A: [1_728, -9.74], C: [9, -38.97] }).value).toBe(1_737);
});
