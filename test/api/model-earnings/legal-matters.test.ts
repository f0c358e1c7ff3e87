import { describe, expect, test } from "vitest";
import { chargesOf } from "#registry/models/inputs/earnings/one-offs.ts";
import { type FiledFact, withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, withLines } from "../../helpers/companies/model-company.ts";

const million = 1_000_000;
type Lines = Record<string, number>;

/** What is charged in 2023, in millions: all years have the lines. */
function charged(lines: Lines, filed: readonly FiledFact[], year = 2023): string[] {
  const inMillions = Object.entries(lines).map(([key, value]) => [key, value * million]);
  const made = withFiled(
    makeSource({ years: withLines(Object.fromEntries(inMillions)) }),
    filed.map((one) => ({ ...one, value: one.value * million })),
  );
  const span = { start: `${year}-01-01`, end: `${year}-12-31`, currency: "USD" };
  return chargesOf(made, span).charges.map(
    ({ label, value, isOperating }) => `${isOperating ? "" : "below: "}${label} ${value / million}`,
  );
}

const settlement = "GainLossRelatedToLitigationSettlement";

describe("legal matters that no row prints", () => {
  const walgreens = {
    ...{ gross_profit: 27_072, selling_general_and_administrative: 34_205 },
    ...{ operating_income: -6_882, pretax_income: -5_419, interest_expense: 580 },
  };

  test("are in operating income: Walgreens's 7,466 of 2023, which its selling costs hold", () => {
    expect(charged(walgreens, [{ tag: settlement, value: -7_466 }])).toEqual([
      "legal matters 7466",
    ]);
  });

  test("are below it where other results hold them: Colgate's 267 of 2023, within 360", () => {
    const colgate = {
      ...{ gross_profit: 11_326, selling_general_and_administrative: 7_151 },
      ...{ operating_income: 3_984, pretax_income: 3_392, interest_expense: 232 },
    };
    expect(charged(colgate, [{ tag: "LitigationSettlementExpense", value: 267 }])).toEqual([
      "below: legal matters 267",
    ]);
  });

  test("have one place in all years: Bristol-Myers Squibb's gain of 390, and losses before it", () => {
    const bristol = { operating_income: 7_282, pretax_income: 8_440, interest_expense: 1_166 };
    const loss = { tag: settlement, value: -178, start: "2022-01-01", end: "2022-12-31" };
    const filed = [{ tag: settlement, value: 390 }, loss];
    expect(charged(bristol, filed)).toEqual(["below: legal matters -390"]);
    expect(charged(bristol, filed, 2022)).toEqual(["below: legal matters 178"]);
  });

  test("are net of what insurers pay: Johnson Controls 2024", () => {
    const johnson = { operating_income: 1_906, pretax_income: 1_522, interest_expense: 342 };
    const insured = { tag: "InsuranceRecoveries", value: 367 };
    expect(charged(johnson, [{ tag: settlement, value: -750 }, insured])).toEqual([
      "legal matters 750",
      "insurance recoveries -367",
    ]);
    expect(charged(johnson, [insured])).toEqual([]);
  });

  test("are the course of business where they are less than 1 % of operating income: Coca-Cola 2023", () => {
    const cola = { operating_income: 11_311, pretax_income: 12_952, interest_expense: 1_527 };
    expect(charged(cola, [{ tag: "LitigationSettlementExpense", value: 8 }])).toEqual([]);
  });

  const johnson = {
    ...{ operating_income: 21_207, pretax_income: 15_062 },
    ...{ interest_expense: 772, interest_income: 1_261 },
  };
  const segments = "us-gaap:StatementBusinessSegmentsAxis=jnj";
  const talc = `srt:LitigationCaseAxis=jnj:TalcMember;${segments}:ConsumerMember`;
  const expense = (value: number, dimensions: string) => ({
    ...{ tag: "LitigationSettlementExpense", value, dimensions },
  });

  test("are of one segment each: Johnson & Johnson's talc of 7,000 in 2023, 5,400 with another in 2024", () => {
    expect(charged(johnson, [expense(7_000, talc)])).toEqual(["below: legal matters 7000"]);
    const both = [expense(5_100, talc), expense(300, `${segments}:MedTechMember`)];
    expect(charged(johnson, both)).toEqual(["below: legal matters 5400"]);
  });

  test("of segments are none that results below have no room for: 7,700 beside a loss of 810 in 2022", () => {
    const lines = { ...johnson, operating_income: 19_955, pretax_income: 19_359 };
    const filed = [expense(7_000, talc), expense(700, `${segments}:MedTechMember`)];
    expect(charged({ ...lines, interest_expense: 276, interest_income: 490 }, filed)).toEqual([]);
  });
});

describe("costs of acquisitions that no row prints", () => {
  const costs = "BusinessCombinationAcquisitionRelatedCosts";
  const herc = { operating_income: 423, pretax_income: 1, interest_expense: 416 };
  const ofYear = (tag: string, value: number, year: number) => ({
    ...{ tag, value, start: `${year}-01-01`, end: `${year}-12-31` },
  });
  const amortization = "AmortizationOfIntangibleAssets";
  const filed = [ofYear(costs, 199, 2023), ofYear(amortization, 115, 2023)];
  const before = [ofYear(costs, 11, 2022), ofYear(amortization, 45, 2022)];

  test("are in operating income: Herc's 199 of 2025, with 11 beside an amortization of 45 before", () => {
    expect(charged(herc, [...filed, ...before])).toEqual(["costs of acquisitions 199"]);
  });

  test("are of one acquisition each: Corsair's 2.7 of 2024 for one of two businesses", () => {
    const corsair = { operating_income: -49.954, pretax_income: -63.2, interest_expense: 12.7 };
    const of = (member: string, value: number) => ({
      ...{ tag: costs, value, dimensions: `us-gaap:BusinessAcquisitionAxis=crsr:${member}` },
    });
    const both = [of("FanatecAcquisitionMember", 2.7), of("DropAcquisitionMember", 0)];
    expect(charged(corsair, both)).toEqual(["costs of acquisitions 2.7"]);
    const entity = { ...of("", 2.7), dimensions: "dei:LegalEntityAxis=crsr:FanatecMember" };
    expect(charged(corsair, [entity])).toEqual([]);
  });

  test("have an element of IFRS: Agnico's 95.035 of 2022", () => {
    const tag =
      "AcquisitionrelatedCostsRecognisedAsExpenseForTransactionRecognisedSeparatelyFromAcquisitionOfAssetsAndAssumptionOfLiabilitiesInBusinessCombination";
    const agnico = {
      operating_income: 1_198.358,
      pretax_income: 1_115.423,
      interest_expense: 82.9,
    };
    expect(charged(agnico, [{ tag, value: 95.035, taxonomy: "ifrs-full" }])).toEqual([
      "costs of acquisitions 95.035",
    ]);
  });

  test("may be amortization where that is never more: Texas Instruments' 450 of 2012 with 342", () => {
    const texas = [ofYear(costs, 450, 2023), ofYear(amortization, 342, 2023)];
    expect(charged(herc, texas)).toEqual([]);
    expect(charged(herc, filed)).toEqual([]);
  });
});

describe("charges and gains that notes state under a rare element", () => {
  test("equipment sold is a disposal: Adams's 4.036 of 2023", () => {
    const adams = { operating_income: 2.434, pretax_income: 0.35, interest_expense: 3.386 };
    expect(charged(adams, [{ tag: "GainLossOnSaleOfOilAndGasProperty", value: 4.036 }])).toEqual([
      "result of disposals -4.036",
    ]);
  });

  test("a holding valued anew is a gain on acquisitions: Clorox's 85 of fiscal 2021, untaxed", () => {
    const tag = "BusinessCombinationStepAcquisitionEquityInterestInAcquireeRemeasurementGainOrLoss";
    const clorox = { operating_income: 999, pretax_income: 900, interest_expense: 99 };
    expect(charged(clorox, [{ tag, value: 85 }])).toEqual(["gain on acquisitions -85"]);
  });

  test("tangible assets are long-lived ones: Akorn's 13.6 of 2020", () => {
    const akorn = { operating_income: -300, pretax_income: -370, interest_expense: 57 };
    expect(charged(akorn, [{ tag: "TangibleAssetImpairmentCharges", value: 13.6 }])).toEqual([
      "impairment of long-lived assets 13.6",
    ]);
  });
});
