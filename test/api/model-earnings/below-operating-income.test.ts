import { expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import type { SourceLine } from "#registry/models/inputs/source.ts";
import { type FiledFact, withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, withLines } from "../../helpers/companies/model-company.ts";

const million = 1_000_000;
const operating = (lines: Record<string, number | null>, filed: readonly FiledFact[]) => {
  const inFull = Object.entries(lines).map(([key, value]) => [key, value && value * million]);
  const source = withFiled(
    makeSource({ years: withLines(Object.fromEntries(inFull)) }),
    filed.map((one) => ({ ...one, value: one.value * million })),
  );
  return (extractFacts(source).year.operating_income?.value ?? 0) / million;
};

const disney = {
  ...{ operating_income: null, revenue: 88_898, pretax_income: 4_769 },
  ...{ interest_expense: 1_973, equity_method_income: 782 },
};
const printed = [
  { tag: "CostsAndExpenses", value: 79_906 },
  { tag: "InterestIncomeExpenseNonoperatingNet", value: -1_209 },
  { tag: "RestructuringSettlementAndImpairmentProvisions", value: 3_892 },
  { tag: "OtherNonoperatingIncomeExpense", value: -73 },
];

test("operating income of Disney 2023 is without the other income of its statement, not of a note", () => {
  const row = { tag: "NonoperatingIncomeExpense", value: 96 };
  expect(operating(disney, [...printed, row])).toBe(88_898 - 79_906 - 3_892);
  // A figure that does not lead to income before tax is another one.
  expect(operating(disney, [...printed, { ...row, value: 95 }])).toBe(4_769 + 1_209 + 73 - 782);
});

test("operating income of Alcoa is before all that its row below it holds, its associates among it", () => {
  const rows = {
    revenue: 13_403,
    cost_of_revenue: 10_053,
    selling_general_and_administrative: 248,
  };
  const costs = { research_and_development: 31, restructuring_charges: 527 };
  const year2018 = {
    ...{ operating_income: null, pretax_income: 1_625, interest_expense: 122 },
    ...{ ...rows, ...costs, depreciation_and_amortization: 733, equity_method_income: 51 },
  };
  const filed = [
    { tag: "OtherNonoperatingIncomeExpense", value: 10 },
    { tag: "NonoperatingIncomeExpense", value: -64 },
  ];
  expect(operating(year2018, filed)).toBe(13_403 - 10_053 - 248 - 31 - 733 - 527);
  // Costs that do not lead to income before tax prove nothing.
  expect(operating({ ...year2018, research_and_development: 30 }, filed)).toBe(
    1_625 + 122 - 10 - 51,
  );
});

test("a change in the value of own warrants is below operating income without another result there", () => {
  // Hertz 2023 with its gain of 163 on warrants, and no other result.
  const hertz = { operating_income: null, pretax_income: 286, interest_expense: 793 };
  const warrants = { tag: "FairValueAdjustmentOfWarrants", value: -163 };
  expect(operating(hertz, [warrants])).toBe(286 + 793 - 163);
  // A row of non-operating gains may hold it.
  const gains = { tag: "NonoperatingGainsLosses", value: 163 };
  expect(operating(hertz, [warrants, gains])).toBe(286 + 793 - 163);
});

test("no loss of a disposal stands below operating income where interest and associates are all between", () => {
  // Johnson Controls 2024: interest of 342 and a loss of associates of 42; selling costs hold the disposal's 42.
  const lines = {
    ...{ revenue: 22_952, gross_profit: 8_077, selling_general_and_administrative: 5_661 },
    ...{ operating_income: 1_906, interest_expense: 342, equity_method_income: -42 },
  };
  const charges = (pretax: number) => {
    const inFull = Object.entries({ ...lines, pretax_income: pretax });
    const source = makeSource({
      years: withLines(Object.fromEntries(inFull.map(([key, value]) => [key, value * million]))),
    });
    const filed = [
      { tag: "RestructuringCharges", value: 510 * million },
      { tag: "GainLossOnSaleOfBusiness", value: -42 * million },
    ];
    return extractFacts(withFiled(source, filed)).charges.total / million;
  };
  expect(charges(1_522)).toBe(552);
  expect(charges(1_480)).toBe(510);
});

test("revenue less costs is operating income only with the gain, so the gain is part of it: Northrop Grumman 2025", () => {
  // Sales of 41,954 less 37,674 with a gain of 231; pension benefits of 541 and 527 and other income of 154 below.
  const lines = {
    ...{ revenue: 41_954, operating_income: 4_511, interest_expense: 665, pretax_income: 5_068 },
    gross_profit: null,
  };
  const total = (costs: number) => {
    const inFull = Object.entries(lines).map(([key, value]) => [key, value && value * million]);
    const source = makeSource({ years: withLines(Object.fromEntries(inFull)) });
    const filed = [
      { tag: "OperatingExpenses", value: costs * million },
      { tag: "GainLossOnSaleOfBusiness", value: 231 * million },
    ];
    return extractFacts(withFiled(source, filed)).charges.total / million;
  };
  expect(total(37_674)).toBe(-231);
  expect(total(37_443)).toBe(0);
});

test("operating income is without income of associates that stands between its costs: Walgreens 2024", () => {
  // Gross profit of 26,524 less 28,113 and goodwill of 12,701, with 213 of Cencora; printed in rounded rows.
  const walgreens = {
    ...{ gross_profit: 26_524, selling_general_and_administrative: 28_113 },
    ...{ goodwill_impairment: 12_701, equity_method_income: 213, operating_income: -14_076 },
    remaining_operating_income: 0,
  };
  expect(operating(walgreens, [])).toBe(-14_289);
  // Another row is in it, or its costs are all.
  expect(operating({ ...walgreens, remaining_operating_income: 213 }, [])).toBe(-14_076);
  expect(operating({ ...walgreens, remaining_operating_income: null }, [])).toBe(-14_076);
  expect(operating({ ...walgreens, operating_income: -14_290 }, [])).toBe(-14_290);
});

test("so it is without a row of income of investments under an own element: Boeing's 46 of 2023", () => {
  const lines = { gross_profit: 7_724 * million, operating_income: -773 * million };
  const of = (tag: string, label: string, taxonomy = "ba") => {
    const row = { taxonomy, tag, value: 46 * million };
    const made = withFiled(makeSource({ years: withLines(lines) }), [row]);
    const index = made.facts.findIndex((fact) => fact.tag === tag);
    const remaining_operating_income: SourceLine = {
      value: "46000000",
      lineage: ["sum_of_tags", [1, tag, "46000000", index]],
    };
    const periods = made.periods.map((period) => ({
      ...period,
      lines: { ...period.lines, remaining_operating_income },
    }));
    const accession = made.facts[index]?.accession ?? "";
    const rowLabels = { [accession]: { [`${taxonomy}:${tag}`]: label } };
    const { year } = extractFacts({ ...made, periods, rowLabels });
    return (year.operating_income?.value ?? 0) / million;
  };
  expect(of("IncomeLossfromInvestments", "")).toBe(-819);
  expect(of("Row", "Income/(loss) from operating investments, net")).toBe(-819);
  expect(of("Row", "Equity in earnings of joint ventures")).toBe(-819);
  expect(of("GainLossOnSaleOfJointVentureInterest", "Gain on sale of joint venture")).toBe(-773);
});

test("a figure that no filing states is without benefits that are not of service: General Electric's income of 1,585 of 2023", () => {
  const lines = { revenue: 67_954, interest_expense: 1_118, pretax_income: 10_191 };
  const inFull = Object.entries(lines).map(([key, value]) => [key, value * million]);
  const operatingIncome = (row: string, stated?: SourceLine) => {
    const [taxonomy = "", tag = ""] = row.split(":");
    const value = String(-1_585 * million);
    const made = withFiled(
      makeSource({ years: withLines({ ...Object.fromEntries(inFull), operating_income: null }) }),
      [
        { tag: "CostsAndExpenses", value: 64_891 * million },
        { tag: "OtherNonoperatingIncomeExpense", value: 7_129 * million },
        { taxonomy, tag, value: -1_585 * million },
      ],
    );
    const index = made.facts.findIndex((fact) => fact.tag === tag);
    const remaining_operating_income: SourceLine = {
      value: String(1_585 * million),
      lineage: ["sum_of_tags", [-1, tag, value, index]],
    };
    const own = { remaining_operating_income, ...(stated && { operating_income: stated }) };
    const periods = made.periods.map((one) => ({ ...one, lines: { ...one.lines, ...own } }));
    return (extractFacts({ ...made, periods }).year.operating_income?.value ?? 0) / million;
  };
  const sum: SourceLine = { value: String(4_181 * million), lineage: ["sum_of_tags"] };
  expect(operatingIncome("ge:BenefitCostIncomeNonoperating")).toBe(2_596);
  expect(operatingIncome("ge:BenefitCostIncomeNonoperating", sum)).toBe(2_596);
  const published =
    "us-gaap:NetPeriodicDefinedBenefitsExpenseReversalOfExpenseExcludingServiceCostComponent";
  expect(operatingIncome(published, sum)).toBe(2_596);
  expect(operatingIncome("us-gaap:PolicyholderBenefitsAndClaimsIncurredNet", sum)).toBe(4_181);
  // A filer that states operating income says what is in it.
  expect(operatingIncome(published, { ...sum, lineage: 0 })).toBe(4_181);
});

/** The charges in millions with their place. */
const charged = (lines: Record<string, number>, filed: readonly FiledFact[]) => {
  const inFull = Object.entries(lines).map(([key, value]) => [key, value * million]);
  const source = withFiled(
    makeSource({ years: withLines(Object.fromEntries(inFull)) }),
    filed.map((one) => ({ ...one, value: one.value * million })),
  );
  return extractFacts(source).charges.charges.map(
    ({ label, value, isOperating }) => `${isOperating ? "" : "below: "}${label} ${value / million}`,
  );
};

test("a gain on a business that control was lost of counts: National CineMedia's 557.7 of 2023", () => {
  const lines = { operating_income: -27.3, pretax_income: 696.7, interest_expense: 27.9 };
  const filed = [
    { tag: "DeconsolidationGainOrLossAmount", value: 557.7 },
    { tag: "BusinessCombinationBargainPurchaseGainRecognizedAmount", value: 167.8 },
  ];
  expect(charged(lines, filed)).toEqual([
    "below: result of disposals -557.7",
    "below: gain on acquisitions -167.8",
  ]);
});

test("operating income tells sign and place of a disposal beside the costs: NextEra's gains of 14 and 80", () => {
  const tag = "DisposalGroupNotDiscontinuedOperationGainLossOnDisposal";
  // Three months to 2021-03-31: 3,726 less 3,071, and 14 that is filed as a loss, are 669.
  const quarter = { revenue: 3_726, operating_income: 669, pretax_income: 1_900 };
  const costs = { tag: "OperatingExpenses", value: 3_071 };
  expect(charged(quarter, [costs, { tag, value: -14 }])).toEqual(["result of disposals -14"]);
  // 2018: the sum of costs is after the gain, as filed first; that of another year is before it.
  const year = { revenue: 16_727, operating_income: 4_280, pretax_income: 7_352 };
  const filed = [
    { ...costs, value: 12_447 },
    { tag, value: 80 },
  ];
  const another = { start: "2022-01-01", end: "2022-12-31" };
  const before = [
    { ...costs, ...another, value: 12_527 },
    { tag, ...another, value: 80 },
  ];
  expect(charged(year, filed)).toEqual(["below: result of disposals -80"]);
  expect(charged(year, [...filed, ...before])).toEqual(["result of disposals -80"]);
});

test("all costs whose printed rows are without interest lead to operating income: Loop's -38,152 thousand of fiscal 2023", () => {
  const loop = (row: string, more: Record<string, number | null> = {}) => {
    const lines = {
      ...{ revenue: 173, gross_profit: null, cost_of_revenue: null, operating_income: null },
      ...{ operating_expenses: 38_325, remaining_operating_expenses: 550, interest_expense: 189 },
      ...{ interest_income: -41, pretax_income: -21_301, ...more },
    };
    const source = makeSource({ years: withLines(lines) });
    const facts = source.facts.map((fact) =>
      fact.tag === "Tag_remaining_operating_expenses" ? { ...fact, tag: row } : fact,
    );
    return extractFacts({ ...source, facts }).year.operating_income?.value;
  };
  expect(loop("DepreciationAndAmortization")).toBe(-38_152);
  // NioCorp has no revenue.
  expect(loop("OtherGeneralExpense", { revenue: null })).toBe(-38_325);
  expect(loop("InterestAndDebtExpense")).not.toBe(-38_152);
  expect(loop("DepreciationAndAmortization", { cost_of_revenue: 100 })).not.toBe(-38_152);
});

/** Operating income of 2023 in thousands; a year states gross profit, selling costs, income before tax, interest and other lines. */
const ofYears = (
  years: Record<number, [gross: number, selling: number, beforeTax: number, interest: number]>,
  more: Record<number, Record<string, number>>,
  filed: readonly FiledFact[],
) => {
  const source = makeSource({
    years: Object.fromEntries(
      Object.entries(years).map(([year, [gross_profit, selling, pretax_income, interest]]) => [
        year,
        {
          ...{ revenue: 5_000_000, gross_profit, selling_general_and_administrative: selling },
          ...{ pretax_income, interest_expense: interest, operating_income: null },
          ...more[Number(year)],
        },
      ]),
    ),
  });
  return extractFacts(withFiled(source, filed)).year.operating_income?.value;
};
const inYear = (tag: string, value: number, year: number, taxonomy = "us-gaap") => ({
  ...{ tag, value, taxonomy, start: `${year}-01-01`, end: `${year}-12-31` },
});

test("lines of costs that give operating income in three years give it beside a settled pension, too: AAR", () => {
  const aar = (impaired: number, gross2022 = 370_100) =>
    ofYears(
      {
        2020: [275_900, 182_400, 59_800, 5_000],
        2021: [313_200, 202_200, 105_700, 2_400],
        2022: [gross2022, 230_400, 124_200, 12_200],
        2023: [101_300, 74_700, -107_000, 5_800],
      },
      { 2023: { asset_impairment: impaired } },
      [
        ...[8_500, 1_200, 2_600, 400].map((value, at) =>
          inYear("ProvisionForDoubtfulAccounts", value, 2020 + at),
        ),
        ...[-20_200, -1_700, -700, -700].map((value, at) =>
          inYear("GainLossOnSaleOfBusiness", value, 2020 + at),
        ),
      ],
    );
  expect(aar(0)).toBe(101_300 - 74_700 - 400 - 700);
  // What impairments may be is theirs, and two years prove nothing.
  expect(aar(70_000)).toBe(-107_000 + 5_800);
  expect(aar(0, 370_200)).toBe(-107_000 + 5_800);
});

const explored = "ExpenseArisingFromExplorationForAndEvaluationOfMineralResources";
const agnico: Parameters<typeof ofYears>[0] = {
  2020: [1_713_961, 116_288, 767_565, 95_134],
  2021: [2_096_504, 142_003, 932_723, 92_042],
  2022: [3_097_841, 220_861, 1_115_423, 82_935],
  2023: [3_693_646, 208_451, 2_359_069, 130_087],
};
const worn = {
  2020: { depreciation_and_amortization: 631_101 },
  2021: { depreciation_and_amortization: 738_129 },
  2022: { depreciation_and_amortization: 1_094_691, asset_impairment: 55_000 },
  2023: { depreciation_and_amortization: 1_491_771, asset_impairment: 787_000 },
};
const exploration = [113_492, 152_514, 271_117, 215_781].map((value, at) =>
  inYear(explored, value, 2020 + at, "ifrs-full"),
);

test("a gain that no fact names is not operating income where costs leave far less of revenue: Agnico 2023", () => {
  expect(ofYears(agnico, worn, exploration)).toBe(
    3_693_646 - 208_451 - 215_781 - 1_491_771 - 787_000,
  );
  const usual = { ...agnico, 2023: [3_693_646, 208_451, 1_059_069, 130_087] as const };
  expect(ofYears(usual as never, worn, exploration)).toBe(1_059_069 + 130_087);
});

test("gross profit less exploration is no operating income beside costs of administration: Agnico 2021", () => {
  const filed = { ...worn, 2023: { ...worn[2021], operating_income: 1_943_990 } };
  const one = { 2022: agnico[2020], 2023: agnico[2021] } as Parameters<typeof ofYears>[0];
  const of = (value: number) => [inYear(explored, value, 2023, "ifrs-full")];
  expect(ofYears(one, filed, of(152_514))).toBe(932_723 + 92_042);
  expect(ofYears(one, filed, of(152_513))).toBe(1_943_990);
});
