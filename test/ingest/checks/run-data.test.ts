import { describe, expect, test } from "vitest";
import { tabulate } from "#ingest/checks/filed.ts";
import { runConflicts, runData } from "#ingest/checks/run-data.ts";
import { listHistories } from "#ingest/facts/history/history.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { Line, StatementPeriod } from "#schemas/shapes/companies/statement.ts";
import { makeFact } from "../../helpers/make.ts";
import { registry } from "../standardization/company.ts";
import { filedPeriod, type GivenLine } from "./check-parts.ts";

const run = (
  id: string,
  given: Record<string, GivenLine>,
  over: Partial<StatementPeriod> = {},
  more: Partial<Fact>[] = [],
) => {
  const { period, table } = filedPeriod(given, over, more);
  return runData(period, registry, table).find((result) => result.id === id);
};
const said = (result: ReturnType<typeof run>) => result?.reason ?? result?.outcome;

describe("CF-03: cash rolls on from the day before the period, in one filing", () => {
  const cash = (value: string): GivenLine => ({ value, fact: { start: null } });
  const opening = (over: Partial<Fact> = {}): Partial<Fact> => ({
    ...{ tag: "cash_and_restricted_cash", start: null, end: "2022-12-31", value: "100000" },
    ...over,
  });
  const of = (ending: GivenLine, change: GivenLine = "50000") => ({
    cash_and_restricted_cash: ending,
    net_change_in_cash: change,
  });
  const roll = (given: Record<string, GivenLine>, before: Partial<Fact>[] = [opening()]) =>
    run("CF-03", given, {}, before);

  test.each([
    ["150000", "pass_exact", "0"],
    ["150002", "pass_rounding", "2"],
    ["149998", "pass_rounding", "-2"],
    ["150003", "small", "3"],
    ["150200", "fail", "200"],
  ])("100,000 and 50,000 more are %s: %s", (ending, outcome, difference) => {
    expect(roll(of(cash(ending)))).toMatchObject({ outcome, difference });
  });

  test("the coarsest amount says what rounding is", () => {
    const change = { value: "50000", fact: { decimals: -3 } };
    expect(roll(of(cash("152000"), change))?.outcome).toBe("pass_rounding");
    expect(roll(of(cash("152001"), change))?.outcome).toBe("fail");
    expect(roll(of(cash("152000")), [opening({ decimals: -3 })])?.outcome).toBe("pass_rounding");
  });

  test("a fall of cash is taken off", () => {
    expect(roll(of(cash("60000"), "-40000"))?.outcome).toBe("pass_exact");
  });

  test.each<[string, Record<string, GivenLine>, Partial<Fact>[]]>([
    ["cash or its change is not filed", { net_change_in_cash: "1" }, [opening()]],
    ["cash or its change is not filed", { cash_and_restricted_cash: cash("1") }, [opening()]],
    ["no opening balance", of(cash("150000")), [opening({ end: "2022-12-30" })]],
    ["no opening balance", of(cash("150000")), [opening({ dimensions: "a=b" })]],
    ["no filing carries all operands", of(cash("150000")), [opening({ accession: "older" })]],
    ["of another scope", of({ ...(cash("1") as object), flags: ["scope:x"] }), [opening()]],
    ["of another scope", of(cash("1"), { value: "1", flags: ["a", "scope:x"] }), [opening()]],
  ])("not run: %s", (reason, given, before) => {
    expect(roll(given, before)).toMatchObject({ outcome: "not_run", reason });
  });

  test("a failure names the three amounts", () => {
    expect(roll(of(cash("190000")))?.operands).toEqual([
      { label: "ending cash", value: "190000", accession: "10-K" },
      { label: "beginning cash", value: "100000", accession: "10-K" },
      { label: "net change", value: "50000", accession: "10-K" },
    ]);
  });
});

describe("CF-05: the operands of free cash flow are in one filing", () => {
  const flow: GivenLine = { value: "300", lineage: () => ["rollup", [1, "", "300", 0]] };
  const both = { operating_cash_flow: "500", capital_expenditure: "200", free_cash_flow: flow };
  test.each<[string, Record<string, GivenLine>]>([
    ["pass_exact", both],
    [
      "operands of two filings",
      { ...both, capital_expenditure: { value: "200", fact: { accession: "10-K/A" } } },
    ],
    ["an operand is computed, not filed", { ...both, capital_expenditure: flow }],
    ["no free cash flow", { ...both, free_cash_flow: { value: null } }],
  ])("%s", (expected, given) => {
    expect(said(run("CF-05", given))).toBe(expected);
  });
});

describe("what is wrong with single lines", () => {
  const filed = (over: Partial<Line>): Partial<StatementPeriod> => {
    const { period } = filedPeriod({ revenue: "5", total_assets: "9" });
    const revenue = { ...(period.lines.revenue as Line), ...over };
    return { lines: { ...period.lines, revenue } };
  };
  test.each<[string, string, Partial<Line>]>([
    ["DQ-01", "revenue -5", { value: "-5" }],
    ["DQ-02", "revenue in EUR", { unit: "EUR" }],
    ["DQ-07", "revenue", { reason: "conflict" }],
    ["DQ-07", "revenue", { value: null, lineage: null }],
    ["DQ-08", "revenue", { lineage: null }],
  ])("%s names %s", (id, reason, over) => {
    const checks = ["DQ-01", "DQ-02", "DQ-07", "DQ-08"];
    const found = checks.map((one) => [one, said(run(one, {}, filed(over)))]);
    expect(found).toEqual(checks.map((one) => [one, one === id ? reason : "pass_exact"]));
  });

  test("a null needs no lineage, unit or sign, and net income may be negative", () => {
    const over = filed({ value: null, reason: "not_reported", lineage: null, unit: null });
    for (const id of ["DQ-01", "DQ-02", "DQ-07", "DQ-08"]) {
      expect(said(run(id, {}, over))).toBe("pass_exact");
    }
    expect(said(run("DQ-01", { net_income: "-5" }))).toBe("pass_exact");
  });

  test("units are judged where the period has a currency: per share in USD/shares, counts in shares", () => {
    expect(said(run("DQ-02", { revenue: "5" }, { currency: null }))).toBe("no monetary line");
    const { period } = filedPeriod({ eps_basic: "5", weighted_average_shares_basic: "9" });
    const units = (eps: string, shares: string) => ({
      lines: {
        eps_basic: { ...(period.lines.eps_basic as Line), unit: eps },
        weighted_average_shares_basic: { ...(period.lines.eps_basic as Line), unit: shares },
      },
    });
    expect(said(run("DQ-02", {}, units("USD/shares", "shares")))).toBe("pass_exact");
    const faults = "eps_basic in USD; weighted_average_shares_basic in USD";
    expect(
      said(run("DQ-02", {}, units("USD", "USD")))
        ?.split("; ")
        .sort()
        .join("; "),
    ).toBe(faults);
  });
});

describe("DQ-06: a filing states one value of a fact", () => {
  const fact = (value: string, accession: string, over: Partial<Fact> = {}) =>
    makeFact({
      tag: "Revenues",
      start: "2023-01-01",
      end: "2023-12-31",
      decimals: 0,
      value,
      accession,
      ...over,
    });
  const conflicts = (...facts: Fact[]) =>
    Object.fromEntries(
      runConflicts(tabulate(listHistories(facts), facts, new Map())).map((result) => [
        result.period,
        said(result),
      ]),
    );
  test("each filing has a result, and two values are named", () => {
    expect(conflicts(fact("5", "a"), fact("5", "b"))).toEqual({ a: "pass_exact", b: "pass_exact" });
    expect(conflicts(fact("5", "a"), fact("8", "b"), fact("9", "b"))).toEqual({
      a: "pass_exact",
      b: "Revenues 2023-01-01/2023-12-31: 8 and 9",
    });
    expect(conflicts(fact("1", "a"), fact("2", "a"), fact("3", "a"))).toEqual({
      a: "Revenues 2023-01-01/2023-12-31: 1 and 2; Revenues 2023-01-01/2023-12-31: 2 and 3",
    });
    expect(conflicts(fact("1", "a", { start: null }), fact("2", "a", { start: null }))).toEqual({
      a: "Revenues /2023-12-31: 1 and 2",
    });
  });

  test("what rounding reconciles is no conflict", () => {
    expect(conflicts(fact("1234", "a"), fact("1000", "a", { decimals: -3 }))).toEqual({
      a: "pass_exact",
    });
  });
});
