import { describe, expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { isReadByMember } from "#registry/models/inputs/members/partitions.ts";
import { type FiledFact, withFiled } from "../helpers/companies/filed-flows.ts";
import { makeSource, withLines } from "../helpers/companies/model-company.ts";

const million = 1_000_000;

/** Inputs of 2023 in millions. */
function inputsOf(lines: Record<string, number>, filed: readonly FiledFact[]) {
  const scaled = Object.entries(lines).map(([key, value]) => [key, value * million]);
  const source = withFiled(
    makeSource({ years: withLines(Object.fromEntries(scaled)) }),
    filed.map((one) => ({ ...one, value: one.value * million })),
  );
  const { claims, quarterlyCapital, commonDividends, years } = extractFacts(source);
  const inMillions = (value: number | null | undefined) =>
    value == null ? null : Number((value / million).toFixed(3));
  return {
    claim: (key: keyof typeof claims.amounts) => inMillions(claims.amounts[key]?.value),
    note: (key: keyof typeof claims.amounts) => claims.amounts[key]?.note,
    capital: inMillions(quarterlyCapital.at(-1)?.netWorkingCapital),
    commonDividends: inMillions(commonDividends?.value),
    paidToOthers: inMillions(years.at(-1)?.preferredPaid),
  };
}

const row = (member: string) => `us-gaap:BalanceSheetLocationAxis=${member}`;
const other = row("us-gaap:OtherAssetsMember");
const recurring =
  "us-gaap:FairValueByMeasurementFrequencyAxis=us-gaap:FairValueMeasurementsRecurringMember";
const level = (one: number) =>
  `us-gaap:FairValueByFairValueHierarchyLevelAxis=us-gaap:FairValueInputsLevel${one}Member`;
const of = (tag: string, value: number, ...dimensions: readonly string[]): FiledFact => ({
  ...{ tag, value, start: null },
  dimensions: dimensions.join(";"),
});
const sheet = { current_assets: 1_000, current_liabilities: 800, cash_and_equivalents: 100 };

describe("pensions by kind of plan and country", () => {
  const surplus = "DefinedBenefitPlanAssetsForPlanBenefitsNoncurrent";
  const due = "PensionAndOtherPostretirementDefinedBenefitPlansCurrentLiabilities";
  const home = "us-gaap:RetirementPlanSponsorLocationAxis=country:US";
  const abroad = "us-gaap:RetirementPlanSponsorLocationAxis=us-gaap:ForeignPlanMember";
  const pensions = "us-gaap:RetirementPlanTypeAxis=us-gaap:PensionPlansDefinedBenefitMember";
  const others =
    "us-gaap:RetirementPlanTypeAxis=us-gaap:OtherPostretirementBenefitPlansDefinedBenefitMember";

  test("add up: General Motors' assets of 1,557 and current liabilities of 748 (2023)", () => {
    const filed = [
      of(surplus, 0, home, pensions),
      of(surplus, 1_557, abroad, pensions),
      of(due, 62, home, pensions),
      of(due, 330, abroad, pensions),
      of(due, 356, others),
    ];
    const { claim } = inputsOf({ ...sheet, current_liabilities: 90_000 }, filed);
    expect(claim("pension_surplus")).toBe(1_557 * 0.75);
    expect(claim("pension_deficit")).toBe(748 * 0.75);
    // The kind of plan as a whole goes before its parts.
    const whole = inputsOf(sheet, [...filed, of(surplus, 1_600, pensions)]);
    expect(whole.claim("pension_surplus")).toBe(1_200);
  });

  test("add up by country alone: Hillenbrand's 9.5 and 177.6 (2020)", () => {
    const domestic = "us-gaap:RetirementPlanSponsorLocationAxis=us-gaap:DomesticPlanMember";
    const noncurrent = "PensionAndOtherPostretirementDefinedBenefitPlansLiabilitiesNoncurrent";
    const filed = [
      of(surplus, 9, domestic),
      of(surplus, 0.5, abroad),
      of(due, 2, domestic),
      of(due, 8.1, abroad),
      of(due, 0.7, others),
      { tag: noncurrent, value: 166.8, start: null },
    ];
    const { claim } = inputsOf(sheet, filed);
    expect(claim("pension_surplus")).toBe(7.125);
    expect(claim("pension_deficit")).toBe(133.2);
    // Health plans are the others (Hill-Rom 2021).
    const health =
      "us-gaap:RetirementPlanTypeAxis=us-gaap:DefinedBenefitPostretirementHealthCoverageMember";
    const hillRom = inputsOf(sheet, [of(due, 1.4, pensions), of(due, 2, health)]);
    expect(hillRom.claim("pension_deficit")).toBe(2.55);
    const isRead = filed.map(({ tag, dimensions = "" }) =>
      isReadByMember(`us-gaap:${tag}`, dimensions),
    );
    expect(isRead).toEqual([true, true, true, true, true, false]);
  });

  test("are without those of a group for sale: Johnson Controls' 182 (2024)", () => {
    const assets = row("us-gaap:OtherNoncurrentAssetsMember");
    const sold = row("jci:DisposalGroupIncludingDiscontinuedOperationAssetsNoncurrentMember");
    const filed = [
      of(surplus, 2, assets, home, pensions),
      of(surplus, 62, assets, abroad, pensions),
      of(surplus, 118, assets, others),
      of(surplus, 52, sold, abroad, pensions),
    ];
    expect(inputsOf(sheet, filed).claim("pension_surplus")).toBe(136.5);
    const isRead = filed.map(({ tag, dimensions }) =>
      isReadByMember(`us-gaap:${tag}`, dimensions ?? ""),
    );
    expect(isRead).toEqual([true, true, true, false]);
  });
});

describe("investments in a row of other assets", () => {
  const unvalued = "EquitySecuritiesWithoutReadilyDeterminableFairValueAmount";

  test("are Medtronic's 28, 311 and 859, and associates of 84 (2024)", () => {
    const { claim, note } = inputsOf(sheet, [
      of("EquitySecuritiesFvNi", 28, other),
      of("EquitySecuritiesFVNINoncurrent", 311, other),
      of(unvalued, 859, other),
      of("EquityMethodInvestments", 84, other),
      of("EquityMethodInvestments", 39, "us-gaap:StatementBusinessSegmentsAxis=x:ProductsMember"),
    ]);
    expect(claim("equity_investments")).toBe(1_198);
    expect(claim("associates")).toBe(84);
    expect(note("equity_investments")).toBe("in rows of other assets");
  });

  test("without a market value count by level of fair value alone: Micron's 190 (2024)", () => {
    expect(inputsOf(sheet, [of(unvalued, 190, level(3))]).claim("equity_investments")).toBe(190);
  });

  test("stand beside those without a market value: Bristol-Myers Squibb's 698 and 459 (2023)", () => {
    const filed = [
      { tag: unvalued, value: 698, start: null },
      { tag: "EquitySecuritiesFvNi", value: 459, start: null },
    ];
    const levels = [
      of("EquitySecuritiesFvNi", 318, other, level(1)),
      of("EquitySecuritiesFvNi", 141, other, level(2)),
    ];
    expect(inputsOf(sheet, [...filed, ...levels]).claim("equity_investments")).toBe(1_157);
    // Those of the row that are not current have an element of their own (Coca-Cola 2024: 40 and 1,616).
    const cola = [
      { tag: unvalued, value: 40, start: null },
      of("EquitySecuritiesFVNINoncurrent", 1_616, row("us-gaap:OtherNoncurrentAssetsMember")),
    ];
    expect(inputsOf(sheet, cola).claim("equity_investments")).toBe(1_656);
    const kind = (name: string) => `us-gaap:FinancialInstrumentAxis=${name}Member`;
    const debt = [
      of("DebtSecurities", 45, row("ko:MarketableSecuritiesMember"), kind("ko:Trading")),
      of("DebtSecurities", 371, row("us-gaap:OtherNoncurrentAssetsMember"), kind("us-gaap:Sold")),
    ];
    expect(inputsOf(sheet, [...cola, ...debt]).claim("equity_investments")).toBe(2_027);
    // No row says that they are not current.
    expect(inputsOf(sheet, filed).claim("equity_investments")).toBe(698);
  });

  test("are those that no row has room for, and those of one kind: Johnson & Johnson's 4,473 and 696 (2023)", () => {
    const valued = { tag: "EquitySecuritiesFvNi", value: 4_473, start: null };
    const gain = { tag: "EquitySecuritiesFvNiGainLoss", value: -368 };
    const members = [
      "us-gaap:FairValueByAssetClassAxis=us-gaap:EquitySecuritiesMember",
      "us-gaap:OtherInvestmentNotReadilyMarketableAxis=jnj:WithoutValueMember",
    ];
    expect(isReadByMember(`us-gaap:${unvalued}`, members.join(";"))).toBe(true);
    const all = [valued, gain, of(unvalued, 696, ...members)];
    const claimOf = (held: number, filed: readonly FiledFact[]) =>
      inputsOf({ ...sheet, current_assets: 10_000, short_term_investments: held }, filed).claim(
        "equity_investments",
      );
    expect(claimOf(1_068, all)).toBe(5_169);
    // Of 451 and 773 at 2024-12-29 the row without a market value holds none of the other one.
    const next = [{ ...valued, value: 451 }, gain, of(unvalued, 773, ...members)];
    expect(claimOf(417, next)).toBe(1_224);
    // A row of securities may hold them (Alphabet), and money market funds have no gains.
    expect(claimOf(5_000, [valued, gain])).toBeNull();
    expect(claimOf(1_068, [valued])).toBeNull();
  });

  test("are current in the row of other current assets: Colgate's 179 (2023)", () => {
    const placed = of("MarketableSecurities", 179, row("us-gaap:OtherCurrentAssetsMember"));
    const { claim, capital } = inputsOf({ ...sheet, debt_current: 0 }, [placed]);
    expect(claim("short_term_investments")).toBe(179);
    expect(capital).toBe(-79);
  });

  test("are without those in the row of cash: Mobileye's 55 of 1,071 (2025)", () => {
    const tag = "AvailableForSaleSecuritiesDebtSecuritiesCurrent";
    const mobileye = {
      ...{ current_assets: 2_478, current_liabilities: 406, debt_current: 0 },
      ...{ cash_and_equivalents: 1_836, short_term_investments: 1_071 },
    };
    const placed = [
      of(tag, 1_016, row("us-gaap:CashAndCashEquivalentsMember")),
      of(tag, 55, row("us-gaap:OtherCurrentAssetsMember")),
    ];
    const { claim, capital } = inputsOf(mobileye, placed);
    expect(claim("short_term_investments")).toBe(55);
    expect(capital).toBe(181);
    // Current assets have no room for 1,071 beside 1,836, so they are in cash as far as filings say.
    expect(inputsOf(mobileye, []).claim("short_term_investments")).toBe(null);
    const roomy = { ...mobileye, current_assets: 3_000 };
    expect(inputsOf(roomy, []).claim("short_term_investments")).toBe(1_071);
  });
});

test("restricted cash is current where the foot of cash flows says so: Bristol-Myers Squibb's 148 (2022)", () => {
  const filed = (noncurrent: number): FiledFact[] => [
    { tag: "RestrictedCash", value: 148, start: null },
    { tag: "RestrictedCashNoncurrent", value: noncurrent, start: null },
    {
      tag: "CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents",
      ...{ value: 9_325, start: null },
    },
  ];
  const lines = { ...sheet, current_assets: 27_273, cash_and_equivalents: 9_123 };
  expect(inputsOf(lines, filed(54)).capital).toBe(27_273 - 9_123 - 148 - 800);
  expect(inputsOf(lines, filed(40)).capital).toBe(27_273 - 9_123 - 800);
});

describe("contingent consideration", () => {
  const tag = "BusinessCombinationContingentConsiderationLiability";

  test("of one measurement is a claim: Abbott's 112 (2023), not levels of it alone", () => {
    expect(
      inputsOf(sheet, [of(tag, 112, recurring), of(tag, 112, level(3))]).claim("other_claims"),
    ).toBe(112);
    expect(inputsOf(sheet, [of(tag, 8, level(3))]).claim("other_claims")).toBeNull();
  });

  test("by row is a claim, and the current row no working capital: Medtronic's 96 of 149 (2024)", () => {
    const rows = [
      of(tag, 96, row("mdt:OtherAccruedExpensesMember")),
      of(tag, 53, row("us-gaap:OtherLiabilitiesMember")),
    ];
    const { claim, capital } = inputsOf(sheet, rows);
    expect(claim("other_claims")).toBe(149);
    expect(capital).toBe(196);
  });
});

describe("derivatives in rows of current assets and liabilities are no working capital", () => {
  const asset = "DerivativeFairValueOfDerivativeAsset";
  const liability = "DerivativeFairValueOfDerivativeLiability";
  const hedging = (name: string) => `us-gaap:HedgingDesignationAxis=us-gaap:${name}Member`;
  const risk = "us-gaap:DerivativeInstrumentRiskAxis=us-gaap:ForeignExchangeContractMember";

  test("as one figure: Smucker's 37.7 and 9.4 (2024)", () => {
    const filed = [
      of(asset, 37.7, row("us-gaap:OtherCurrentAssetsMember")),
      of(asset, 35.8, row("us-gaap:OtherCurrentAssetsMember"), risk),
      of(liability, 9.4, row("us-gaap:OtherCurrentLiabilitiesMember")),
      of(liability, 0.1, row("us-gaap:OtherNoncurrentLiabilitiesMember")),
    ];
    expect(inputsOf(sheet, filed).capital).toBe(71.7);
  });

  test("as one measurement of what is current: Intel's 1,175 and 640 (2023)", () => {
    const filed = [
      of("DerivativeAssetsCurrent", 1_175, recurring),
      of("DerivativeAssetsCurrent", 366, recurring, level(1)),
      of("DerivativeAssetsCurrent", 809, recurring, level(2)),
      of("DerivativeLiabilitiesCurrent", 640, recurring),
    ];
    const intel = { ...sheet, current_assets: 43_269, current_liabilities: 28_053 };
    expect(inputsOf(intel, filed).capital).toBe(43_269 - 100 - 1_175 - 28_053 + 640);
    expect(isReadByMember("us-gaap:DerivativeAssetsCurrent", recurring)).toBe(true);
  });

  test("as parts that come to no more than the whole: Medtronic's 383 and 49 (2024)", () => {
    const prepaid = row("us-gaap:PrepaidExpensesAndOtherCurrentAssetsMember");
    const accrued = row("mdt:OtherAccruedExpensesMember");
    const designated = hedging("DesignatedAsHedgingInstrument");
    const parts = [
      of(asset, 368, prepaid, risk, designated),
      of(asset, 15, prepaid, risk, hedging("Nondesignated")),
      of(asset, 276, other, risk, designated),
      of(liability, 37, accrued, risk, designated),
      of(liability, 12, accrued, risk, hedging("Nondesignated")),
    ];
    const whole = { tag: asset, value: 659, start: null };
    expect(inputsOf(sheet, [...parts, whole]).capital).toBe(100 - 383 + 49);
    expect(inputsOf(sheet, [...parts, { ...whole, value: 600 }]).capital).toBe(149);
  });
});

describe("one row of dividends of common shares and of minorities", () => {
  const owners = (name: string) => `us-gaap:StatementEquityComponentsAxis=us-gaap:${name}Member`;
  const declared = (value: number, name: string): FiledFact => ({
    ...{ tag: "DividendsCommonStock", value },
    dimensions: owners(name),
  });

  test("has the common part that the statement of equity declares: Colgate's 1,584 of 1,749 (2023)", () => {
    const minorities = declared(170, "NoncontrollingInterest");
    const filed = [declared(1_584, "RetainedEarnings"), minorities];
    const lines = { net_income: 2_300, dividends_paid: 1_749 };
    const { commonDividends, paidToOthers } = inputsOf(lines, filed);
    expect([commonDividends, paidToOthers]).toEqual([1_584, 165]);
    // Minorities are paid in another row (Bristol-Myers Squibb: 4,744 paid, 4,762 declared).
    const other = [declared(4_762, "RetainedEarnings"), declared(16, "NoncontrollingInterest")];
    const apart = inputsOf({ net_income: 8_025, dividends_paid: 4_744 }, other);
    expect([apart.commonDividends, apart.paidToOthers]).toEqual([4_744, 0]);
  });

  test("is told by dividends per share: Las Vegas Sands' 2,375 of 3,000 (2019)", () => {
    const shares = { dividends_per_share: 3.08e-6, weighted_average_shares_basic: 771 };
    const of = (more: Record<string, number>) => {
      const { commonDividends, paidToOthers } = inputsOf({ ...sheet, ...shares, ...more }, []);
      return [commonDividends, paidToOthers];
    };
    const paid = { dividends_paid: 3_000, noncontrolling_interest: 1_320 };
    expect(of(paid)).toEqual([2_374.68, 625.32]);
    expect(of({ ...paid, noncontrolling_interest: 0 })).toEqual([3_000, 0]);
    expect(of({ ...paid, dividends_paid: 2_500 })).toEqual([2_500, 0]);
  });

  test("is of minorities alone where no common share got any: General Motors' 186 of 2021", () => {
    const minorities: FiledFact = {
      tag: "MinorityInterestDecreaseFromDistributionsToNoncontrollingInterestHolders",
      value: 186,
    };
    const lines = { net_income: 10_019, dividends_paid: 186 };
    expect(inputsOf(lines, [minorities]).paidToOthers).toBe(186);
  });
});
