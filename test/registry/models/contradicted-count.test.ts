import { expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { makeSource, soundYears } from "../../helpers/companies/model-company.ts";

/** Counts of the balance sheets of two years, beside the averages of the last. */
function counted(before: number, now: number, basic: number, diluted: number) {
  const { shares, shareWarnings } = extractFacts(
    makeSource({
      years: {
        2022: { ...soundYears[2022], shares_outstanding: before },
        2023: {
          ...{ ...soundYears[2023], shares_outstanding: now },
          ...{ weighted_average_shares_basic: basic, weighted_average_shares_diluted: diluted },
        },
      },
    }),
  );
  return { value: shares?.value, codes: shareWarnings.map(({ code }) => code) };
}

test("a count that is not of the shares of the average gives way to it: BlackRock at 2010-03-31", () => {
  const blackRock = counted(61_896_236, 63_360_738, 189_676_023, 192_152_251);
  expect(blackRock).toEqual({ value: 192_152_251, codes: ["share_count_contradicted"] });
});

test("a count stands after an issue or a split, near the average, and beside one of another scale", () => {
  const value = (...of: Parameters<typeof counted>) => counted(...of).codes;
  expect(value(61_896_236, 190_000_000, 100_000_000, 100_000_000)).toEqual([]);
  expect(value(63_000_000, 63_360_738, 90_000_000, 90_000_000)).toEqual([]);
  expect(value(63_000_000, 63_360_738, 63_360, 63_360)).toEqual([]);
});
