import { describe, expect, test } from "vitest";
import { buildFinancials } from "#ingest/terminal/build-financials.ts";
import {
  display,
  multiple,
  percent,
  signedPercent,
  signedPoints,
} from "#ingest/terminal/format.ts";
import { financials } from "#schemas/shapes/companies/financials.ts";
import { apple } from "../../helpers/companies/terminal-companies.ts";
import { nullLine, registry, valueLine } from "../../helpers/companies/terminal-parts.ts";

const tables = () => apple().build.tables;

describe("full financials", () => {
  test("has the specified columns, newest first [FIN-01] [FIN-02] [FIN-11]", () => {
    const built = buildFinancials(tables(), registry);
    expect(financials.parse(JSON.parse(JSON.stringify(built)))).toEqual(built);
    expect(built.quarters.map(({ fiscalPeriod, periodEnd }) => [fiscalPeriod, periodEnd])).toEqual([
      ["Q4", "2023-09-30"],
      ["Q3", "2023-07-01"],
    ]);
    expect(built.ttm[0]).toMatchObject({
      periodStart: "2022-09-25",
      fiscalYear: 2023,
      fiscalPeriod: "TTM",
      basis: "sum_of_quarters",
      derivedQ4: false,
      currency: "USD",
    });
  });

  test("values are JSON numbers, absent ones null with their reason, never zero [FIN-03] [A-42]", () => {
    const [q4, q3] = buildFinancials(tables(), registry).quarters;
    expect(q4?.income).toMatchObject({ revenue: 89498000000, eps_diluted: null });
    expect(q4?.reasons).toEqual({ eps_diluted: "non_additive" });
    expect(q3?.income).toEqual({
      revenue: 81797000000,
      gross_profit: null,
      operating_income: null,
      net_income: null,
      eps_diluted: null,
    });
    expect(q3?.reasons.gross_profit).toBe("not_reported");
  });

  test("a derived fourth quarter is flagged, per column and per line [FIN-07]", () => {
    const [q4, q3] = buildFinancials(tables(), registry).quarters;
    expect([q4?.derivedQ4, q3?.derivedQ4]).toEqual([true, false]);
    expect(q4?.flags).toEqual({ revenue: ["derived_q4"] });
  });

  test("per-share lines stand with income, share counts at a date with the balance sheet", () => {
    const [ttm] = buildFinancials(tables(), registry).ttm;
    expect(ttm?.income.eps_diluted).toBe(6.13);
    expect(ttm?.balanceSheet.cover_shares_outstanding).toBe(15552752000);
    expect(ttm?.cashFlow.operating_cash_flow).toBe(110543000000);
  });

  test("every column of a table has the same keys; a line nobody reports is left out unless universal", () => {
    const { quarters } = buildFinancials(tables(), registry);
    const keys = quarters.map((one) =>
      Object.keys({ ...one.income, ...one.balanceSheet, ...one.cashFlow }),
    );
    expect(keys[1]).toEqual(keys[0]);
    expect(keys[0]).not.toContain("deposits");
    expect(keys[0]).toContain("free_cash_flow");
  });

  test("one column per period end, whatever it is given [FIN-11]", () => {
    const { quarters, ttm } = tables();
    const built = buildFinancials(
      { quarters: [...quarters].reverse().concat(quarters), ttm: [...ttm, ...ttm] },
      registry,
    );
    expect(built.quarters.map(({ periodEnd }) => periodEnd)).toEqual(["2023-09-30", "2023-07-01"]);
    expect(built.ttm.map(({ periodEnd }) => periodEnd)).toEqual(["2023-09-30", "2022-09-24"]);
  });

  test("rounds once, and a value beyond every double is null for its scale [A-42]", () => {
    const { quarters } = tables();
    const [first] = quarters;
    if (!first) throw new Error("no quarter");
    first.lines = {
      revenue: valueLine("9007199254740993.1", "USD", 0),
      net_income: valueLine(`9${"0".repeat(400)}`, "USD", 0),
      gross_profit: nullLine("conflict"),
    };
    const [column] = buildFinancials({ quarters, ttm: [] }, registry).quarters;
    expect(column?.income.revenue).toBe(9007199254740994);
    expect(column?.income.net_income).toBeNull();
    expect(column?.reasons.net_income).toBe("scale_suspect");
    expect(JSON.stringify(column)).not.toContain("Infinity");
  });

  test("a company without periods has two empty tables", () => {
    expect(buildFinancials({ quarters: [], ttm: [] }, registry)).toEqual({ ttm: [], quarters: [] });
  });
});

describe("display", () => {
  test.each([
    ["394328000000", "USD", "$394.33B"],
    ["2894307700000", "TWD", "NT$2.89T"],
    ["-784238000", "USD", "-$784.24M"],
    ["0", "USD", "$0.00"],
    ["6.13", "USD/shares", "$6.13"],
    ["44.67", "TWD/shares", "NT$44.67"],
    ["15552752000", "shares", "15.55B"],
    ["12", "shares", "12"],
    ["0.5", "pure", "0.5"],
    ["1200", "employee", "1.20K employee"],
    ["1000000", "XQZ", "XQZ 1.00M"],
  ])("%s %s is shown as %s", (value, unit, shown) => {
    expect(display({ value, unit })?.replaceAll("\u00a0", " ")).toBe(shown);
  });

  test("no number is shown for what is no finite number", () => {
    expect(display({ value: `1${"0".repeat(400)}`, unit: "USD" })).toBeNull();
  });

  test("rounded zeros carry no sign", () => {
    expect([
      percent(-0.0001),
      signedPercent(-0.0001),
      signedPoints(-0.0001),
      multiple(-0.001),
    ]).toEqual(["0.0%", "0.0%", "0.0 pp", "0.00x"]);
  });
});
