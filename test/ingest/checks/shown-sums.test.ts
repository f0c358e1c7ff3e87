import { describe, expect, test } from "vitest";
import { sumOfShown } from "#ingest/checks/run-shown.ts";
import { runShownSums } from "#ingest/checks/run-shown-sums.ts";
import { workingRules } from "#registry/rules/working-rules.ts";
import type { Lineage } from "#schemas/shapes/companies/statement.ts";
import { registry } from "../standardization/company.ts";
import { filedPeriod, type GivenLine } from "./check-parts.ts";

const grossProfit = workingRules.sums.filter(({ id }) => id === "IS-01");
const shown = (given: Record<string, GivenLine>) => {
  const { period, table } = filedPeriod(given);
  return runShownSums(period, grossProfit, table);
};

describe("identities over lines as they are shown (1.5)", () => {
  const of = (gross: GivenLine): Record<string, GivenLine> => ({
    revenue: "100000",
    cost_of_revenue: "60000",
    gross_profit: gross,
  });
  const computed = (value: string, rule: "rollup" | "ytd_difference"): GivenLine => ({
    value,
    lineage: (placeOf): Lineage => [rule, [1, "", value, placeOf("revenue")]],
  });

  test.each<[string, GivenLine, string, string | null]>([
    ["as they add up", "40000", "pass_exact", null],
    ["within rounding", "40002", "pass_rounding", null],
    ["a little off", "40003", "small", "differs by 3; filed so in 10-K: "],
    [
      "of another scope",
      { value: "45000", flags: ["scope:x"] },
      "not_run",
      "gross_profit is of another scope",
    ],
    ["off by a tenth of a percent", "40041", "fail", "differs by 41; filed so in 10-K: "],
    ["off by less", "40039", "small", "differs by 39; filed so in 10-K: "],
    [
      "of two filings",
      { value: "45000", fact: { accession: "b" } },
      "fail",
      "differs by 5000; no one filing states all of them: ",
    ],
    [
      "a difference of periods",
      computed("45000", "ytd_difference"),
      "fail",
      "differs by 5000; filed so in 10-K: ",
    ],
  ])("%s", (_, gross, outcome, reason) => {
    const [result, explained] = shown(of(gross));
    expect(result).toMatchObject({ id: "IS-01-shown", outcome, period: "2023FY" });
    expect(result?.reason?.slice(0, reason?.length) ?? null).toBe(reason);
    expect(explained).toMatchObject({ id: "DQ-10", outcome: "pass_exact" });
  });

  test("a computed line that breaks one is explained by nothing filed (DQ-10)", () => {
    const [result, unexplained] = shown(of(computed("45000", "rollup")));
    expect(result?.reason).toBe("differs by 5000; nothing filed explains it");
    expect(result?.operands).toEqual([
      { label: "gross_profit", value: "45000", accession: null },
      { label: "revenue", value: "100000", accession: "10-K" },
      { label: "cost_of_revenue", value: "60000", accession: "10-K" },
    ]);
    expect(unexplained).toMatchObject({ outcome: "fail", reason: "IS-01 differs by 5000" });
  });

  test("without one of its lines an identity is not asked", () => {
    expect(shown(of({ value: null })).map(({ id }) => id)).toEqual(["DQ-10"]);
  });

  test("the coarsest fact behind a line says what rounding is", () => {
    const gross: GivenLine = { value: "42000", fact: { decimals: -3 } };
    expect(shown(of(gross))[0]?.outcome).toBe("pass_rounding");
    const { period, table } = filedPeriod(
      of({
        value: "42000",
        lineage: (placeOf) => [
          "ytd_difference",
          [1, "", "50000", placeOf("longer")],
          [-1, "", "8000", placeOf("shorter")],
        ],
      }),
      {},
      [
        { tag: "longer", value: "50000", decimals: -3 },
        { tag: "shorter", value: "8000" },
      ],
    );
    expect(runShownSums(period, grossProfit, table)[0]?.outcome).toBe("pass_rounding");
  });
});

describe("TS-10: the quarters that are shown add up to the year", () => {
  const revenue = registry.concepts.filter(({ snakeKey }) => snakeKey === "revenue");
  const of = (values: (GivenLine | undefined)[]) =>
    sumOfShown(
      values.map((value) => (value ? filedPeriod({ revenue: value }).period : undefined)),
      revenue,
    )[0];
  const quarters = ["1001", "1002", "1003", "1004"];

  test.each<[string, string[], string]>([
    ["4010", quarters, "pass_exact"],
    // Half a unit for each of the five, and the unit is what the coarsest is rounded to.
    ["4012", quarters, "pass_rounding"],
    ["4013", quarters, "small"],
    ["4014", quarters, "small"],
    ["4015", quarters, "fail"],
    ["4025000", ["1001000", "1002000", "1003000", "1021500"], "pass_rounding"],
    ["4010000000", ["1001000000", "1002000000", "1003000000", "1006500000"], "pass_rounding"],
    ["4000000000", ["1000000000", "1000000000", "1000000000", "1003000000"], "small"],
  ])("%s of %o: %s", (year, four, outcome) => {
    expect(of([year, ...four])).toMatchObject({ id: "TS-10", outcome, period: "2023FY revenue" });
  });

  test("a failure names the year and its quarters", () => {
    expect(
      of(["5010", ...quarters])?.operands.map(({ label, value }) => `${label} ${value}`),
    ).toEqual(["FY 5010", "Q1 1001", "Q2 1002", "Q3 1003", "Q4 1004"]);
  });

  test.each(["restated", "vintage:as_first_reported", "scope:partial"])(
    "a value that is %s is set apart",
    (flag) => {
      const one = { value: "9", flags: ["derived", flag] };
      expect(of(["4010", ...quarters.slice(1), one])?.outcome).toBe("not_run");
      expect(
        of(["4010", "1001", "1002", "1003", { value: "1004", flags: ["derived"] }])?.outcome,
      ).toBe("pass_exact");
    },
  );

  test("a missing quarter leaves nothing to compare", () => {
    const why = "no line has a year and four quarters";
    expect(of(["4010", ...quarters.slice(1), { value: null }])?.reason).toBe(why);
    expect(of(["4010", ...quarters.slice(1), undefined])?.reason).toBe(why);
  });
});
