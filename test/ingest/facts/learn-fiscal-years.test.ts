import { expect, test } from "vitest";
import { fiscalYearsOf, learnCalendar } from "#ingest/extracts/learn-fiscal-years.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";

const learnFiscalYears = (facts: readonly Fact[], yearEnd: string | null) =>
  fiscalYearsOf(learnCalendar(facts, yearEnd));

/** Revenue of a year, as its 10-K states it. */
function annual(start: string, end: string, fy: number): Fact {
  return {
    taxonomy: "us-gaap",
    tag: "Revenues",
    unit: "USD",
    start,
    end,
    value: "1",
    accession: `0000000000-${String(fy).slice(2)}-000001`,
    form: "10-K",
    filed: `${fy + 1}-02-01`,
    fy,
    fp: "FY",
    decimals: null,
    dimensions: null,
  } as Fact;
}

test("a day is of the fiscal year that its filer calls so", () => {
  // Years that end in September, and are named after the year in which they end.
  const yearOf = learnFiscalYears(
    [annual("2021-09-26", "2022-09-24", 2022), annual("2022-09-25", "2023-09-30", 2023)],
    "0930",
  );

  expect(["2022-09-24", "2022-09-25", "2022-12-31", "2023-09-30"].map(yearOf)).toEqual([
    2022, 2023, 2023, 2023,
  ]);
});

test("a year that ends in January is of the year that its filer names", () => {
  const yearOf = learnFiscalYears([annual("2023-01-30", "2024-01-28", 2023)], "0131");

  expect(["2023-04-30", "2024-01-28"].map(yearOf)).toEqual([2023, 2023]);
});

test("days beyond the known years are counted on from them, weeks more or less aside", () => {
  const yearOf = learnFiscalYears([annual("2022-09-25", "2023-09-30", 2023)], "0930");

  expect(
    ["2022-09-24", "2021-09-24", "2020-09-26", "2020-09-27", "2015-12-31"].map(yearOf),
  ).toEqual([2022, 2021, 2020, 2020, 2016]);
  expect(["2030-09-28", "2031-09-27", "2031-12-31"].map(yearOf)).toEqual([2030, 2031, 2032]);
});

test("a filer without a calendar has calendar years", () => {
  expect(["2019-12-31", "2020-01-01"].map(learnFiscalYears([], null))).toEqual([2019, 2020]);
});
