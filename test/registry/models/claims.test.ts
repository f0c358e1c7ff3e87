import { describe, expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { inMillions, sourceOf, withPrinted } from "../../helpers/companies/claim-amounts.ts";
import { type FiledFact, withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, withLines } from "../../helpers/companies/model-company.ts";

const tags = {
  assets: "DefinedBenefitPlanAssetsForPlanBenefitsNoncurrent",
  current: "PensionAndOtherPostretirementDefinedBenefitPlansCurrentLiabilities",
  noncurrent: "PensionAndOtherPostretirementDefinedBenefitPlansLiabilitiesNoncurrent",
  pensions: "DefinedBenefitPensionPlanLiabilitiesNoncurrent",
  others: "OtherPostretirementDefinedBenefitPlanLiabilitiesNoncurrent",
};
type Row = keyof typeof tags;
const members = { pension: "PensionPlans", other: "OtherPostretirementBenefitPlans" };

const whole = (row: Row, value: number): FiledFact => ({ tag: tags[row], value, start: null });
const ofPlan = (
  row: Row,
  kind: keyof typeof members,
  value: number,
  axis = "RetirementPlanTypeAxis",
): FiledFact => ({
  ...whole(row, value),
  dimensions: `us-gaap:${axis}=us-gaap:${members[kind]}DefinedBenefitMember`,
});

/** Pensions before the tax that they save or bear, in the unit of the facts. */
function pensionsOf(filed: readonly FiledFact[]) {
  const { amounts } = extractFacts(withFiled(makeSource(), filed)).claims;
  const before = (value: number | undefined) => (value === undefined ? null : value / 0.75);
  return {
    surplus: before(amounts.pension_surplus?.value),
    deficit: before(amounts.pension_deficit?.value),
    note: amounts.pension_deficit?.note,
  };
}

test("what Coca-Cola states by plan alone adds up to its pensions of 2024", () => {
  const filed = [
    ofPlan("assets", "pension", 1_219),
    ofPlan("assets", "other", 0),
    ofPlan("noncurrent", "pension", 761),
    ofPlan("noncurrent", "other", 110),
    ofPlan("current", "pension", 68),
    ofPlan("current", "other", 6),
  ];
  expect(pensionsOf(filed)).toEqual({
    surplus: 1_219,
    deficit: 761 + 110 + 68 + 6,
    note: "945 before tax; with amounts that are filed by plan alone, added up",
  });
});

test("a row that is filed for all plans is not added up again", () => {
  // AbbVie 2024: both plans of the noncurrent row come to the 1,234 that the balance sheet prints.
  const filed = [
    whole("noncurrent", 1_234),
    ofPlan("noncurrent", "pension", 490),
    ofPlan("noncurrent", "other", 744),
    ofPlan("current", "pension", 20),
    ofPlan("current", "other", 42),
  ];
  expect(pensionsOf(filed).deficit).toBe(1_234 + 20 + 42);
});

test("a plan that has a row of its own counts once", () => {
  // Procter & Gamble at 2025-06-30, if pensions were filed by plan alone: 3,026, beside a row of 691.
  const filed = [
    whole("others", 691),
    ofPlan("noncurrent", "pension", 3_026),
    ofPlan("noncurrent", "other", 691),
  ];
  expect(pensionsOf(filed).deficit).toBe(3_026 + 691);
});

test("the axis of plans before 2017 is one, and an amount of a segment is none", () => {
  // Union Pacific 2012: 701 and 345.
  const old = "DefinedBenefitPlansDisclosuresDefinedBenefitPlansAxis";
  const filed = [
    ofPlan("noncurrent", "pension", 701, old),
    ofPlan("noncurrent", "other", 345, old),
    { ...whole("current", 16), dimensions: "us-gaap:StatementBusinessSegmentsAxis=x:Rail" },
  ];
  expect(pensionsOf(filed).deficit).toBe(701 + 345);
});

/** Other claims of a company with these balances and lines. */
function claimsOf(filed: readonly FiledFact[], lines: Record<string, number> = {}) {
  const source = makeSource({ years: withLines(lines) });
  const balances = filed.map((one) => ({ start: null, ...one }));
  return extractFacts(withFiled(source, balances)).claims.amounts.other_claims?.value ?? null;
}

test("contingent consideration of AbbVie 2024, 2,589 and 19,077, is a claim, by its parts or whole", () => {
  const tag = "BusinessCombinationContingentConsiderationLiability";
  const whole = { tag, value: 21_666 };
  const parts = [
    { tag: `${tag}Current`, value: 2_589 },
    { tag: `${tag}Noncurrent`, value: 19_077 },
  ];
  expect(claimsOf(parts, { noncontrolling_interest: 39 })).toBe(21_666 + 39);
  expect(claimsOf([...parts, whole])).toBe(21_666);
  expect(claimsOf([whole])).toBe(21_666);
  expect(claimsOf([{ tag, value: -43.8 }])).toBeNull();
  expect(claimsOf([])).toBeNull();
});

test("litigation of Walgreens 2024 that is not current, 6,008, is a claim after tax", () => {
  const reserve = { tag: "LitigationReserveNoncurrent", value: 6_008 };
  const labels = { [reserve.tag]: "Accrued litigation obligations" };
  const amountOf = (within: "total_liabilities" | "current_liabilities") =>
    inMillions(withPrinted(sourceOf([reserve], {}), { [within]: [reserve.tag] }, labels))(
      "other_claims",
    );
  expect(amountOf("total_liabilities")).toBe(6_008 * 0.75);
  expect(amountOf("current_liabilities")).toBeNull();
});

test("minorities of Alphabet 2025 that stand within equity, 3,400, are a claim where no line has any", () => {
  const within = { tag: "NoncontrollingInterestInVariableInterestEntity", value: 3_400 };
  expect(claimsOf([within])).toBe(3_400);
  expect(claimsOf([within], { noncontrolling_interest: 39 })).toBe(39);
});

test("preferred stock of Atlantic American, in the books at par of 65, is redeemed for 6,500", () => {
  const redeemed = { tag: "PreferredStockRedemptionAmount", value: 6_500 };
  expect(claimsOf([redeemed], { preferred_stock: 65 })).toBe(6_500);
  // What stands in the books near its redemption stays (JPMorgan).
  expect(claimsOf([redeemed], { preferred_stock: 6_450 })).toBe(6_450);
  expect(claimsOf([redeemed])).toBeNull();
});

const seriesOf = (name: string) =>
  `us-gaap:StatementClassOfStockAxis=us-gaap:Series${name}PreferredStockMember`;
const ofSeries = (tag: string, name: string, value: number, unit = "shares"): FiledFact => ({
  ...{ tag, value, unit, dimensions: seriesOf(name) },
});

test("preferred stock of Tsakos 2023 counts at 287.3 in a liquidation, and not at 11.5 of par: its shares are filed by class", () => {
  const count = "PreferredStockSharesOutstanding";
  const filed = [
    ofSeries(count, "E", 4_745_947),
    ofSeries(count, "F", 6_747_147),
    { tag: "PreferredStockParOrStatedValuePerShare", value: 1, unit: "USD/shares" },
    {
      ...ofSeries("PreferredStockLiquidationPreference", "D", 25, "USD/shares"),
      end: "2023-07-07",
    },
  ];
  const lines = { preferred_stock: 11_493_000, additional_paid_in_capital: 922_000_000 };
  expect(claimsOf(filed, lines)).toBe(287_327_350);
  // Classes that are not what the balance sheet has at par tell no count.
  expect(claimsOf(filed.slice(1), lines)).toBe(11_493_000);
});

test("preferred stock of United States Antimony at 2024-03-31 counts at 6.087 million by class, and not at par of 9,279", () => {
  const preference = "PreferredStockLiquidationPreferenceValue";
  const count = "PreferredStockSharesOutstanding";
  const counts = [
    ofSeries(count, "A", 0),
    ofSeries(count, "B", 750_000),
    ofSeries(count, "C", 177_904),
    ofSeries(count, "D", 1_692_672),
  ];
  const filed = [
    ofSeries(preference, "B", 969_375, "USD"),
    ofSeries(preference, "C", 97_847, "USD"),
    ofSeries(preference, "D", 5_019_410, "USD"),
  ];
  const lines = { preferred_stock: 9_279, additional_paid_in_capital: 64_051_844 };
  expect(claimsOf([...counts, ...filed], lines)).toBe(6_086_632);
  // A class that states none leaves the value untold, and so does one in another scale.
  expect(claimsOf([...counts, ...filed.slice(1)], lines)).toBe(9_279);
  expect(claimsOf([...counts, ...filed], { ...lines, additional_paid_in_capital: 64_052 })).toBe(
    9_279,
  );
  // Bergio 2023 states what one share has under the same element: 100, 1 and 2.
  const bergio = [
    ofSeries(count, "A", 75),
    ...[ofSeries(count, "B", 3_000), ofSeries(preference, "B", 100, "USD")],
    ...[ofSeries(count, "D", 920_966), ofSeries(preference, "D", 1, "USD")],
    ...[ofSeries(count, "E", 317_000), ofSeries(preference, "E", 2, "USD")],
  ];
  const own = { preferred_stock: 10, additional_paid_in_capital: 26_105_389 };
  expect(claimsOf(bergio, own)).toBe(300_000 + 920_966 + 634_000);
});

test("preferred units of NGL at 2024-03-31, a column of 348.4, and arrears of 216.8 are claims", () => {
  const column = {
    tag: "PartnersCapitalIncludingPortionAttributableToNoncontrollingInterest",
    dimensions: "us-gaap:PartnerCapitalComponentsAxis=us-gaap:PreferredPartnerMember",
    value: 348_359_000,
  };
  const arrears = {
    tag: "PreferredStockAmountOfPreferredDividendsInArrears",
    value: 216_800_000,
    start: "2023-01-01",
  };
  expect(claimsOf([column, arrears])).toBe(348_359_000 + 216_800_000);
  const facts = extractFacts(withFiled(makeSource(), [{ ...column, start: null }]));
  expect(facts.balance.preferred_equity?.value).toBe(348_359_000);
  // A row of the balance sheet goes before the column.
  expect(claimsOf([column], { preferred_stock: 350_000_000 })).toBe(350_000_000);
});

describe("warnings", () => {
  type Key = "cash_and_equivalents" | "other_claims" | "total_debt";
  type Places = Parameters<typeof withPrinted>[1];

  /** Code and message of the first warning of a line, for balances and lines in millions, and rows of a place. */
  function toldOf(
    key: Key,
    filed: readonly FiledFact[],
    lines: Record<string, number>,
    [places, labels]: [places: Places, labels?: Record<string, string>] = [{}],
  ) {
    const source = withPrinted(sourceOf(filed, lines), places, labels);
    const [warning] = extractFacts(source).claims.warnings[key] ?? [];
    return warning ?? null;
  }

  const cash = "cash_and_equivalents";
  const current = "RestrictedCashAndCashEquivalentsAtCarryingValue";

  test("tell restricted cash from 2 % of total assets: Qualcomm 2025, 2,323 of 50,143", () => {
    const lines = { total_assets: 50_143, [cash]: 5_520, cash_and_restricted_cash: 7_843 };
    const told = toldOf(cash, [], lines);
    expect(told?.code).toBe("restricted_cash");
    expect(told?.message).toContain("Restricted cash of 2,323,000,000 is in no line.");
    expect(toldOf(cash, [], { ...lines, total_assets: 116_151 })).toBeNull();
  });

  test("tell no securities as restricted: Walgreens 2024, 1,790 beside 110", () => {
    const lines = { total_assets: 81_037, [cash]: 1_319, cash_and_restricted_cash: 3_218 };
    const securities = { ...lines, short_term_investments: 1_790 };
    expect(toldOf(cash, [{ tag: current, value: 110 }], securities)).toBeNull();
    expect(toldOf(cash, [], securities)?.message).toContain("1,899,000,000");
  });

  test("tell printed rows of it where cash flows end with cash: Trintech 2009, 1.143 and 0.17", () => {
    const filed = [
      { tag: current, value: 1.143 },
      { tag: "RestrictedCashAndCashEquivalentsNoncurrent", value: 0.17 },
    ];
    const places = { total_assets: filed.map(({ tag }) => tag) };
    const told = toldOf(cash, filed, { total_assets: 57.6 }, [places]);
    expect(told?.message).toContain("Restricted cash of 1,313,000 is in no line.");
  });

  test("tell loans to customers of one business: General Motors 2023, 39,076 and 45,043", () => {
    const filed = [
      { tag: "NotesAndLoansReceivableNetCurrent", value: 39_076 },
      { tag: "NotesAndLoansReceivableNetNoncurrent", value: 45_043 },
    ];
    const lines = { total_assets: 273_064, total_debt: 121_741 };
    const places = { total_assets: filed.map(({ tag }) => tag) };
    const told = toldOf("total_debt", filed, lines, [places]);
    expect(told?.message).toContain("are 30.81% of total assets");
    expect(toldOf("total_debt", filed, lines)).toBeNull();
  });

  test("tell rows of finance subsidiaries: Honda 2010, 1,100,158 and 2,361,335", () => {
    const name = "FinancialServicesAssetsFinanceReceivablesNetOfAllowance";
    const filed = [
      { taxonomy: "hmc", tag: `${name}Current`, value: 1_100_158 },
      { taxonomy: "hmc", tag: `${name}Noncurrent`, value: 2_361_335 },
    ];
    const places = { total_assets: filed.map(({ tag }) => tag) };
    const lines = { total_assets: 11_629_115, total_debt: 4_100_000 };
    expect(toldOf("total_debt", filed, lines, [places])?.message).toContain("are 29.77% of");
  });

  test("tell loans held for sale, which no line has: Rocket 2023, 6,542 of 19,232", () => {
    const loans = { tag: "MortgagesHeldForSaleFairValueDisclosure", value: 6_542 };
    const at: Parameters<typeof toldOf>[3] = [
      { total_assets: [loans.tag] },
      { [loans.tag]: "Mortgage loans held for sale, at fair value" },
    ];
    const told = toldOf(cash, [loans], { total_assets: 19_232 }, at);
    expect(told?.message).toContain("Loans held for sale of 6,542,000,000 are in no line");
    expect(toldOf(cash, [loans], { total_assets: 327_101 }, at)).toBeNull();
  });

  test("tell what related parties are owed later than within a year: National Steel 2009, 4,281", () => {
    const due = { tag: "DueToRelatedPartiesNoncurrent", value: 4_281 };
    const told = (within: "total_liabilities" | "current_liabilities") =>
      toldOf("other_claims", [due], { total_assets: 19_188 }, [
        { [within]: [due.tag] },
        { [due.tag]: "Due to related parties" },
      ]);
    expect(told("total_liabilities")?.message).toContain(
      'prints "Due to related parties" of 4,281',
    );
    expect(told("current_liabilities")).toBeNull();
  });

  test("tell current rows as working capital, and rebates not at all (Comcast 2023, Eli Lilly 2025)", () => {
    const told = (taxonomy: string, tag: string, value: number, label: string) => {
      const places = { current_liabilities: [tag] };
      const filed = [{ taxonomy, tag, value }];
      return toldOf("other_claims", filed, { total_assets: 264_811 }, [places, { [tag]: label }]);
    };
    const advance = told(
      "cmcsa",
      "AdvanceOnSaleOfInvestment",
      9_167,
      "Advance on sale of investment",
    );
    expect(advance?.message).toContain("no part of the business: it is in working capital");
    const label = "Sales rebates and discounts";
    expect(told("lly", "RebatesDiscountsCurrent", 17_382, label)).toBeNull();
  });
});
