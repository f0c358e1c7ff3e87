import { describe, expect, test } from "vitest";
import { chargesOf } from "#registry/models/inputs/earnings/one-offs.ts";
import type { ModelSource } from "#registry/models/inputs/source.ts";
import { type FiledFact, withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, withLines } from "../../helpers/companies/model-company.ts";

const million = 1_000_000;

function source(lines: Record<string, number>, filed: readonly FiledFact[]): ModelSource {
  const inMillions = Object.entries(lines).map(([key, value]) => [key, value * million]);
  return withFiled(
    makeSource({ years: withLines(Object.fromEntries(inMillions)) }),
    filed.map((one) => ({ ...one, value: one.value * million })),
  );
}

function charged(made: ModelSource, year = 2023): string[] {
  const span = { start: `${year}-01-01`, end: `${year}-12-31`, currency: "USD" };
  return chargesOf(made, span).charges.map(
    ({ label, value, isOperating }) => `${isOperating ? "" : "below: "}${label} ${value / million}`,
  );
}

/** The flow in 2023, and in the years before it. */
const inYears = (tag: string, ...values: number[]): FiledFact[] =>
  values.map((value, back) => {
    const year = 2023 - back;
    return { tag, value, start: `${year}-01-01`, end: `${year}-12-31` };
  });

describe("an impairment that two figures hold counts once", () => {
  test("under the elements of goodwill and of intangible assets: Riot's 335.648 of 2022", () => {
    const filed = [
      { tag: "GoodwillImpairmentLoss", value: 335.648 },
      { tag: "ImpairmentOfIntangibleAssetsExcludingGoodwill", value: 335.648 },
    ];
    expect(charged(source({}, filed))).toEqual(["goodwill impairment 335.648"]);
  });

  test("under the elements of intangible and of long-lived assets: Upexi's 0.857143 of 2023", () => {
    const filed = [
      { tag: "ImpairmentOfIntangibleAssetsExcludingGoodwill", value: 0.857143 },
      { tag: "ImpairmentOfLongLivedAssetsHeldForUse", value: 0.857143 },
    ];
    expect(charged(source({}, filed))).toEqual(["impairment of intangible assets 0.857143"]);
    // The row of intangible assets holds goodwill.
    const all = [
      { tag: "GoodwillImpairmentLoss", value: 2.889158 },
      { tag: "ImpairmentOfIntangibleAssetsExcludingGoodwill", value: 3.746301 },
      { tag: "GoodwillAndIntangibleAssetImpairment", value: 3.746301 },
      { tag: "ImpairmentOfLongLivedAssetsHeldForUse", value: 0.857143 },
    ];
    const charges = charged(source({}, all)).map((one) => Number(one.split(" ").at(-1)));
    expect(charges.reduce((sum, one) => sum + one, 0)).toBeCloseTo(3.746301, 6);
  });

  test("not of other assets beside goodwill: Everything Blockchain's software of 0.135", () => {
    const filed = [
      { tag: "GoodwillImpairmentLoss", value: 1.319 },
      { tag: "OtherAssetImpairmentCharges", value: 0.135 },
    ];
    expect(charged(source({}, filed))).toEqual([
      "goodwill impairment 1.319",
      "other impairment 0.135",
    ]);
  });

  test("under an element of intangible assets that rounds the figure of all: OfficeMax's 11.197 of 2011", () => {
    const filed = [
      { tag: "ImpairmentOfIntangibleAssetsFinitelived", value: 11.2 },
      { tag: "AssetImpairmentCharges", value: 11.197 },
    ];
    expect(charged(source({}, filed))).toEqual(["impairment of intangible assets 11.2"]);
  });

  const row = "ImpairmentOfLongLivedAssetsToBeDisposedOf";
  const intangibles = "ImpairmentOfIntangibleAssetsExcludingGoodwill";

  test("in a row of all impairments: Bristol-Myers Squibb's 255 of 2023 has 136, 1,207 of 2021 has 1,200", () => {
    const filed = [...inYears(row, 255, 179, 1_207), ...inYears(intangibles, 136, 101, 1_200)];
    const made = source({}, filed);
    expect(charged(made)).toEqual(["impairment of long-lived assets 255"]);
    expect(charged(made, 2021)).toEqual(["impairment of long-lived assets 1207"]);
  });

  test("not where no year shows that one holds the other", () => {
    const filed = [...inYears(row, 255, 179), ...inYears(intangibles, 136, 101)];
    expect(charged(source({}, filed)).sort()).toEqual([
      "impairment of intangible assets 136",
      "impairment of long-lived assets 255",
    ]);
    const less = [...inYears(row, 255, 101, 100), ...inYears(intangibles, 136, 101, 120)];
    expect(charged(source({}, less))).toHaveLength(2);
  });

  /** Operating income as the sum of rows, which are filed under these elements. */
  function summed(made: ModelSource, rows: readonly string[]): ModelSource {
    const operands = rows.map((tag) => {
      const fact = made.facts.findIndex((one) => one.tag === tag && one.end === "2023-12-31");
      return [-1, `us-gaap:${tag}`, made.facts[fact]?.value ?? "0", fact] as const;
    });
    const lineage = ["sum_of_tags", ...operands] as never;
    const periods = made.periods.map((one) =>
      one.end === "2023-12-31" && one.lines.operating_income !== undefined
        ? {
            ...one,
            lines: { ...one.lines, operating_income: { ...one.lines.operating_income, lineage } },
          }
        : one,
    );
    return { ...made, periods };
  }

  test("in the row of restructuring, where goodwill has no row: Johnson Controls 2024, 230 of 510", () => {
    const made = source({ operating_income: 1_906 }, [
      { tag: "GoodwillImpairmentLoss", value: 230 },
      { tag: "RestructuringCharges", value: 510 },
      { tag: "AssetImpairment", value: 12 },
    ]);
    const own = summed(made, ["RestructuringCharges"]);
    expect(charged(own)).toEqual(["goodwill impairment 230", "restructuring 280"]);
    for (const rows of [["RestructuringCharges", "AssetImpairment"], ["AssetImpairment"], []])
      expect(charged(summed(made, rows))).toEqual(["goodwill impairment 230", "restructuring 510"]);
  });

  test("in restructuring that costs leave alone: Alcoa 2018, 18 of 527, and 2015, 311 of 983", () => {
    const lines = {
      ...{ gross_profit: 3_350, selling_general_and_administrative: 248 },
      ...{ research_and_development: 31, depreciation_and_amortization: 733 },
    };
    const filed = [
      ...inYears("RestructuringCharges", 527, 983),
      ...inYears("AssetImpairmentCharges", 18, 311),
    ];
    const alcoa = source({ ...lines, operating_income: 1_811 }, filed);
    expect(charged(alcoa)).toEqual(["restructuring 527"]);
    expect(charged(alcoa, 2022)).toEqual(["restructuring 983"]);
    // Costs that leave both have both.
    expect(charged(source({ ...lines, operating_income: 1_793 }, filed))).toEqual([
      "restructuring 527",
      "other impairment 18",
    ]);
  });

  test("in restructuring by plan and kind of cost: Walgreens 2024, 128 of 835", () => {
    const plan = "us-gaap:RestructuringPlanAxis=wba:TransformationalCostManagementProgramMember";
    const kind =
      "us-gaap:RestructuringCostAndReserveAxis=wba:AssetImpairmentRestructuringChargesMember";
    const made = source({ operating_income: -14_076 }, [
      { tag: "GoodwillImpairmentLoss", value: 12_701 },
      { tag: "GoodwillAndIntangibleAssetImpairment", value: 14_370 },
      { tag: "RestructuringCharges", value: 835, dimensions: plan },
      { tag: "RestructuringCharges", value: 128, dimensions: `${kind};${plan}` },
    ]);
    expect(charged(made)).toEqual([
      "goodwill impairment 12701",
      "restructuring 835",
      "other impairment 1541",
    ]);
  });
});

test("restructuring that no place of operating income has room for stands below it: Bristol-Myers Squibb 2023", () => {
  const tag = "RestructuringCostsAndAssetImpairmentCharges";
  const at = (member: string, value: number): FiledFact => ({
    ...{ tag, value },
    dimensions: `us-gaap:IncomeStatementLocationAxis=us-gaap:${member}`,
  });
  const places = [
    ...[at("CostOfSalesMember", 64), at("SellingGeneralAndAdministrativeExpensesMember", 94)],
    ...[at("ResearchAndDevelopmentExpenseMember", 12)],
    at("OtherNonoperatingIncomeExpenseMember", 607),
  ];
  const restructuring = (value: number) => [{ tag: "RestructuringCharges", value }, ...places];
  expect(charged(source({}, restructuring(365)))).toEqual([
    "below: restructuring, with other costs in its row 607",
  ]);
  expect(charged(source({}, restructuring(120)))).toEqual(["restructuring 120"]);
});

test("a row of restructuring and other costs that is all costs leave holds impairments: Tesla's 176 of 2022 has 204", () => {
  const tesla = (income: number) => ({
    ...{ gross_profit: 20_853, research_and_development: 3_075 },
    ...{ selling_general_and_administrative: 3_946, operating_income: income },
  });
  const filed = (row: number, impaired: number) => [
    { taxonomy: "tsla", tag: "RestructuringAndOtherExpenses", value: row },
    { tag: "ImpairmentOfIntangibleAssetsExcludingGoodwill", value: impaired },
  ];
  expect(charged(source(tesla(13_656), filed(176, 204)))).toEqual([
    "restructuring and impairment 176",
  ]);
  expect(charged(source(tesla(13_655), filed(176, 204)))).toEqual([
    "impairment of intangible assets 204",
  ]);
});
