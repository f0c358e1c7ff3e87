import { describe, expect, test } from "vitest";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { annualFact, build, millions, shown } from "../standardization/company.ts";

/** The days of a year that ends in July, as its interim and annual reports state them. */
const spans = {
  Q1: ["2021-08-01", "2021-10-31"],
  Q2: ["2021-11-01", "2022-01-31"],
  M6: ["2021-08-01", "2022-01-31"],
  Q3: ["2022-02-01", "2022-04-30"],
  M9: ["2021-08-01", "2022-04-30"],
  Q4: ["2022-05-01", "2022-07-31"],
  FY: ["2021-08-01", "2022-07-31"],
} as const;

type Millions = Partial<Record<keyof typeof spans, number>>;

/** One tag's facts of the year in millions; each stated in the report of its last day. */
function tagged(tag: string, amounts: Millions, over: Partial<Fact> = {}): Fact[] {
  return Object.entries(amounts).map(([at, amount]) => {
    const [start, end] = spans[at as keyof typeof spans];
    const form = end === spans.FY[1] ? "10-K" : "10-Q";
    const own = { form, accession: `0000000001-${end.slice(2, 4)}-0000${end.slice(5, 7)}` };
    const filed = `${end.slice(0, 7)}-31`;
    return annualFact(tag, millions(amount), { start, end, ...own, filed, fy: 2022, ...over });
  });
}

const revenue = tagged("Revenues", { Q1: 1247.4, M6: 2563.8, M9: 3950.5, FY: 5501.5 });
const valuesOf = (facts: Fact[], concept: string) => {
  const built = build([...revenue, ...facts]);
  return ["Q1", "Q2", "Q3", "Q4", "FY"].map((at) => shown(built, `2022${at}`, concept));
};
const inMillions = (amounts: number[]) => amounts.map(millions);

describe("2.10 one tag through a fiscal year", () => {
  test("the tag of the year states its quarters, too, not an earlier one without the year: Palo Alto Networks 2022", () => {
    const facts = [
      ...tagged("PaymentsToAcquirePropertyPlantAndEquipment", { M6: 39.5, M9: 39.5 }),
      ...tagged("PaymentsToAcquireProductiveAssets", { Q1: 34.6, M6: 115.3, M9: 153.6, FY: 192.8 }),
    ];
    expect(valuesOf(facts, "capital_expenditure")).toEqual(
      inMillions([34.6, 80.7, 38.3, 39.2, 192.8]),
    );
  });

  test("without the year it is the tag of the year before: Palo Alto Networks after nine months of 2022", () => {
    const before = { start: "2020-08-01", end: "2021-07-31", filed: "2021-09-03", fy: 2021 };
    const facts = [
      ...tagged("PaymentsToAcquirePropertyPlantAndEquipment", { M6: 39.5, M9: 39.5 }),
      ...tagged("PaymentsToAcquireProductiveAssets", { Q1: 34.6, M6: 115.3, M9: 153.6 }),
      annualFact("PaymentsToAcquireProductiveAssets", millions(116), before),
      annualFact("Revenues", millions(4256.1), before),
      ...revenue.slice(0, 3),
    ];
    expect(shown(build(facts), "2022Q3", "capital_expenditure")).toBe(millions(38.3));
  });

  test("a tag that is a slice of the year beside is none of a quarter after it: McDonald's 2026Q1", () => {
    const before = { start: "2020-08-01", end: "2021-07-31", filed: "2021-09-03", fy: 2021 };
    const ofYear = (tag: string, amount: number) => annualFact(tag, millions(amount), before);
    // The income statement has depreciation and amortization of administration alone.
    const facts = (depreciation: number) => [
      ...tagged("DepreciationDepletionAndAmortization", { Q1: 111 }),
      ...tagged("DepreciationAndAmortization", { Q1: 566 }),
      ofYear("DepreciationDepletionAndAmortization", 457),
      ofYear("DepreciationAndAmortization", 2199),
      ofYear("Depreciation", depreciation),
      ofYear("Revenues", 26885),
      ...revenue.slice(0, 1),
    ];
    const first = (depreciation: number) =>
      shown(build(facts(depreciation)), "2022Q1", "depreciation_and_amortization");
    expect(first(1600)).toBe(millions(566));
    expect(first(400)).toBe(millions(111));
  });

  test("a filed fourth quarter of another tag does not stand beside the year: Herc 2013", () => {
    const facts = [
      ...tagged("InterestExpense", {
        Q1: 176.782,
        Q2: 183.8,
        M6: 360.6,
        Q3: 182.3,
        M9: 542.9,
        FY: 716,
      }),
      ...tagged("InterestIncomeExpenseNet", { Q1: -175, Q2: -182, Q3: -179, Q4: -171, FY: -707 }),
    ];
    expect(valuesOf(facts, "interest_expense").slice(3)).toEqual(inMillions([173.1, 716]));
  });

  test("a tag that carries the same amounts with the other sign is the same one: Hertz 2016", () => {
    const facts = [
      ...tagged("InterestExpense", { Q2: 174, M6: 325, Q3: 156, M9: 480 }),
      ...tagged("InterestExpenseOther", { Q1: 81, Q2: 102, M6: 185, Q3: 84, M9: 269, FY: 344 }),
      ...tagged("InterestIncomeExpenseNet", {
        Q1: -150,
        Q2: -174,
        M6: -325,
        Q3: -156,
        M9: -480,
        FY: -624,
      }),
    ];
    expect(valuesOf(facts, "interest_expense")).toEqual(inMillions([150, 174, 156, 144, 624]));
  });

  test("a year that is less than its first months is another thing's: Hertz 2023", () => {
    const facts = [
      ...tagged("InterestExpense", { FY: 0 }),
      ...tagged("InterestIncomeExpenseNet", { Q1: -44, Q2: -86, M6: -130, M9: -200, FY: -328 }),
    ];
    expect(valuesOf(facts, "interest_expense")).toEqual(inMillions([44, 86, 70, 128, 328]));
  });

  test("what was restated under the year's tag is not mixed with what was not: MongoDB 2019", () => {
    const over = { filed: "2023-12-10", accession: "0000000001-23-000012" };
    const facts = [
      ...tagged("SalesRevenueNet", { Q1: 48.222, Q2: 57.49, M6: 105.712 }),
      ...tagged("Revenues", { Q3: 64.985, M9: 170.697 }),
      ...tagged(
        "RevenueFromContractWithCustomerExcludingAssessedTax",
        { Q1: 50.139, Q2: 59.611, M6: 109.75, Q3: 71.782, M9: 181.532, FY: 267.016 },
        over,
      ),
      ...tagged("GrossProfit", { Q3: 54.024 }, over),
    ];
    expect(shown(build(facts), "2022Q3", "revenue")).toBe(millions(71.782));
    expect(shown(build(facts), "2022Q3", "cost_of_revenue")).toBe(millions(17.758));
  });

  test("a fourth quarter that repeats the year under the year's tag is refused", () => {
    const contract = "RevenueFromContractWithCustomerExcludingAssessedTax";
    const facts = [
      ...tagged("Revenues", { Q4: 39506, FY: 39506 }),
      ...tagged(contract, { Q1: 9193, Q2: 9562, M6: 18755, Q3: 9614, M9: 28369 }),
      ...tagged("NetIncomeLoss", { Q1: 2265, M6: 4598, M9: 7343, FY: 11083 }),
    ];
    expect(shown(build(facts), "2022Q4", "revenue")).toBe("series_break");
  });
});
