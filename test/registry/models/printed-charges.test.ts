import { describe, expect, test } from "vitest";
import { chargesOf } from "#registry/models/inputs/earnings/one-offs.ts";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import type { ModelSource } from "#registry/models/inputs/source.ts";
import { gainsWarning } from "#registry/models/multiples.ts";
import { chargeLabel, printedCharge, securitiesLabel } from "#registry/printed-charges.ts";
import { type FiledFact, withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, withLines } from "../../helpers/companies/model-company.ts";

const million = 1_000_000;
type Amounts = Record<string, number>;
/** Rows that no line has: the key of the line that is the sum of them, and their amounts in it by element. */
type Rows = Record<string, Amounts>;

/** A company whose last year, 2023, has the lines, the rows and further facts, in millions. */
function source(lines: Amounts, rows: Rows, noted: readonly FiledFact[] = []): ModelSource {
  const inMillions = (amounts: Amounts) =>
    Object.fromEntries(Object.entries(amounts).map(([key, value]) => [key, value * million]));
  const made = makeSource({ years: withLines(inMillions(lines)) });
  return withRows(
    withFiled(
      made,
      noted.map((one) => ({ ...one, value: one.value * million })),
    ),
    "FY",
    rows,
  );
}

/** The newest period of the kind with the rows; each is filed with the amount that it has in the sum. */
function withRows(made: ModelSource, kind: string, rows: Rows, year?: string): ModelSource {
  const last = made.periods.find(
    ({ fiscalPeriod, end }) => fiscalPeriod === kind && end.startsWith(year ?? ""),
  );
  const [first] = made.facts;
  if (last === undefined || first === undefined) throw new Error("no period");
  const { start, end } = last;
  const facts = [...made.facts];
  const remaining = Object.entries(rows).map(([key, amounts]) => {
    const operands = Object.entries(amounts).map(([element, amount]) => {
      const [taxonomy = "", tag = ""] = element.split(":");
      const value = String(amount * million);
      const fact = { ...first, taxonomy, tag, start, end, value };
      return [1, element, value, facts.push(fact) - 1] as const;
    });
    const [only, another] = operands;
    const value = String(operands.reduce((sum, [, , text]) => sum + Number(text), 0));
    // A line of one row is that row.
    const lineage = another === undefined ? only?.[3] : ["sum_of_tags", ...operands];
    return [key, { value, lineage: lineage as never }] as const;
  });
  const lines = { ...last.lines, ...Object.fromEntries(remaining) };
  const periods = made.periods.map((one) => (one === last ? { ...one, lines } : one));
  return { ...made, periods, facts };
}

const year = { start: "2023-01-01", end: "2023-12-31", currency: "USD" };

/** The charges in millions: those of operating income, and those below it with their labels. */
function charges(made: ModelSource, span = year) {
  const told = chargesOf(made, span).charges.map(
    ({ label, value, isOperating }) =>
      `${isOperating ? "" : "below: "}${label} ${Math.round((value / million) * 1000) / 1000}`,
  );
  return told.sort();
}

const supervalu = {
  ...{ revenue: 44_564, gross_profit: 10_113, selling_general_and_administrative: 8_746 },
  ...{ operating_income: -2_157, pretax_income: -2_779, interest_expense: 633 },
};

describe("one-off charges that a statement prints in rows of their own", () => {
  test("Johnson & Johnson's impairments of in-process research are within all write-downs of its cash flows", () => {
    const lines = { revenue: 88_821, gross_profit: 61_350, pretax_income: 16_687 };
    const row = { remaining_operating_expenses: { "jnj:ResearchAndDevelopmentInProcess1": 211 } };
    const all = { tag: "AssetImpairmentCharges", value: 405 };
    expect(charges(source(lines, row, [all]))).toEqual(["other impairment 405"]);
    expect(charges(source(lines, row))).toEqual(["in-process research 211"]);
  });

  test("Supervalu's impairment of goodwill of 2008, under an element of its own, is beside its others", () => {
    const rows = {
      remaining_operating_income: { "extension:GoodwillAndIntangibleAssetImpairmentLoss": -3_524 },
    };
    const made = source(supervalu, rows, [{ tag: "OtherAssetImpairmentCharges", value: 169 }]);
    expect(charges(made)).toEqual([
      "goodwill impairment and impairment of intangible assets 3524",
      "other impairment 169",
    ]);
    expect(extractFacts(made).years.at(-1)?.oneOffCharges).toBe(3_693 * million);
  });

  test("Microsoft's impairment, integration and restructuring of 2015 stand for what notes state of them", () => {
    const lines = {
      ...{ revenue: 93_580, gross_profit: 60_542, research_and_development: 12_046 },
      ...{ selling_general_and_administrative: 20_324, operating_income: 18_161 },
      ...{ asset_impairment: 7_498, restructuring_charges: 2_078, pretax_income: 18_507 },
    };
    const rows = {
      remaining_operating_income: { "msft:ImpairmentIntegrationAndRestructuringExpenses": -10_011 },
    };
    const made = source(lines, rows, [
      { tag: "AssetImpairmentCharges", value: 7_498 },
      { tag: "RestructuringCharges", value: 2_078 },
    ]);
    expect(charges(made)).toEqual([
      "other impairment and restructuring and costs of acquisitions 10011",
    ]);
  });

  test("Flextronics prints restructuring of 92.5 within gross profit and 15.1 below it: both count", () => {
    const lines = {
      ...{ revenue: 24_110.733, cost_of_revenue: 22_800.733, gross_profit: 1_217.542 },
      ...{ selling_general_and_administrative: 767.134, operating_income: 345.723 },
      ...{ amortization_of_intangibles: 89.615, restructuring_charges: 15.07 },
    };
    const row = { "extension:RestructuringChargesDirectCost": -92.458 };
    const made = source(lines, { remaining_gross_profit: row, remaining_operating_income: row });
    const printed = {
      ...made,
      facts: made.facts.map((fact) =>
        fact.tag === "Tag_restructuring_charges" ? { ...fact, tag: "RestructuringCharges" } : fact,
      ),
    };
    expect(charges(printed)).toEqual(["restructuring 15.07", "restructuring 92.458"]);
  });

  test("McKesson's litigation of 493 and its credit of 20 are costs; other rows are the course of business", () => {
    const charged = (amount: number) =>
      charges(
        source(
          {},
          {
            remaining_operating_expenses: {
              "extension:DistributionOperatingExpenses": 943,
              "extension:LitigationChargeCreditNet": amount,
            },
          },
        ),
      );
    expect(charged(493)).toEqual(["legal matters 493"]);
    expect(charged(-20)).toEqual(["legal matters -20"]);
  });

  test("rows below operating income are in net income alone: ORIX's gains of 17,487, Williams's repaid debt of 606", () => {
    const below = (element: string, amount: number) =>
      source({}, { remaining_pretax_income: { [element]: amount } });
    const element = "extension:GainsLossesOnSaleOfSubsidiariesAndAffiliatesAndLiquidationLossesNet";
    const orix = below(element, 17_487);
    expect(charges(orix)).toEqual(["below: result of disposals -17487"]);
    expect(extractFacts(orix).charges.total).toBe(0);
    const williams = below("extension:EarlyDebtRetirementCosts", -606);
    expect(charges(williams)).toEqual(["below: retired debt 606"]);
  });

  test("without operating income on the statement, the figure that models work out is after the row: Johnson & Johnson's research of 40", () => {
    const rows = { remaining_pretax_income: { "us-gaap:ResearchAndDevelopmentInProcess": -40 } };
    const made = source({ pretax_income: 4_375, interest_expense: 105 }, rows);
    const periods = made.periods.map((one) => {
      const { operating_income: _, ...lines } = one.lines;
      return { ...one, lines };
    });
    expect(extractFacts({ ...made, periods }).charges.total).toBe(40 * million);
  });

  test("the row of a quarter tells the place of a year's disposal: Cablevision's gain of 183.3 of 2007", () => {
    const lines = {
      ...{ operating_income: 817.554, pretax_income: -1.597, interest_expense: 937.242 },
      ...{ interest_income: 24.937, equity_method_income: 4.467 },
    };
    const tag = "DisposalGroupNotDiscontinuedOperationGainLossOnDisposal";
    const made = makeSource({
      years: withLines(
        Object.fromEntries(Object.entries(lines).map(([key, value]) => [key, value * million])),
      ),
      quarters: { "2024Q1": { revenue: 1 } },
    });
    const gain = [{ tag, value: 183.286 * million }];
    const rows = { remaining_pretax_income: { [`us-gaap:${tag}`]: 0.102 } };
    expect(charges(withFiled(made, gain))).toEqual(["result of disposals -183.286"]);
    expect(charges(withRows(withFiled(made, gain), "Q1", rows))).toEqual([
      "below: result of disposals -183.286",
    ]);
  });

  test("Under Armour's restructuring and impairment of 2020 is what its gross profit leaves, not the 930.9 of notes", () => {
    const lines = {
      ...{ revenue: 4_474.667, gross_profit: 2_160.095, operating_income: -613.438 },
      selling_general_and_administrative: 2_171.934,
    };
    const made = source(lines, {}, [
      { tag: "RestructuringCostsAndAssetImpairmentCharges", value: 601.599 },
      { tag: "AssetImpairmentCharges", value: 470.543 },
      { tag: "GoodwillImpairmentLoss", value: 51.575 },
      { tag: "ImpairmentOfLongLivedAssetsHeldForUse", value: 89.7 },
      { tag: "RestructuringAndRelatedCostIncurredCost", value: 460.351 },
    ]);
    expect(chargesOf(made, year).total).toBeCloseTo(601.599 * million, 0);
  });
});

describe("one-off charges that gross profit leaves beside the others", () => {
  test("CARBO's loss of 2017 on disposals and impairments of 125.8 is just that, with its sold business of 26.7", () => {
    const lines = {
      ...{ revenue: 188.756, gross_profit: -53.325, selling_general_and_administrative: 42.533 },
      ...{ research_and_development: 4.417, operating_income: -248.383, pretax_income: -255.143 },
    };
    const combined = "GainLossOnSalesOfAssetsAndAssetImpairmentCharges";
    const filed = (amount: number, ...more: readonly FiledFact[]) =>
      charges(
        source(lines, {}, [
          { tag: "GainLossOnSaleOfBusiness", value: -26.747 },
          { tag: combined, value: amount },
          ...more,
        ]),
      );
    // Severance of 0.287 is within other costs.
    expect(filed(-125.778, { tag: "SeveranceCosts1", value: 0.287 })).toHaveLength(3);
    expect(filed(-125.778)).toEqual([
      "impairment and result of disposals 125.778",
      "result of disposals 26.747",
    ]);
    // Of any other amount nothing says where it stands.
    expect(filed(-90)).toEqual(["result of disposals 26.747"]);
  });

  test("Boston Beer's settlement of 20.5 of 2011 is a gain in operating income", () => {
    const lines = {
      ...{ revenue: 513, gross_profit: 284.567, selling_general_and_administrative: 200.746 },
      ...{ operating_income: 103.655, pretax_income: 103.5 },
    };
    const made = source(lines, {}, [
      { tag: "ImpairmentOfLongLivedAssetsHeldForUse", value: 0.666 },
      { tag: "GainLossRelatedToLitigationSettlement", value: 20.5 },
    ]);
    expect(charges(made)).toEqual(["impairment of long-lived assets 0.666", "legal matters -20.5"]);
  });

  test("Costco's impairment of finance leases of 391 of 2023 counts as that of operating leases", () => {
    const made = source({}, {}, [{ tag: "FinanceLeaseImpairmentLoss", value: 391 }]);
    expect(charges(made)).toEqual(["impairment of leases 391"]);
  });
});

test("parts of a total below operating income count where it is the only row: Motorola 2009", () => {
  // Gains of 88 within other income of -17; the quarter prints those of 8 in a row.
  const gains = "extension:GainLossOnSalesOfInvestmentsAndBusinessesNet";
  const noted = [{ taxonomy: "extension", tag: gains.slice(10), value: 88 }];
  const made = source({ operating_income: -148, nonoperating_income: -17 }, {}, noted);
  expect(charges(made)).toEqual([]);
  const quarter = makeSource({ quarters: { "2023Q3": { operating_income: 76 * million } } });
  const { periods, facts } = withRows(quarter, "Q3", { remaining_pretax_income: { [gains]: 8 } });
  const own = periods.filter(({ fiscalPeriod }) => fiscalPeriod === "Q3");
  const moved = own.map((one) => ({
    ...one,
    lines: { remaining_pretax_income: { value: "8000000", lineage: made.facts.length } },
  }));
  const all = [...made.facts, ...facts.slice(-1)];
  const both = { ...made, facts: all, periods: [...moved, ...made.periods] };
  expect(charges(both)).toEqual(["below: result of disposals -88"]);
});

test("a printed row of impaired leases stands for what notes say of all: Upexi's 0.290 of 2024", () => {
  const rows = { remaining_operating_expenses: { "upxi:LeaseImpairmentOfBusiness": 0.29 } };
  const noted = [{ tag: "OperatingLeaseImpairmentLoss", value: 3.159 }];
  expect(charges(source({}, rows, noted))).toEqual(["impairment of long-lived assets 0.29"]);
  expect(charges(source({}, {}, noted))).toEqual(["impairment of leases 3.159"]);
});

test("a row with the amount that intangible assets are amortized by is none: Texas Instruments' 318 of 2017", () => {
  const element = "us-gaap:BusinessCombinationAcquisitionRelatedCosts";
  const rows = { remaining_operating_income: { [element]: -318 } };
  const amortized = [{ tag: "AmortizationOfIntangibleAssets", value: 318 }];
  expect(charges(source({}, rows, amortized))).toEqual([]);
  expect(charges(source({}, rows))).toEqual(["costs of acquisitions 318"]);
});

test("a business sold under an element of the filer's own is told by cash flows: Bradesco's gain of 3,142 of 2009", () => {
  const cash = (element: string) => ({
    remaining_operating_cash_flow: { [`extension:${element}`]: -3_142, x: 1 },
  });
  const sold = cash("GainsOnSaleOfUnconsolidatedCompanies");
  expect(charges(source({}, sold))).toEqual(["result of disposals -3142"]);
  // Other results below operating income that have room for it hold it.
  const lines = { operating_income: 933, pretax_income: 4_188, interest_expense: 0 };
  expect(charges(source(lines, sold))).toEqual(["below: result of disposals -3142"]);
  // Assets are sold in the course of business.
  expect(charges(source({}, cash("GainOnSaleOfAssets")))).toEqual([]);
});

test("a cash flow statement tells the sign of a gain: Symantec's 47 of 2010, filed as -47", () => {
  const lines = {
    ...{ operating_income: 933, pretax_income: 865 },
    ...{ interest_expense: 129, interest_income: 6 },
  };
  const element = "us-gaap:DisposalGroupNotDiscontinuedOperationGainLossOnDisposal";
  const rows = (amount: number) => ({ remaining_operating_cash_flow: { [element]: amount, x: 1 } });
  expect(charges(source(lines, rows(-47)))).toEqual(["below: result of disposals -47"]);
  expect(charges(source(lines, rows(47)))).toEqual(["result of disposals 47"]);
});

describe("a row that only its label tells", () => {
  const labelled = (made: ModelSource, element: string, label: string): ModelSource => {
    const accessions = new Set(made.facts.map(({ accession }) => accession));
    const labels = [...accessions].map((accession) => [accession, { [element]: label }]);
    return { ...made, rowLabels: Object.fromEntries(labels) };
  };

  test("is a charge: LG Display's antitrust of 325,784 of 2009 under the element of legal fees", () => {
    const rows = { remaining_operating_expenses: { "us-gaap:LegalFees": 325_784 } };
    const made = source({}, rows);
    expect(charges(made)).toEqual([]);
    expect(charges(labelled(made, "us-gaap:LegalFees", "Antitrust (note 19)"))).toEqual([
      "legal matters 325784",
    ]);
  });

  test("is none where it is an impairment of securities: Bradesco's 904 of 2009 under goodwill, Itaú's 56 under other assets", () => {
    for (const [tag, value, label] of [
      ["GoodwillImpairmentLoss", 904, "Total other-than-temporary impairment losses"],
      ["OtherAssetImpairmentCharges", 56, "Impairment on available-for-sale securities"],
    ] as const) {
      const made = source({}, {}, [{ tag, value }]);
      expect(charges(made)).toHaveLength(1);
      expect(charges(labelled(made, `us-gaap:${tag}`, label))).toEqual([]);
    }
  });

  test("is one of a year whose statement is silent on such rows: Genzyme's 65.6 of 2009 and 62.5 of a quarter", () => {
    const element = "us-gaap:AccretionExpense";
    const year = source({}, { remaining_pretax_income: { "us-gaap:Other": 422.3 } }, [
      { tag: "AccretionExpense", value: 65.584 },
    ]);
    const quarters = makeSource({ years: {}, quarters: { "2024Q1": { revenue: 1 } } });
    const both = { ...year, periods: [...quarters.periods, ...year.periods] };
    const made = withRows(both, "Q1", { remaining_costs_and_expenses: { [element]: 62.549 } });
    const told = labelled(made, element, "Contingent consideration expense");
    const label = "revaluation of contingent consideration";
    expect(charges(told)).toEqual([`${label} 65.584`]);
    const quarter = { start: "2024-01-01", end: "2024-03-31", currency: "USD" };
    expect(charges(told, quarter)).toEqual([`${label} 62.549`]);
    expect(charges(made)).toEqual([]);
  });
});

test("what is owed for a business is one by its other names: LightPath's 1.560 of 2025", () => {
  const rows = (element: string) => ({ remaining_operating_expenses: { [element]: 1.560445 } });
  const label = "revaluation of contingent consideration";
  const names = ["ChangeInFairValueOfAcquisitionLiabilities", "ChangeInFairValueOfEarnout"];
  for (const name of names) {
    expect(charges(source({}, rows(`lpth:${name}`)))).toEqual([`${label} 1.56`]);
  }
  expect(charges(source({}, rows("lpth:AcquisitionLiabilities")))).toEqual([]);
});

describe("results of disposals below a printed operating income", () => {
  test("have no room where interest alone is printed: Lowe's loss of 421, to 2023-02-03", () => {
    const lines = { operating_income: 10_159, pretax_income: 9_036, interest_expense: 19 };
    const row = { remaining_pretax_income: { "us-gaap:InterestRevenueExpenseNet": -1_123 } };
    const loss = { tag: "GainLossOnSaleOfBusiness", value: -421 };
    expect(charges(source(lines, row, [loss]))).toEqual(["result of disposals 421"]);
    expect(charges(source(lines, {}, [loss]))).toEqual(["below: result of disposals 421"]);
  });

  const mcDonalds = (before: number) => {
    const element = "us-gaap:NonoperatingIncomeExpense";
    const lines = { operating_income: 11_646.7, pretax_income: 10_522, interest_expense: 1_361 };
    const made = source(lines, { remaining_pretax_income: { [element]: 236.3 } }, [
      { tag: "GainLossOnSaleOfBusiness", value: 103.2 },
      ...[{ tag: "GainLossOnSaleOfBusiness", value: before, ...inYear("2022") }],
    ]);
    return withRows(made, "FY", { remaining_pretax_income: { [element]: -338.6 } }, "2022");
  };
  const inYear = (of: string) => ({ start: `${of}-01-01`, end: `${of}-12-31` });

  test("have one place: McDonald's gain of 103.2 in 2023 is as its loss of 732.7, which 338.6 cannot hold", () => {
    expect(charges(mcDonalds(-732.7))).toEqual(["result of disposals -103.2"]);
    expect(charges(mcDonalds(-300))).toEqual(["below: result of disposals -103.2"]);
  });

  test("are within one figure of restructuring and impairment: McDonald's loss of 2022, of 1,009.8", () => {
    const whole = { tag: "RestructuringCostsAndAssetImpairmentCharges", ...inYear("2022") };
    const year = { ...inYear("2022"), currency: "USD" };
    const with2022 = (value: number) => withFiled(mcDonalds(-732.7), [{ ...whole, value }]);
    expect(charges(with2022(1_009.8 * million), year)).toEqual([
      "restructuring and impairment 1009.8",
    ]);
    expect(charges(with2022(500 * million), year)).toContain("result of disposals 732.7");
  });
});

describe("rows of a statement", () => {
  const tag = "RestructuringCostsAndAssetImpairmentCharges";

  /** The lines, of which restructuring charges are read from the element of both. */
  const withRow = (amount: number, noted: readonly FiledFact[]) => {
    const lines = { operating_income: 10_356, pretax_income: 9_127.9, interest_expense: 1_185.8 };
    const filed = [{ tag, value: amount }, ...noted];
    const made = source({ ...lines, restructuring_charges: amount }, {}, filed);
    const row = made.facts.findIndex((one) => one.tag === tag);
    const periods = made.periods.map(({ lines, ...one }) => {
      const line = { value: String(amount * million), lineage: row };
      return { ...one, lines: { ...lines, restructuring_charges: line } };
    });
    return { ...made, periods };
  };

  test("of restructuring and impairment may be a gain: McDonald's −285.4 of 2021, beside 97.8 on restaurants", () => {
    const sold = (value: number) => ({ tag: "GainLossOnSaleOfBusiness", value });
    expect(charges(withRow(-285.4, [sold(97.8)]))).toEqual([
      "restructuring and impairment -285.4",
      "result of disposals -97.8",
    ]);
    // Gains of 2017 hold those of the row.
    expect(charges(withRow(-702.8, [sold(1_155.8)]))).toEqual(["result of disposals -1155.8"]);
    const noted = source({}, {}, [{ tag, value: -285.4 }]);
    expect(charges(noted)).toEqual([]);
  });

  test("of cash flows are beside each other: GameStop's impairments of 34.0 and 2.7 of 2022", () => {
    const other = "OtherAssetImpairmentCharges";
    const row = { "us-gaap:AssetImpairmentCharges": 2.7, [`us-gaap:${other}`]: 34 };
    expect(charges(source({}, { remaining_operating_cash_flow: row }))).toEqual([
      "other impairment 36.7",
    ]);
    const noted = source({}, {}, [
      { tag: "AssetImpairmentCharges", value: 2.7 },
      { tag: other, value: 34 },
    ]);
    expect(charges(noted)).toEqual(["other impairment 2.7"]);
  });

  test("of cash flows may say what they leave out: Uber's impairments of 86 of 2023", () => {
    const row = { "uber:AssetImpairmentChargesExcludingEquityMethodInvestments": 86 };
    expect(charges(source({}, { remaining_operating_cash_flow: row }))).toEqual([
      "other impairment 86",
    ]);
  });
});

describe("gains and losses on digital assets", () => {
  const gains =
    "mara:RealizedAndUnrealizedGainsLossesOnDigitalAssetsLoanReceivableAndDigitalAssets";
  const marathon = (gain: number) =>
    source({}, { remaining_operating_expenses: { [gains]: -gain } }, [
      { tag: "CryptoAssetUnrealizedGainLossOperatingAndNonoperating", value: gain },
    ]);

  test("are no earnings, as impairments of these are none: Marathon's 331.484 of 2023, its loss of 14.46 of 2022", () => {
    expect(charges(marathon(331.484))).toEqual(["result of digital assets -331.484"]);
    expect(charges(marathon(-14.46))).toEqual(["result of digital assets 14.46"]);
  });

  test("are not told again as gains that earnings hold", () => {
    const told = gainsWarning(extractFacts(marathon(3_000)));
    expect(told).toEqual([]);
    const unprinted = source({}, {}, [
      { tag: "CryptoAssetUnrealizedGainLossOperatingAndNonoperating", value: 3_000 },
    ]);
    expect(gainsWarning(extractFacts(unprinted)).map(({ code }) => code)).toEqual([
      "digital_asset_gains",
    ]);
  });
});

test.each<[string, string, string | null]>([
  ["LegalFees", "Antitrust (note 19)", "Antitrust (note 19)"],
  ["BusinessCombinationAdvancedConsiderationWrittenOff", "Acquisition termination cost", "told"],
  ["LegalFees", "Legal fees", null],
  // The name is a charge itself, or says that the row is the course of business.
  ["LitigationChargeCreditNet", "Litigation charge", null],
  ["MarketableSecuritiesRealizedGainLoss", "Gain on sale of CareFusion common stock", null],
  ["GainLossOnDispositionOfOtherAssets", "Gain on disposal of DVDs", null],
  ["GainLossOnDispositionOfOtherAssets", "Loss on other assets", "Loss on other assets"],
])("a row under %s printed as %s is told by its label: %s", (element, label, told) => {
  expect(chargeLabel(element, label)).toBe(told === "told" ? label : told);
});

describe("charges of one place, whatever prints them", () => {
  const debt = "us-gaap:GainsLossesOnExtinguishmentOfDebt";
  const cash = (element: string, value: number): Rows => ({
    remaining_operating_cash_flow: { [element]: value, "us-gaap:OtherNoncashIncomeExpense": 1 },
  });

  test("retired debt of cash flows is below operating income: Medtronic's 53 of 2023, Colgate's 75 of 2021", () => {
    expect(charges(source({}, cash(debt, 53)))).toEqual(["below: retired debt 53"]);
    expect(charges(source({}, cash(debt, 75)))).toEqual(["below: retired debt 75"]);
    // What was paid of it is no charge.
    expect(charges(source({}, cash("us-gaap:PaymentsOfDebtExtinguishmentCosts", 53)))).toEqual([]);
  });

  test("a row of income goes before: NGL's 55.281 of 2024 beside 57.961 of cash flows", () => {
    const own = "ngl:GainLossonEarlyExtinguishmentofDebtorRevaluationofLiabilities";
    const rows = { remaining_pretax_income: { [debt]: -55.281 }, ...cash(own, 57.961) };
    expect(charges(source({}, rows))).toEqual(["below: retired debt 55.281"]);
    const within = { remaining_costs_and_expenses: { "ventas:LossOnExtinguishmentOfDebt": 6.1 } };
    const note = { tag: "GainsLossesOnExtinguishmentOfDebt", value: -6.2 };
    expect(charges(source({}, within, [note]))).toEqual(["retired debt 6.1"]);
  });

  test("notes state it, too: Bristol-Myers Squibb's 266 of 2022, OfficeMax's gain of 670.766 of 2012", () => {
    const note = (tag: string, value: number) => charges(source({}, {}, [{ tag, value }]));
    expect(note("GainsLossesOnExtinguishmentOfDebt", -266)).toEqual(["below: retired debt 266"]);
    const officeMax = { operating_income: 24.278, pretax_income: 669.54, interest_expense: 69.765 };
    const gain = { tag: "GainLossOnNonRecourseDebt", value: 670.766 };
    expect(charges(source(officeMax, {}, [gain]))).toEqual(["below: retired debt -670.766"]);
    // Results below have a loss of 122: the gain of 105 is a loss with its sign turned.
    const tesla = { operating_income: 1_994, pretax_income: 1_154, interest_expense: 748 };
    const turned = { tag: "GainsLossesOnExtinguishmentOfDebt", value: 105 };
    expect(charges(source({ ...tesla, interest_income: 30 }, {}, [turned]))).toEqual([]);
    // Walmart's other losses of fiscal 2019, which another report states as no retired debt.
    const walmart = [-8_368, 0].map((value) => ({ ...turned, value, filed: "2024-01-15" }));
    expect(charges(source({}, {}, walmart.reverse()))).toEqual([]);
    // One amount under two elements is one charge: MiMedx 2020.
    const both = ["GainLossOnSaleOfBusiness", "GainsLossesOnExtinguishmentOfDebt"];
    const twice = both.map((tag) => ({ tag, value: -8.201 }));
    expect(charges(source({}, {}, twice))).toEqual(["below: retired debt 8.201"]);
  });

  test("settled pensions are below operating income since 2018: Smucker's 35.5 of 2021", () => {
    const element = "us-gaap:DefinedBenefitPlanRecognizedNetGainLossDueToSettlements1";
    expect(charges(source({}, cash(element, 35.5)))).toEqual([
      "below: settlement of pensions 35.5",
    ]);
    expect(printedCharge("PensionSettlementCharge")?.belowSince).toBe("2018-12-31");
    for (const name of ["PensionSettlementPaid", "NonServiceComponentsAndPensionSettlementCosts"])
      expect(printedCharge(name)).toBeNull();
  });
});

test("a label that names more kinds than the element tells what the row holds: NGL 2024, 69.193 of 115.936", () => {
  const element = "GainLossOnDispositionOfAssets1";
  const label = "Loss on disposal or impairment of assets, net";
  expect(chargeLabel(element, label)).toBe(label);
  expect(chargeLabel(element, "Loss on disposal of assets")).toBeNull();
  const rows = { remaining_operating_income: { [`us-gaap:${element}`]: -115.936 } };
  const made = source({}, rows, [{ tag: "GoodwillImpairmentLoss", value: 69.193 }]);
  const [fact] = made.facts.filter(({ tag }) => tag === element);
  const rowLabels = { [fact?.accession ?? ""]: { [`us-gaap:${element}`]: label } };
  expect(charges({ ...made, rowLabels })).toEqual([
    "goodwill impairment 69.193",
    "other impairment and result of disposals 46.743",
  ]);
});

test("reorganization items are a row of their own, so a list of facts tells them: Hertz's 677 of 2021", () => {
  const filed = (lines: Amounts, value: number) =>
    charges(source(lines, {}, [{ tag: "ReorganizationItems", value }]));
  const hertz = { revenue: 7_336, operating_income: 1_758, interest_expense: 469 };
  expect(filed({ ...hertz, pretax_income: 683 + 627 }, 677)).toEqual([
    "reorganization under chapter 11 677",
  ]);
  // Results below operating income that have room for them hold them.
  expect(
    filed({ operating_income: 200, interest_expense: 40, pretax_income: 126.274 }, 33.726),
  ).toEqual(["below: reorganization under chapter 11 33.726"]);
});

describe("changes in the value of own warrants", () => {
  const element = "FairValueAdjustmentOfWarrants";
  const owed = { tag: "WarrantsAndRightsOutstanding", value: 453 };
  const hertz = { revenue: 9_371, operating_income: 928, pretax_income: 286 };

  test("are none of earnings, and no tax: Hertz's gain of 163 of 2023, its loss of 627 of 2021", () => {
    const filed = (value: number) => source(hertz, {}, [{ tag: element, value }, owed]);
    expect(charges(filed(-163))).toEqual(["below: revaluation of own warrants -163"]);
    expect(charges(filed(627))).toEqual(["below: revaluation of own warrants 627"]);
    expect(chargesOf(filed(627), year).charges.map(({ isTaxed }) => isTaxed)).toEqual([false]);
    // Those that it has of others are none: Amazon's loss of 192 of 2024.
    expect(charges(source(hertz, {}, [{ tag: element, value: 192 }]))).toEqual([]);
  });

  test("stand where a row prints them, also under an element of the filer's own", () => {
    const among = { remaining_operating_expenses: { [`us-gaap:${element}`]: -163 } };
    expect(charges(source(hertz, among, [owed]))).toEqual(["revaluation of own warrants -163"]);
    const below = { remaining_pretax_income: { "own:ChangeInFairValueOfWarrantLiabilities": 163 } };
    expect(charges(source(hertz, below, [{ tag: element, value: -163 }, owed]))).toEqual([
      "below: revaluation of own warrants -163",
    ]);
  });
});

describe("a printed row of other operating results goes before results below", () => {
  const tag =
    "BusinessCombinationContingentConsiderationArrangementsChangeInAmountOfContingentConsiderationLiability1";
  const element = "us-gaap:OtherOperatingIncomeExpenseNet";

  test("has a gain on contingent consideration: Medtronic's 24 of 2023", () => {
    const medtronic = { operating_income: 5_485, pretax_income: 5_364, interest_expense: 636 };
    const gain = [{ tag, value: -24 }];
    const rows = { remaining_operating_income: { [element]: 131 } };
    expect(charges(source(medtronic, rows, gain))).toEqual([
      "revaluation of contingent consideration -24",
    ]);
    expect(charges(source(medtronic, {}, gain))).toEqual([
      "below: revaluation of contingent consideration -24",
    ]);
  });

  test("tells the sign of one that it is: EZCORP's gain of 5.097 of 2023, filed as 5.1", () => {
    const ezcorp = { operating_income: 92.15, pretax_income: 51.633, interest_expense: 16.456 };
    const rows = { remaining_operating_expenses: { [element]: -5.097 } };
    expect(charges(source(ezcorp, rows, [{ tag, value: 5.1 }]))).toEqual([
      "revaluation of contingent consideration -5.1",
    ]);
  });
});

test.each([
  ["GoodwillImpairmentLoss", "Total other-than-temporary impairment losses", true],
  ["OtherAssetImpairmentCharges", "Marketable securities and other investments", true],
  ["AssetImpairmentCharges", "Provision for loss on investments, property and other assets", true],
  ["AssetImpairmentCharges", "Investment/asset impairment charges, net", false],
  ["ImpairmentOfRealEstate", "Impairment of real estate investment property", false],
  // It names other impairments before those of securities.
  ["AssetImpairmentCharges", "Impairment charges and other-than-temporary impairment", false],
  ["OtherThanTemporaryImpairmentLossesInvestments", "Impairment of securities", false],
  ["GainLossOnInvestments", "Loss of securities", false],
])("%s printed as %s is an impairment of securities by its label: %s", (element, label, told) => {
  expect(securitiesLabel(element, label)).toBe(told ? label : null);
});

test.each<[string, string[] | null]>([
  ["ChangeInFairValueOfAcquisitionRelatedContingentConsideration", ["contingent"]],
  ["GoodwillAndIntangibleAssetImpairmentLoss", ["goodwill", "intangibles"]],
  ["ImpairmentOfIntangibleAssetsExcludingGoodwill", ["intangibles"]],
  ["AssetImpairmentChargesExcludingEquityMethodInvestments", ["impairment"]],
  ["SellingGeneralAndAdministrativeExcludingImpairmentLosses", null],
  ["OperatingCostsAndExpensesExcludingRestructuringAndInterestExpense", null],
  ["GoodwillAndOtherAssetsImpairmentLoss", ["goodwill", "assets"]],
  ["ImpairmentOfOilAndGasProperties", ["assets"]],
  ["GainOnTransferOfSubstitutionalPortionOfTheEmployeePensionFund", ["settlement"]],
  ["GainLossOnSaleDisposalOrImpairmentOfAssetsNet", ["impairment", "disposal"]],
  ["SeveranceAndExitCosts", ["restructuring"]],
  ["PurchasedInProcessResearchAndDevelopment", ["process_research"]],
  ["AsbestosSettlementCreditCharge", ["legal"]],
  ["BusinessCombinationAcquisitionRelatedCosts", ["acquisition"]],
  ["GainsLossesOnExtinguishmentOfDebt", ["debt"]],
  ["OtherNonrecurringIncomeExpense", ["special"]],
  ["LegalReserve", ["legal"]],
  ["OtherDebtCosts", ["debt"]],
  ["CasualtyRelatedChargesRecoveriesNet", ["casualty"]],
  // A plant whose costs rates do not pay (Southern 2016: 428).
  ["EstimatedLossOnIntegratedCoalGasificationCombinedCycleProject", ["construction"]],
  ["EstimatedLossOnContracts", null],
  // Printed income of 0.840 that cash flows have as 0.835 (Galaxy Gaming 2020).
  ["PaycheckProtectionProgramLoanForgiveness", ["forgiven"]],
  ["ChangeInFairValueOfCryptocurrencies", ["digital"]],
  ["ImpairmentOfDigitalAssets", ["impairment"]],
  ["ChangeInFairValueOfWarrantDerivativeLiability", ["warrants"]],
  // A warrant that SunEdison has in another company, and what sold goods cost.
  ["(Increase) decline in fair value of warrant", null],
  ["LossOnWarrantyLiability", null],
  // The course of business: wells, customers, securities, films sold to customers (Netflix).
  ["ExplorationAbandonmentAndImpairmentExpense", null],
  ["DepreciationDepletionAndImpairment", null],
  ["SubscriberAcquisitionCosts", null],
  ["ImpairmentOfInvestments", null],
  ["GainLossOnDispositionOfOtherAssets", null],
  // A cost of credit, as allowances for loans are (Midland States 2022: 4.277).
  ["WriteDownOfOtherRealEstateOwned", null],
  ["GainOnSaleOfDevelopmentProperties", null],
  ["CostOfSystemIntegration", null],
  ["PropertyAndCasualtyLosses", null],
])("%s is a charge of the kinds %j", (element, kinds) => {
  const charge = printedCharge(element);
  expect(charge === null ? null : [...charge.kinds]).toEqual(kinds);
});
