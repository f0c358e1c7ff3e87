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

test("an average above the counts before and after it holds shares that are owed: Aceto at 2018-12-31", () => {
  const aceto = counted(30_109_417, 30_839_470, 35_592_000, 35_592_000);
  expect(aceto).toEqual({ value: 35_592_000, codes: ["share_count_contradicted"] });
  // Of shares that were bought back at the end of the year the count before is as large.
  expect(counted(35_500_000, 32_200_000, 35_592_000, 35_592_000)).toEqual({
    ...{ value: 32_200_000, codes: [] },
  });
});

test("a count stands after an issue or a split, near the average, and beside one of another scale", () => {
  const value = (...of: Parameters<typeof counted>) => counted(...of).codes;
  expect(value(61_896_236, 190_000_000, 100_000_000, 100_000_000)).toEqual([]);
  expect(value(63_000_000, 63_360_738, 68_000_000, 68_000_000)).toEqual([]);
  expect(value(63_000_000, 63_360_738, 45_000_000, 45_000_000)).toEqual([]);
  expect(value(63_000_000, 63_360_738, 63_360, 63_360)).toEqual([]);
});
