import { expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { type FiledFact, withFiled } from "../helpers/companies/filed-flows.ts";
import { makeSource, soundYear, withLines } from "../helpers/companies/model-company.ts";
import { compute } from "../helpers/companies/models.ts";

const million = 1_000_000;
const shares = (value: number, end = "2023-12-31"): FiledFact => ({
  ...{ tag: "PreferredStockSharesOutstanding", unit: "shares", start: null },
  ...{ value, end },
});
const paid = (value: number): FiledFact => ({
  ...{ tag: "ProceedsFromIssuanceOfPreferredStockAndPreferenceStock", value },
});
const ofOne = (tag: "LiquidationPreference" | "ParOrStatedValuePerShare", value: number) => ({
  ...{ tag: `PreferredStock${tag}`, unit: "USD/shares", start: null, value },
});

/** Claims beside debt of a company with these lines, and what is said of them. */
function claimsOf(lines: Record<string, number | null>, filed: readonly FiledFact[]) {
  const source = makeSource({ years: withLines(lines) });
  const { claims, balance } = extractFacts(withFiled(source, filed));
  return {
    value: claims.amounts.other_claims?.value ?? null,
    note: claims.amounts.other_claims?.note,
    preferred: balance.preferred_equity?.value ?? null,
    warnings: claims.warnings.other_claims?.map(({ code }) => code) ?? [],
  };
}

test("preferred stock at a par value that rounds to zero counts at what it was issued for", () => {
  // Marvell at 2026-05-02: 2.0 million shares at a par value of 0.002, issued in the quarter for 2,000 million.
  const filed = [shares(0, "2022-12-31"), shares(2 * million), paid(2_000 * million)];
  expect(claimsOf({ preferred_stock: 0 }, filed)).toEqual({
    value: 2_000 * million,
    note: "what preferred stock was issued for; the balance sheet has it at par",
    preferred: 2_000 * million,
    warnings: [],
  });
});

test("shares that are left of one issue count at their part of its proceeds", () => {
  // SUNation: 32,000 shares issued for 32 million in the first quarter of 2022, 28,000 outstanding at the end of it.
  const filed = [
    ...[shares(0, "2022-12-31"), shares(32_000, "2023-03-31"), shares(28_000)],
    { ...paid(32 * million), end: "2023-03-31" },
    ofOne("ParOrStatedValuePerShare", 1),
  ];
  expect(claimsOf({ preferred_stock: 28_000 }, filed).value).toBe(28 * million);
});

test("a preference in a liquidation counts, unless it is of another scale", () => {
  // Bristol-Myers Squibb at 2010-03-31: 5,402 shares of 50 USD. MetLife states 2,100 for 84 million shares, in millions.
  const squibb = [shares(5_402), ofOne("LiquidationPreference", 50)];
  const lines = { preferred_stock: 0, additional_paid_in_capital: 3_775 * million };
  expect(claimsOf(lines, squibb)).toMatchObject({ value: 270_100, warnings: [] });
  const metlife = [shares(84 * million), ofOne("LiquidationPreference", 2_100)];
  expect(claimsOf(lines, metlife)).toMatchObject({ value: null, preferred: null });
});

test("preferences of classes count where they come to a round amount for each share of the company", () => {
  // American Express 2016: 1,600 shares, whose series B and C have 750 and 850 million.
  const ofClass = (series: string, value: number): FiledFact => ({
    ...{ tag: "PreferredStockLiquidationPreferenceValue", start: null, value: value * million },
    dimensions: `us-gaap:StatementClassOfStockAxis=us-gaap:Series${series}PreferredStockMember`,
  });
  const lines = { preferred_stock: 0, additional_paid_in_capital: 12_733 * million };
  const classes = [ofClass("B", 750), ofClass("C", 850)];
  expect(claimsOf(lines, [shares(1_600), ...classes]).value).toBe(1_600 * million);
  expect(claimsOf(lines, [shares(1_600), ofClass("B", 750)]).value).toBeNull();
});

test("preferred shares of classes alone are told, unless they are the common ones", () => {
  // Ur-Energy files its 170,253,752 common shares of 2020 as preferred ones of a class.
  const classes = ["SeriesA", "SeriesB"].map((name) => ({
    ...shares(170_000),
    dimensions: `us-gaap:StatementClassOfStockAxis=us-gaap:${name}PreferredStockMember`,
  }));
  expect(claimsOf({}, classes).warnings).toEqual(["preferred_not_valued"]);
  const common = { ...shares(340_000), tag: "SharesIssued" };
  expect(claimsOf({}, [...classes, common]).warnings).toEqual([]);
  expect(claimsOf({}, [...classes, shares(0)]).warnings).toEqual([]);
});

test("preferred stock that no filing values is unknown, and told", () => {
  // SunEdison at 2015-09-30: 700,000 shares at a par value of 0.01.
  expect(claimsOf({ preferred_stock: 0 }, [shares(700_000)])).toEqual({
    ...{ value: null, note: undefined, preferred: null, warnings: ["preferred_not_valued"] },
  });
  // Xcel Energy 2009: 1,049,800 shares stated at the 100 USD that they are worth.
  const stated = [shares(1_049_800), ofOne("ParOrStatedValuePerShare", 100)];
  expect(claimsOf({ preferred_stock: 104_980_000 }, stated)).toMatchObject({
    ...{ value: 104_980_000, warnings: [] },
  });
});

test("preferred stock between liabilities and equity counts beside redeemable minorities", () => {
  // Kraft Heinz at 2016-01-03: 8,320 and 23 in one line, and minorities of 208.
  const redeemable = {
    ...{ tag: "RedeemableNoncontrollingInterestEquityCarryingAmount", start: null },
    value: 23 * million,
  };
  const lines = { temporary_equity: 8_343 * million, noncontrolling_interest: 208 * million };
  expect(claimsOf(lines, [redeemable, shares(80_000)])).toMatchObject({
    ...{ value: 8_551 * million, warnings: [] },
  });
  expect(claimsOf({ temporary_equity: 23 * million }, [redeemable]).value).toBe(23 * million);
});

test("the return on equity is on what redeeming preferred stock leaves: Atlantic American 2013", () => {
  // 10,540 of 98,736: equity of 105,736 less 70,000 shares that are redeemed for 7,000 and stand in the books at 70.
  const opening = { stockholders_equity: 105_736_000, preferred_stock: 70_000 };
  const year = { net_income: 11_022_000, net_income_to_common: 10_540_000 };
  const years = { 2022: { ...soundYear(1e8), ...opening }, 2023: { ...soundYear(1e8), ...year } };
  const redeemed = { tag: "PreferredStockRedemptionAmount", start: null, value: 7_000_000 };
  const facts = extractFacts(
    withFiled(makeSource({ years }), [{ ...redeemed, end: "2022-12-31" }]),
  );
  const seeds = compute(facts, "excess_return").assumptions;
  expect(seeds.find(({ key }) => key === "return_on_equity")?.value).toBe(0.106749);
});
