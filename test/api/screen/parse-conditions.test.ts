import { describe, expect, test } from "vitest";
import { parseConditions, readNumber } from "#api/modules/screen/parse-conditions.ts";
import { readPeriods } from "#api/modules/screen/read-periods.ts";
import { loadRegistry } from "#registry/current/load.ts";

const registry = loadRegistry();
const parsed = (text: string) =>
  parseConditions(text, registry).map(({ column, operator, value }) => [column, operator, value]);

describe("conditions", () => {
  test("are read with their operators, scales and bases", () => {
    expect(parsed("revenue > 10b AND net_margin>=15%, roic.avg5 < 0.5; currency = usd")).toEqual([
      ["revenue_ttm", ">", 10_000_000_000],
      ["net_margin_ttm", ">=", 0.15],
      ["roic_avg5", "<", 0.5],
      ["currency", "=", "USD"],
    ]);
    expect(parsed("revenue.ttm != -1.5m and fiscal_year >= 2024")).toEqual([
      ["revenue_ttm", "!=", -1_500_000],
      ["fiscal_year", ">=", 2024],
    ]);
    expect(parsed("  ")).toEqual([]);
  });

  test.each([
    ["revenu > 1", 'There is no metric "revenu"; did you mean revenue'],
    ["revenue 1", "it has none of >= <= != > < ="],
    ["revenue > many", '"many" is no number'],
    ["revenue > 1; drop table entity", "it has none of"],
    ["restructuring_charges > 1", "is a line that screens do not have"],
    ["currency > USD", "currency takes = and !="],
    ["currency = 'x'", "is no currency"],
  ])("%s is refused in words", (text, words) => {
    expect(() => parseConditions(text, registry)).toThrow(words);
  });

  test("more than twelve are refused", () => {
    const many = Array.from({ length: 13 }, () => "revenue > 1").join(" and ");
    expect(() => parseConditions(many, registry)).toThrow("at most 12");
  });
});

test("numbers take a sign, a scale and an exponent, and nothing else", () => {
  expect(["1.5b", "-2k", "15 %", "1e6", "0", "3T"].map(readNumber)).toEqual([
    1.5e9, -2000, 0.15, 1e6, 0, 3e12,
  ]);
  expect(["", "b", "1,5", "1..5", "0x10", "NaN", "1e999", "1 2"].map(readNumber)).toEqual(
    Array.from({ length: 8 }, () => null),
  );
});

describe("periods", () => {
  const known = ["2019FY", "2021FY", "2020FY", "2021Q1", "2020Q4", "TTM"];

  test("a range takes what the company has, in order, and single ones stay asked for", () => {
    expect(readPeriods("2020FY..TTM").keys(known)).toEqual(["2020FY", "2021FY", "TTM"]);
    expect(readPeriods("FY2018,2020Q1..2021Q4").keys(known)).toEqual([
      "2018FY",
      "2020Q4",
      "2021Q1",
    ]);
    expect(readPeriods(undefined).keys(known)).toEqual(["2019FY", "2020FY", "2021FY", "TTM"]);
  });

  test.each(["2020FY..2021Q1", "TTM..2020FY", "soon", "2020Q5"])(
    "%s is no period or range",
    (text) => {
      expect(() => readPeriods(text)).toThrow(/There is no range|is no period/);
    },
  );
});
