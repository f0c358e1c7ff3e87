import { describe, expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { isReadByMember } from "#registry/models/inputs/members/partitions.ts";
import { type FiledFact, withFiled } from "../helpers/companies/filed-flows.ts";
import { makeSource, withLines } from "../helpers/companies/model-company.ts";

const million = 1_000_000;

/** The filing of `withFiled`. */
const accession = "0000000001-24-000001";

type Row = readonly [line: string, element: string, value: number];

/** Inputs of a day in millions, with rows of the balance sheet under elements that no line is named after. */
function inputsOf(
  lines: Record<string, number | null>,
  rows: readonly Row[],
  filed: readonly FiledFact[] = [],
  labels: Readonly<Record<string, string>> = {},
) {
  const scaled = Object.entries(lines).map(([key, value]) => [key, value && value * million]);
  const made = makeSource({ years: withLines(Object.fromEntries(scaled)) });
  const printed = rows.map(([, element, value]): FiledFact => {
    const [taxonomy = "", tag = ""] = element.split(":");
    return { taxonomy, tag, start: null, value: value * million };
  });
  const others = filed.map((one) => ({ start: null, ...one, value: one.value * million }));
  const source = withFiled(made, [...printed, ...others]);
  const remaining = rows.map(([line, , value], index) => [
    line,
    { value: String(value * million), lineage: made.facts.length + index },
  ]);
  const periods = source.periods.map((period) => ({
    ...period,
    lines: { ...period.lines, ...Object.fromEntries(remaining) },
  }));
  const rowLabels = { [accession]: labels };
  const { claims, quarterlyCapital } = extractFacts({ ...source, periods, rowLabels });
  const inMillions = (value: number | null | undefined) =>
    value == null ? null : Number((value / million).toFixed(3));
  return {
    claim: (key: keyof typeof claims.amounts) => inMillions(claims.amounts[key]?.value),
    capital: inMillions(quarterlyCapital.at(-1)?.netWorkingCapital),
    warnings: claims.warnings,
  };
}

describe("digital assets under an element of the filer's own", () => {
  const lines = {
    ...{ current_assets: 1_029.803, cash_and_equivalents: 357.313, current_liabilities: 33.758 },
    ...{ long_term_debt: 325.654, total_assets: 1_990.973 },
  };
  const row = "mara:CryptoAssetFairValueCurrent";

  test("are other investments and no working capital: Marathon's 639.66 of 2023", () => {
    const rows = [["remaining_current_assets", row, 639.66]] as const;
    const { claim, capital, warnings } = inputsOf(lines, rows);
    expect(claim("equity_investments")).toBe(639.66);
    expect(capital).toBe(-0.928);
    expect(warnings.equity_investments).toBeUndefined();
    expect(inputsOf(lines, []).capital).toBe(638.732);
  });

  test("count once for a row and its note, and not those of a note alone", () => {
    const rows = [
      ["remaining_current_assets", "riot:CryptocurrenciesClassifiedAsCurrent", 311.178],
    ];
    const note = { taxonomy: "riot", tag: "CryptoAssetFairValue", value: 311.178 };
    expect(inputsOf(lines, rows as never, [note]).claim("equity_investments")).toBe(311.178);
    expect(inputsOf(lines, [], [note]).claim("equity_investments")).toBeNull();
  });
});

test("a row of all investments below current assets is one of other investments: Marathon's 106.292", () => {
  const lines = {
    ...{ current_assets: 1_029.803, cash_and_equivalents: 357.313, current_liabilities: 33.758 },
    ...{ long_term_debt: 325.654, total_assets: 1_990.973 },
  };
  const row = "us-gaap:Investments";
  const noncurrent = inputsOf(lines, [["remaining_total_assets", row, 106.292]]);
  expect(noncurrent.claim("equity_investments")).toBe(106.292);
  const current = inputsOf(lines, [["remaining_current_assets", row, 106.292]]);
  expect(current.claim("equity_investments")).toBeNull();
});

test("a printed row that comes to associates and what has no market value holds both: Meta's 6,070 of 2024", () => {
  const row = ["remaining_total_assets", "meta:NonmarketableEquitySecurities", 6_070] as const;
  const unvalued = "EquitySecuritiesWithoutReadilyDeterminableFairValueAmount";
  const noted = (associates: number) => [
    { tag: unvalued, value: 6_018 },
    { tag: "EquityMethodInvestments", value: associates },
  ];
  const { claim } = inputsOf({ total_assets: 276_054 }, [row], noted(52));
  expect([claim("equity_investments"), claim("associates")]).toEqual([6_070, null]);
  expect(inputsOf({ total_assets: 276_054 }, [row], noted(60)).claim("associates")).toBe(60);
});

test("a row that is labelled as securities holds no associates: General Electric's 7,931 beside 38,000 (2023)", () => {
  const filed = [
    { tag: "LongTermInvestments", value: 38_000 },
    { tag: "EquityMethodInvestments", value: 7_931 },
  ];
  const linesOf = { total_assets: 163_045, other_noncurrent_assets: 15_997 };
  const labelled = (label: string) => {
    const { claim } = inputsOf(linesOf, [], filed, { "us-gaap:LongTermInvestments": label });
    return [claim("equity_investments"), claim("associates")];
  };
  expect(labelled("Investment securities (Note 3)")).toEqual([38_000, 7_931]);
  expect(labelled("Investments")).toEqual([38_000, null]);
});

test("what acquisitions may cost is current where other noncurrent liabilities have no room: Coca-Cola's 6,126 (2024)", () => {
  const lines = {
    ...{ current_assets: 25_997, cash_and_equivalents: 10_828, current_liabilities: 25_249 },
    other_noncurrent_liabilities: 4_084,
  };
  const capitalOf = (value: number) =>
    inputsOf(lines, [], [{ tag: "BusinessCombinationContingentConsiderationLiability", value }])
      .capital;
  expect(capitalOf(6_126)).toBe(15_169 - 25_249 + 6_126);
  expect(capitalOf(3_017)).toBe(15_169 - 25_249);
});

test("a current row of equity securities is one of short-term investments: Smucker's 487.8 of 2023", () => {
  const lines = {
    ...{ current_assets: 2_964, cash_and_equivalents: 655.8, current_liabilities: 1_975.9 },
    debt_current: 0,
  };
  // General Electric has 5,706 of 2023 under an element that tells no place.
  for (const element of [
    "sjm:InvestmentInEquitySecuritiesCurrent",
    "us-gaap:EquitySecuritiesFvNi",
  ]) {
    const rows = [["remaining_current_assets", element, 487.8]];
    const { claim, capital } = inputsOf(lines, rows as never);
    expect(claim("short_term_investments")).toBe(487.8);
    expect(capital).toBe(-155.5);
  }
});

test("what buyers of properties owe is an asset beside the business: Logistic Properties' 3.589 (2024)", () => {
  const lines = {
    ...{ current_assets: 40.002, cash_and_equivalents: 28.827, current_liabilities: 13.43 },
    ...{ debt_current: null, total_assets: 607.02 },
  };
  const tag = "CurrentReceivablesFromSaleOfProperties";
  const { claim, capital } = inputsOf(lines, [], [{ taxonomy: "ifrs-full", tag, value: 3.589 }]);
  expect(claim("held_for_sale")).toBe(3.589);
  expect(capital).toBe(-5.844);
});

test("restricted balances that are the short-term investments count once (Lowe's to 2024-02-02)", () => {
  const lines = {
    ...{ current_assets: 19_071, cash_and_equivalents: 921, short_term_investments: 307 },
    ...{ current_liabilities: 15_568, debt_current: 1_170 },
  };
  const restricted = (value: number) => ({ tag: "RestrictedCashAndInvestmentsCurrent", value });
  expect(inputsOf(lines, [], [restricted(307)]).capital).toBe(3_445);
  expect(inputsOf(lines, [], [restricted(100)]).capital).toBe(3_345);
});

const sheet = { current_assets: 1_000, current_liabilities: 800, cash_and_equivalents: 100 };
const row = (member: string) => `us-gaap:BalanceSheetLocationAxis=${member}`;
const of = (tag: string, value: number, ...dimensions: readonly string[]): FiledFact => ({
  ...{ tag, value, start: null },
  dimensions: dimensions.join(";"),
});

describe("pensions by members of other axes", () => {
  const surplus = "DefinedBenefitPlanAssetsForPlanBenefitsNoncurrent";
  const due = "PensionAndOtherPostretirementDefinedBenefitPlansCurrentLiabilities";
  const owed = "PensionAndOtherPostretirementDefinedBenefitPlansLiabilitiesNoncurrent";
  const type = (member: string) => `us-gaap:RetirementPlanTypeAxis=${member}`;
  const reads = (filed: readonly FiledFact[]) =>
    filed.map(({ tag, dimensions }) => isReadByMember(`us-gaap:${tag}`, dimensions ?? ""));

  test("are those of what goes on: General Electric's 9,622 and 1,468 (2023)", () => {
    const operations = "us-gaap:StatementOperatingActivitiesSegmentAxis=us-gaap:Segment";
    const continuing = `${operations}ContinuingOperationsMember`;
    const plain = type("us-gaap:PensionPlansDefinedBenefitMember");
    const otherPlans = type("us-gaap:OtherPensionPlansDefinedBenefitMember");
    const retirees = type("ge:PrincipalRetireeBenefitPlansMember");
    const filed = [
      of(owed, 6_249, plain, continuing),
      of(owed, 1_048, otherPlans, continuing),
      of(owed, 1_842, retirees, continuing),
      of(due, 224, plain, continuing),
      of(due, 54, otherPlans, continuing),
      of(due, 205, retirees, continuing),
      of(surplus, 1_489, otherPlans, continuing),
    ];
    const whole: FiledFact = { tag: surplus, value: 1_468, start: null };
    const { claim } = inputsOf(sheet, [], [...filed, whole]);
    expect(claim("pension_deficit")).toBe(9_622 * 0.75);
    expect(claim("pension_surplus")).toBe(1_468 * 0.75);
    expect(reads(filed)).toEqual(filed.map(() => true));
    const discontinued = `${operations}DiscontinuedOperationsMember`;
    expect(reads([of(owed, 3_141, plain, discontinued)])).toEqual([false]);
  });

  test("are those of countries in the place of kinds: PepsiCo's 1,486 and 1,040 (2023)", () => {
    const home = type("us-gaap:DomesticPlanMember");
    const abroad = type("us-gaap:ForeignPlanMember");
    const health = type("us-gaap:DefinedBenefitPostretirementHealthCoverageMember");
    const filed = [
      of(owed, 732, home),
      of(owed, 174, abroad),
      of(owed, 442, health),
      of(due, 75, home),
      of(due, 11, abroad),
      of(due, 52, health),
      of(surplus, 313, home),
      of(surplus, 727, abroad),
      of(surplus, 0, health),
    ];
    const { claim } = inputsOf(sheet, [], filed);
    expect(claim("pension_deficit")).toBe(1_486 * 0.75);
    expect(claim("pension_surplus")).toBe(1_040 * 0.75);
    expect(reads(filed)).toEqual(filed.map(() => true));
  });

  test("are told by the row of a net figure: Intel's 675 and 62 (2023)", () => {
    const net = "DefinedBenefitPlanAmountsRecognizedInBalanceSheet";
    const filed = [
      of(net, -675, row("intc:OtherlongtermliabilitiesMember")),
      of(net, 62, row("intc:OtherlongtermassetsMember")),
    ];
    const whole: FiledFact = { tag: net, value: -613, start: null };
    const { claim } = inputsOf(sheet, [], [...filed, whole]);
    expect(claim("pension_deficit")).toBe(675 * 0.75);
    expect(claim("pension_surplus")).toBe(62 * 0.75);
    expect(reads(filed)).toEqual([true, true]);
    // The element for the obligation comes first.
    const stated: FiledFact = { tag: owed, value: 400, start: null };
    expect(inputsOf(sheet, [], [...filed, stated]).claim("pension_deficit")).toBe(300);
  });

  test("are told by the funded status where nothing else is filed: Visa's 531 and 68 (2024)", () => {
    const status = "DefinedBenefitPlanFundedStatusOfPlan";
    const country = (member: string) => `us-gaap:RetirementPlanSponsorLocationAxis=${member}`;
    const filed = [
      of(status, 531, country("country:US")),
      of(status, 68, country("us-gaap:ForeignPlanMember")),
    ];
    const { claim } = inputsOf(sheet, [], filed);
    expect([claim("pension_surplus"), claim("pension_deficit")]).toEqual([599 * 0.75, null]);
    expect(reads(filed)).toEqual([true, true]);
    const whole: FiledFact = { tag: status, value: -231, start: null };
    expect(inputsOf(sheet, [], [whole]).claim("pension_deficit")).toBe(231 * 0.75);
    const stated: FiledFact = { tag: owed, value: 400, start: null };
    expect(inputsOf(sheet, [], [whole, stated]).claim("pension_deficit")).toBe(300);
  });
});
