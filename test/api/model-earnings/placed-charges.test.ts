import { describe, expect, test } from "vitest";
import { chargesOf } from "#registry/models/inputs/earnings/one-offs.ts";
import type { ModelSource } from "#registry/models/inputs/source.ts";
import type { ChargePlace } from "#registry/printed-charges.ts";
import { type FiledFact, withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, withLines } from "../../helpers/companies/model-company.ts";

const million = 1_000_000;
const year = { start: "2023-01-01", end: "2023-12-31", currency: "USD" };
type Amounts = Record<string, number>;

/** A company whose last year, 2023, has the lines and further facts, in millions. */
function source(lines: Amounts, filed: readonly FiledFact[]): ModelSource {
  const inMillions = Object.entries(lines).map(([key, value]) => [key, value * million]);
  return withFiled(
    makeSource({ years: withLines(Object.fromEntries(inMillions)) }),
    filed.map((one) => ({ ...one, value: one.value * million })),
  );
}

/** The same, with where the statement prints the elements. */
function placed(made: ModelSource, places: Record<string, ChargePlace>): ModelSource {
  const accessions = new Set(made.facts.map(({ accession }) => accession));
  return { ...made, chargePlaces: Object.fromEntries([...accessions].map((one) => [one, places])) };
}

const charges = (made: ModelSource) =>
  chargesOf(made, year)
    .charges.map(
      ({ label, value, isOperating }) =>
        `${isOperating ? "" : "below: "}${label} ${Math.round((value / million) * 1000) / 1000}`,
    )
    .sort();

const cost: ChargePlace = { isOperating: true, effect: -1 };
const gainBelow: ChargePlace = { isOperating: false, effect: 1 };

describe("a row that no line has, with its place on the printed statement", () => {
  test("stands for the restructuring of a note: Hill-Rom's special charges of 47.4 for 23.7", () => {
    const filed = [
      { tag: "RestructuringCharges", value: 23.7 },
      { tag: "Specialcharges", taxonomy: "hrc", value: 47.4 },
    ];
    const made = source({ operating_income: 400.2 }, filed);
    expect(charges(made)).toEqual(["restructuring 23.7"]);
    const told = placed(made, { "hrc:Specialcharges": cost });
    const labels = { "hrc:Specialcharges": "Special charges" };
    const rowLabels = Object.fromEntries(
      Object.keys(told.chargePlaces ?? {}).map((accession) => [accession, labels]),
    );
    expect(charges({ ...told, rowLabels })).toEqual(["special charges 47.4"]);
  });

  test("counts below operating income: VerifyMe's 0.201 of contingent consideration", () => {
    const tag = "AssetAcquisitionConsiderationTransferredContingentConsideration";
    const made = source({ operating_income: -3.328 }, [{ tag, value: 0.201 }]);
    expect(charges(made)).toEqual([]);
    expect(charges(placed(made, { [`us-gaap:${tag}`]: gainBelow }))).toEqual([
      "below: revaluation of contingent consideration -0.201",
    ]);
  });

  test("is no second row of retired debt: Hill-Rom 2020 prints 15.6 twice", () => {
    const own = "GainLossonExtinguishmentofDebtnotincludedinNetIncome";
    const filed = [
      { tag: "GainsLossesOnExtinguishmentOfDebt", value: -15.6 },
      { tag: own, taxonomy: "hrc", value: -15.6 },
    ];
    const made = placed(source({ operating_income: 367.7 }, filed), {
      "us-gaap:GainsLossesOnExtinguishmentOfDebt": gainBelow,
      [`hrc:${own}`]: gainBelow,
    });
    expect(charges(made)).toEqual(["below: retired debt 15.6"]);
  });

  test("of equipment sold holds no business: National CineMedia's 557.7 beside 0.3", () => {
    const filed = [
      { tag: "DeconsolidationGainOrLossAmount", value: 557.7 },
      { tag: "GainLossOnSaleOfPropertyPlantEquipment", value: -0.3 },
    ];
    const lines = { operating_income: -27.3, pretax_income: 696.7, interest_expense: 27.9 };
    const made = placed(source(lines, filed), {
      "us-gaap:GainLossOnSaleOfPropertyPlantEquipment": gainBelow,
    });
    expect(charges(made)).toEqual([
      "below: result of disposals -557.7",
      "below: result of disposals 0.3",
    ]);
  });
});

describe("a loan that was forgiven", () => {
  test("stands below operating income and is not taxed: Aehr's 1.698 of 2022", () => {
    const made = source({ operating_income: 7.8 }, [
      { tag: "GainFromForgivenessOfPppLoan", taxonomy: "aehr", value: 1.698 },
    ]);
    const told = placed(made, { "aehr:GainFromForgivenessOfPppLoan": gainBelow });
    expect(charges(told)).toEqual(["below: forgiven loan -1.698"]);
    expect(chargesOf(told, year).charges.map(({ isTaxed }) => isTaxed)).toEqual([false]);
  });

  test("counts under an own element without its row where results below hold it: AmeraMex's 254 of 2021", () => {
    const forgiven = (pretax_income: number) =>
      charges(
        source({ operating_income: 3_164, pretax_income, interest_expense: 943 }, [
          { tag: "ForgivenessOfDebt", taxonomy: "ammx", value: 254 },
        ]),
      );
    expect(forgiven(2_379)).toEqual(["below: forgiven loan -254"]);
    expect(forgiven(2_250)).toEqual([]);
  });
});

describe("a loss that another figure holds", () => {
  test("of control over a business is within restructuring: Nordstrom's 207 of 284", () => {
    const filed = [
      { tag: "RestructuringCharges", value: 284 },
      { tag: "DeconsolidationGainOrLossAmount", value: -207 },
    ];
    expect(charges(source({ operating_income: 251 }, filed))).toEqual(["restructuring 284"]);
  });

  test("is a rise of a liability that was next to nothing: SunEdison's 492 of 535", () => {
    const tag =
      "BusinessCombinationContingentConsiderationArrangementsChangeInAmountOfContingentConsiderationLiability1";
    const owed = (value: number, end: string): FiledFact => ({
      ...{ tag: "BusinessCombinationContingentConsiderationLiability", value },
      ...{ start: null, end },
    });
    const owedBefore = (before: number) =>
      charges(
        source({ operating_income: -500 }, [
          { tag, value: 492 },
          owed(before, "2022-12-31"),
          owed(before + 492, "2023-12-31"),
        ]),
      );
    expect(owedBefore(43)).toEqual([]);
    // Coca-Cola's rise of 3,109 from 3,017 is a revaluation.
    expect(owedBefore(430)).toEqual(["revaluation of contingent consideration 492"]);
  });
});

describe("a charge of notes in a year that gives businesses up", () => {
  const goodwill = { tag: "GoodwillImpairmentLoss", value: 2.092 };
  const givenUp = (value: number) => ({
    tag: "IncomeLossFromDiscontinuedOperationsNetOfTax",
    value,
  });
  const costs = { gross_profit: 6.633, operating_income: 3.907 };
  /** With a statement that prints its rows. */
  const printed = (made: ModelSource): ModelSource => ({
    ...made,
    periods: made.periods.map((one) => ({
      ...one,
      lines: { ...one.lines, remaining_operating_income: { value: "0", lineage: ["sum_of_tags"] } },
    })),
  });
  const operating = (made: ModelSource) =>
    charges(made).filter((one) => !one.startsWith("below: result of discontinued"));

  test("is theirs where it is goodwill that their loss holds: Cardiff Lexington 2022", () => {
    const made = source(costs, [goodwill, givenUp(-2.179)]);
    expect(operating(printed(made))).toEqual([]);
    expect(operating(made)).toEqual(["goodwill impairment 2.092"]);
    expect(operating(printed(source(costs, [goodwill, givenUp(2.179)])))).toEqual([
      "goodwill impairment 2.092",
    ]);
  });

  // Cohu 2019: 229.829 less these are the operating loss; 0.697 of the business given up are after tax.
  test("is theirs where it is goodwill without which the rows are all costs: Cohu's 0.715", () => {
    const cohu = (selling: number) => ({
      ...{ gross_profit: 229.829, research_and_development: 86.147, operating_income: -52.328 },
      ...{ selling_general_and_administrative: selling, amortization_of_intangibles: 53.074 },
      goodwill_impairment: 0.715,
    });
    const impaired = (selling: number): ModelSource => {
      const made = printed(source(cohu(selling), [givenUp(-0.697)]));
      const tagged = (tag: string) => (tag === "Tag_goodwill_impairment" ? goodwill.tag : tag);
      return { ...made, facts: made.facts.map((one) => ({ ...one, tag: tagged(one.tag) })) };
    };
    expect(operating(impaired(142.936))).toEqual([]);
    // What a row leaves, or more, may be goodwill.
    for (const selling of [142.221, 140])
      expect(operating(impaired(selling))).toEqual(["goodwill impairment 0.715"]);
  });

  test("is theirs where it is more than all costs below gross profit: Bergio's 4.054, Vivic's gain of 1.86", () => {
    const impaired = { tag: "ImpairmentOfLongLivedAssetsToBeDisposedOf", value: 4.054 };
    const bergio = { gross_profit: 1.517, operating_income: -1.095 };
    expect(operating(printed(source(bergio, [impaired, givenUp(-2.38)])))).toEqual([]);
    const sold = { tag: "DisposalGroupNotDiscontinuedOperationGainLossOnDisposal", value: 1.86 };
    const vivic = { gross_profit: 0.212, operating_income: -0.183 };
    expect(operating(printed(source(vivic, [sold, givenUp(1.746)])))).toEqual([]);
  });
});

const placeOf = (tag: string, member: string, value: number): FiledFact => ({
  ...{ tag, value, decimals: -6 },
  dimensions: `us-gaap:IncomeStatementLocationAxis=us-gaap:${member}Member`,
});

describe("a printed row of restructuring", () => {
  const both = "RestructuringSettlementAndImpairmentProvisions";
  const row = "RestructuringAndRelatedCostIncurredCost";

  test("counts beside a note's figure of other rows: General Electric's separation costs", () => {
    const electric = (restructuring: number, all: number, separation: number) => [
      { tag: "RestructuringCharges", value: restructuring },
      { tag: both, value: all },
      { tag: row, value: separation },
    ];
    const of = (filed: FiledFact[]) =>
      charges(placed(source({ pretax_income: 10_191 }, filed), { [`us-gaap:${row}`]: cost }));
    expect(of(electric(403, 706, 978))).toEqual([
      "restructuring 978",
      "restructuring and impairment 706",
    ]);
    // The figure of 2022 has room for the row, but costs of sales and of selling hold it.
    const places = [
      placeOf(both, "CostOfSales", 206),
      placeOf(both, "SellingGeneralAndAdministrativeExpenses", 669),
      placeOf(both, "NonoperatingIncomeExpense", -31),
    ];
    expect(of([...electric(479, 845, 715), ...places])).toContain("restructuring 715");
    expect(of(electric(479, 845, 715))).toEqual(["restructuring and impairment 845"]);
  });

  test("with other costs holds the assets of notes: Thermo Fisher's 459 for 126 and 194", () => {
    const own = "RestructuringAndOtherCostsIncomeNet";
    const made = source({ operating_income: 6_859 }, [
      { tag: "ImpairmentOfLongLivedAssetsHeldForUse", value: 126 },
      { tag: "RestructuringCharges", value: 194 },
      { tag: own, taxonomy: "tmo", value: 459 },
    ]);
    expect(charges(placed(made, { [`tmo:${own}`]: cost }))).toEqual([
      "restructuring and other costs of its row 459",
    ]);
  });

  test("is none of costs without impairments: Kraft Heinz' selling costs of 3,692", () => {
    const tag = "SellingGeneralAndAdministrativeExpenseExcludingImpairmentLosses";
    const made = source({ operating_income: 4_572 }, [{ tag, taxonomy: "khc", value: 3_692 }]);
    expect(charges(placed(made, { [`khc:${tag}`]: cost }))).toEqual([]);
  });
});

describe("a figure of restructuring and impairment", () => {
  test("is that of restructuring where impairments alone are more: PepsiCo's 445 beside 927", () => {
    const whole = { tag: "RestructuringCostsAndAssetImpairmentCharges", value: 445 };
    const impaired = { tag: "ImpairmentOfIntangibleAssetsExcludingGoodwill", value: 927 };
    const stated = { tag: "RestructuringCharges", value: -1 };
    const lines = { operating_income: 11_986 };
    expect(charges(source(lines, [whole, impaired, stated]))).toEqual([
      "impairment of intangible assets 927",
      "restructuring and impairment 445",
    ]);
    expect(charges(source(lines, [whole, impaired]))).toEqual([
      "impairment of intangible assets 927",
    ]);
  });

  test("stands for the parts that come to it with gains: Micron's 171 of 2023 beside goodwill of 101, its 48 of 2022", () => {
    const micron = (whole: number, amounts: Record<string, number>) => {
      const parts = Object.entries(amounts).map(([tag, value]) => ({ tag, value }));
      const both = { tag: "RestructuringSettlementAndImpairmentProvisions", value: whole };
      return charges(source({ operating_income: -5_745 }, [both, ...parts]));
    };
    const of2023 = {
      ...{ SeveranceCosts1: 163, OtherAssetImpairmentCharges: 14, GoodwillImpairmentLoss: 101 },
      OtherRestructuringCosts: -6,
    };
    const told = ["goodwill impairment 101", "restructuring and impairment 171"];
    expect(micron(171, of2023)).toEqual(told);
    const of2022 = { SeveranceCosts1: 0, OtherAssetImpairmentCharges: 63 };
    expect(micron(48, { ...of2022, OtherRestructuringCosts: -15 })).toEqual([
      "restructuring and impairment 48",
    ]);
    // Parts that do not come to it are not told to be within it.
    expect(micron(48, { ...of2022, OtherRestructuringCosts: -14 })).toEqual([
      "other impairment 63",
      "restructuring and impairment 48",
    ]);
  });
});

test("places come to their figure but for a last digit: Procter & Gamble 2024, 658 of 659", () => {
  const tag = "RestructuringCharges";
  const made = source({ operating_income: 18_545 }, [
    { tag, value: 659, decimals: -6 },
    placeOf(tag, "CostOfSales", 248),
    placeOf(tag, "SellingGeneralAndAdministrativeExpenses", 155),
    placeOf(tag, "OtherNonoperatingIncomeExpense", 255),
  ]);
  expect(charges(made)).toEqual(["below: restructuring 255", "restructuring 404"]);
});

test("a gain on retired debt counts where its report has losses below zero: Verizon's 308", () => {
  const tag = "GainsLossesOnExtinguishmentOfDebt";
  const lines = { operating_income: 22_877, pretax_income: 17_083, interest_expense: 5_524 };
  const gain = { tag, value: 308 };
  const loss = { tag, value: -1_077, start: "2022-01-01", end: "2022-12-31" };
  expect(charges(source(lines, [gain]))).toEqual([]);
  expect(charges(source(lines, [gain, loss]))).toEqual(["below: retired debt -308"]);
});
