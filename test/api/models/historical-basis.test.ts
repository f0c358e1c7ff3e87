import { describe, expect, test } from "vitest";
import { extractFacts, type ModelFacts } from "#registry/models/inputs/facts.ts";
import type { SourceLine } from "#registry/models/inputs/source.ts";
import type { ModelResult } from "#schemas/shapes/models/result.ts";
import {
  makeFacts,
  makeSource,
  soundYear,
  soundYears,
  withLines,
} from "../../helpers/companies/model-company.ts";
import { compute, goldenApple, sampleSource } from "../../helpers/companies/models.ts";

const apple = await goldenApple();

describe("historical tables stand on one basis", () => {
  const table = (facts: ModelFacts, key = "historical_income_statement") =>
    compute(facts, key).historicals;
  const yearOf = (rows: ModelResult["historicals"], year: number) =>
    rows.find(({ fiscalYear }) => fiscalYear === year);

  test("of shares: NVIDIA's EPS after its splits of 2021 and 2024 [FIN-13] [MOD-17]", async () => {
    const facts = extractFacts(await sampleSource("0001045810", { sic: "3674" }));
    const rows = table(facts);
    const shown = [2019, 2020, 2021, 2022, 2023, 2024].map((year) => yearOf(rows, year));
    expect(shown.map((row) => row?.values.eps_diluted)).toEqual([
      6.63 / 40,
      0.113,
      1.73 / 10,
      3.85 / 10,
      0.17,
      1.19,
    ]);
    expect(shown[0]?.flags.eps_diluted).toEqual(["split_adjusted:40"]);
    expect(yearOf(rows, 2025)?.flags.eps_diluted).toBeUndefined();
  });

  test("of shares: Apple's EPS grew by 29 % in 2018 [FIN-13] [MOD-17]", () => {
    const [before, now] = [2017, 2018].map((year) => yearOf(table(apple), year));
    expect([before?.values.eps_diluted, now?.values.eps_diluted]).toEqual([9.21 / 4, 2.98]);
    expect(now?.growth.eps_diluted).toBeCloseTo(2.98 / (9.21 / 4) - 1, 10);
    expect(before?.flags).toEqual({
      eps_diluted: ["split_adjusted:4"],
      diluted_shares: ["split_adjusted:4"],
    });
  });

  test("of time: no growth on a year before whose end is not twelve months back [MOD-17]", () => {
    const source = makeSource();
    const periods = source.periods.map((period) =>
      period.fiscalYear === 2021 ? { ...period, start: "2020-07-01", end: "2021-06-30" } : period,
    );
    const rows = table(extractFacts({ ...source, periods }));
    expect(rows[1]?.growth.revenue).toBeNull();
    expect(rows[1]?.reasons["growth.revenue"]).toBe("fiscal_year_changed");
    expect(rows[0]?.reasons["growth.revenue"]).toBe("no_period");
    expect(rows[2]?.growth.revenue).toBeCloseTo(1 / 9, 12);
  });

  test("of parts: no growth from a whole to what is continued of it [MOD-17]", () => {
    const source = makeSource({ years: withLines({ operating_cash_flow: 2e9 }) });
    const periods = source.periods.map((period) => {
      const line = period.lines.operating_cash_flow;
      const cut = { ...(line as SourceLine), flags: ["scope:continuing"] };
      return period.fiscalYear === 2023
        ? { ...period, lines: { ...period.lines, operating_cash_flow: cut } }
        : period;
    });
    const rows = table(extractFacts({ ...source, periods }), "historical_cash_flow");
    expect(rows[2]?.values.operating_cash_flow).not.toBeNull();
    expect(rows[2]?.growth).toEqual({ operating_cash_flow: null, free_cash_flow: null });
    expect(rows[2]?.reasons).toMatchObject({
      "growth.operating_cash_flow": "scope_changed",
      "growth.free_cash_flow": "scope_changed",
    });
    expect(rows[2]?.flags.operating_cash_flow).toEqual(["scope:continuing"]);
  });

  test("growth a year is over the months that passed, and none where a year is missing [MOD-17]", () => {
    const years = { ...soundYears, 2020: soundYear(7e9) };
    const { 2020: _, ...without } = years;
    const last = (of: typeof years | typeof without) =>
      table(makeFacts({ years: of }), "historical_ratios").at(-1);
    expect(last(years)?.values.revenue_cagr_3_year).toBeCloseTo((10 / 7) ** (1 / 3) - 1, 12);
    expect(last(without)?.reasons.revenue_cagr_3_year).toBe("no_period");
  });
});
