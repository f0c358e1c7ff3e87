import { describe, expect, test } from "vitest";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { asOf, build, factOf, figures, line, period, shown } from "./company.ts";

describe("2.14 Balance-sheet instants", () => {
  test("2.14 Home Depot's lease asset: the balance of 2019-02-03, not that of the day after", () => {
    const built = build("home-depot-leases");
    expect(shown(built, "2018FY", "operating_lease_right_of_use_asset")).toBe("0");
    expect(shown(built, "2019Q1", "operating_lease_right_of_use_asset")).toBe("5629000000");
  });

  test("2.14 the cover's share count is dated after the period and belongs to its filing's period", () => {
    const built = build("apple-2017-cash");
    const cover = line(built, "2017FY", "cover_shares_outstanding");
    expect(cover.value).toBe("5134312000");
    expect(factOf(built, cover)).toMatchObject({ end: "2017-10-20" });
    expect(shown(built, "2017FY", "shares_outstanding")).toBe("not_reported");
  });

  test("2.14 cash with restricted cash is another line, null with pre_standard before its standard", () => {
    const built = build("apple-2017-cash");
    expect(shown(built, "2017FY", "cash_and_equivalents")).toBe("20289000000");
    expect(shown(built, "2017FY", "cash_and_restricted_cash")).toBe("pre_standard");
  });

  test("2.14 the balance of a fourth quarter is that of the year end, not a difference: Vistra 2017 [FIN-09]", () => {
    const built = build("vistra-2016");
    expect(line(built, "2017Q4", "total_assets")).toMatchObject({
      value: "14600000000",
      lineage: expect.any(Number),
    });
    expect(shown(built, "2017FY", "total_assets")).toBe("14600000000");
    expect(shown(built, "2017Q4", "revenue")).toBe("943000000");
  });

  test("2.14 a comparative in a later filing is a version of the old balance [PIP-12]", () => {
    const built = build("apple-2017-cash", asOf("2018-08-01"));
    expect(line(built, "2017FY", "cash_and_equivalents")).toMatchObject({
      value: "20289000000",
      flags: [],
    });
  });

  test("2.14 a balance is never taken from an earlier date: null with not_reported", () => {
    const facts = figures("apple-2017-cash").filter(
      ({ tag, end }) => !(tag.startsWith("CashAnd") && end === "2017-07-01"),
    );
    const built = build(facts);
    expect(shown(built, "2017Q3", "cash_and_equivalents")).toBe("not_reported");
    expect(shown(built, "TTM2017Q4", "cash_and_equivalents")).toBe("20289000000");
  });
});

describe("2.16 Foreign filers", () => {
  test("2.16 TSMC's bonds exceed its long-term borrowings, so they are no part of them: both are its debt", () => {
    const built = build("tsmc-bonds");
    expect(line(built, "2024FY", "long_term_debt").value).toBe(String(31824400000 + 926604500000));
    expect(shown(built, "2024FY", "total_debt")).toBe("1018286800000");
  });

  test("2.16 bonds that a filer's long-term borrowings may contain are not added to them", () => {
    const facts = figures("tsmc-bonds").map((fact) =>
      fact.tag === "LongtermBorrowings" ? { ...fact, value: "958428900000" } : fact,
    );
    expect(shown(build(facts), "2024FY", "long_term_debt")).toBe("958428900000");
  });

  test("2.16 TSMC reports in TWD; the convenience translation into USD is never mixed in [PIP-09]", () => {
    const built = build("tsmc-2024");
    expect(period(built, "2024FY").currency).toBe("TWD");
    expect(line(built, "2024FY", "revenue")).toMatchObject({ value: "2894307700000", unit: "TWD" });
    expect(line(built, "2024FY", "eps_diluted")).toMatchObject({
      value: "44.67",
      unit: "TWD/shares",
    });
    const units = built.periods.flatMap(({ lines }) =>
      Object.values(lines).map(({ unit }) => unit),
    );
    expect(new Set(units)).toEqual(new Set(["TWD", "TWD/shares", null]));
  });

  test("2.16 in a tiny document the currency of all its balances wins, however many lines are translated", () => {
    const tiny = tsmc2024(
      ({ unit, tag }) => tag === "Assets" || (unit === "USD" && tag.startsWith("ProfitLoss")),
    );
    expect(tiny.map(({ unit }) => unit)).toEqual(["TWD", "TWD", "USD", "USD", "USD"]);
    const built = build(tiny);
    expect(period(built, "2024FY").currency).toBe("TWD");
    expect(shown(built, "2024FY", "total_assets")).toBe("6691764700000");
    expect(shown(built, "2024FY", "net_income_consolidated")).toBe("unit_conflict");
  });

  test("2.16 of equally many balances in two currencies the one with more lines wins, in any order of the facts", () => {
    const balances = tsmc2024(({ tag, end }) => tag === "Assets" && end === "2024-12-31");
    const profit = tsmc2024(({ unit, tag }) => unit === "TWD" && tag === "ProfitLoss");
    for (const facts of [[...balances, ...profit], [...profit, ...balances].reverse()]) {
      expect(period(build(facts), "2024FY").currency).toBe("TWD");
    }
    for (const facts of [balances, [...balances].reverse()]) {
      expect(period(build(facts), "2024FY").currency).toBe("TWD");
    }
  });

  test("2.16 a line that exists only in the translation is null with unit_conflict", () => {
    const facts = figures("tsmc-2024").filter(({ unit }) => unit !== "TWD/shares");
    expect(facts.some(({ unit }) => unit === "USD/shares")).toBe(true);
    const built = build(facts);
    expect(shown(built, "2024FY", "eps_diluted")).toBe("unit_conflict");
    expect(shown(built, "2024FY", "total_assets")).toBe("6691764700000");
  });

  test("2.16 Facebook 2019 states earnings per share in USD: 6.48, taken per share and flagged [PIP-09]", () => {
    const eps = line(build("facebook-2019-units"), "2019FY", "eps_basic");
    expect([eps.value, eps.unit, eps.flags]).toEqual(["6.48", "USD/shares", ["bare_currency"]]);
  });

  test("2.16 an annual filer's twelve months are the fiscal year, and it has no quarter columns", () => {
    const built = build("tsmc-2024");
    expect(built.tables.quarters).toEqual([]);
    expect(period(built, "TTM2024FY")).toMatchObject({ basis: "fiscal_year" });
    expect(shown(built, "TTM2024FY", "revenue")).toBe("2894307700000");
  });

  test("2.16 Logistic Properties: equity and liabilities under IFRS; cash of operations counts where the change in cash proves it", () => {
    const facts = figures("logistic-properties-2024");
    const built = build(facts);
    expect(shown(built, "2024FY", "liabilities_and_equity")).toBe("607019578");
    expect(shown(built, "2024FY", "total_assets")).toBe("607019578");
    expect(shown(built, "2024FY", "operating_cash_flow")).toBe("scope_conflict");
    const [operations] = facts.filter(({ value }) => value === "19391563");
    const beside = (tag: string, value: string) => ({ ...facts[0], ...operations, tag, value });
    const flowsTo = (change: string) => [
      ...facts,
      beside("CashFlowsFromUsedInInvestingActivities", "-10734635"),
      beside("CashFlowsFromUsedInFinancingActivities", "-14690843"),
      beside("EffectOfExchangeRateChangesOnCashAndCashEquivalents", "-381101"),
      beside("IncreaseDecreaseInCashAndCashEquivalents", change),
    ];
    const shownOf = (change: string) =>
      shown(build(flowsTo(change) as Fact[]), "2024FY", "operating_cash_flow");
    expect(shownOf("-6415016")).toBe("19391563");
    expect(shownOf("-10415016")).toBe("scope_conflict");
  });

  test("2.16 half years stand where a filer gives no quarters: ServiceNow's fiscal 2011", () => {
    const built = build("servicenow-2011");
    expect(shown(built, "2011H1", "revenue")).toBe("37944000");
    expect(shown(built, "2011H2", "revenue")).toBe("54697000");
    expect(
      built.periods.some(
        ({ fiscalYear, fiscalPeriod }) => fiscalYear === 2011 && fiscalPeriod === "Q1",
      ),
    ).toBe(false);
  });

  test("2.16 the second half is the year less the first", () => {
    const facts = figures("servicenow-2011").filter(
      ({ start, end }) => !(start === "2011-01-01" && end === "2011-06-30"),
    );
    const half = line(build(facts), "2011H2", "revenue");
    expect(half).toMatchObject({ value: "54697000" });
    expect(JSON.stringify(half.lineage)).toContain("fy_less_half");
  });
});

/** Facts of TSMC's annual report for 2024 alone. */
const tsmc2024 = (isWanted: (fact: Fact) => boolean): Fact[] =>
  figures("tsmc-2024").filter(
    (fact) => fact.accession === "0001193125-25-083423" && isWanted(fact),
  );
