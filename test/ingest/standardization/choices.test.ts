import { describe, expect, test } from "vitest";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { annualFact, build, line, shown } from "./company.ts";

const year = { start: "2021-01-31", end: "2022-01-29" };
const flow = (tag: string, value: string, over: Partial<Fact> = {}) =>
  annualFact(tag, value, { ...year, filed: "2022-03-10", ...over });
const balance = (tag: string, value: string) =>
  annualFact(tag, value, { start: null, end: "2026-01-31", filed: "2026-05-29" });

describe("which filed value a line takes", () => {
  test("a depreciation tag below amortization alone is a slice; the parts add up: Marvell 2022", () => {
    const facts = [
      flow("Revenues", "4462383000"),
      flow("DepreciationAndAmortization", "265934000"),
      flow("Depreciation", "113500000"),
      flow("AmortizationOfIntangibleAssets", "979400000"),
    ];
    const all = line(build(facts), "2022FY", "depreciation_and_amortization");
    expect(all).toMatchObject({
      value: "1092900000",
      refused: [{ tag: "us-gaap:DepreciationAndAmortization", guard: "notBelow" }],
    });
  });

  test("depreciation alone stands for the line with its scope where no amortization is filed: Alphabet 2024", () => {
    const facts = [flow("Revenues", "350018000000"), flow("Depreciation", "15311000000")];
    const only = line(build(facts), "2022FY", "depreciation_and_amortization");
    expect(only).toMatchObject({ value: "15311000000", flags: ["scope:partial"] });
  });

  test("sales win over revenues that are more by about the equity-method income: Chevron 2023", () => {
    const totals = [
      flow("Revenues", "200949000000"),
      flow("RevenueFromContractWithCustomerExcludingAssessedTax", "196913000000"),
    ];
    expect(shown(build(totals), "2022FY", "revenue")).toBe("200949000000");
    const withEquity = [...totals, flow("IncomeLossFromEquityMethodInvestments", "5131000000")];
    expect(shown(build(withEquity), "2022FY", "revenue")).toBe("196913000000");
  });

  // Mastercard: gross revenue before rebates stands in the note of the same filings.
  test.each([
    ["both in every filing: the larger is the total", "2022-03-10", "29845000000"],
    ["the note's was not filed again: net revenue is the total", "2023-03-10", "18884000000"],
  ])("%s", (_, lastFiled, revenue) => {
    const facts = [
      flow("Revenues", "18884000000"),
      flow("Revenues", "18884000000", { filed: lastFiled, accession: "0000000001-23-000001" }),
      flow("RevenueFromContractWithCustomerExcludingAssessedTax", "29845000000"),
    ];
    expect(shown(build(facts), "2022FY", "revenue")).toBe(revenue);
  });

  test("operating income and operating expenses prove which revenue is the total: Mastercard 2021", () => {
    const facts = [
      flow("Revenues", "18884000000"),
      flow("RevenueFromContractWithCustomerExcludingAssessedTax", "29845000000"),
      flow("OperatingExpenses", "8802000000"),
      flow("OperatingIncomeLoss", "10082000000"),
    ];
    expect(shown(build(facts), "2022FY", "revenue")).toBe("18884000000");
  });

  test("all operating revenue of a utility comes before that of contracts, which a note rounds: NextEra 2020", () => {
    const facts = [
      flow("RevenueFromContractWithCustomerIncludingAssessedTax", "17000000000"),
      flow("RegulatedAndUnregulatedOperatingRevenue", "17997000000"),
    ];
    expect(shown(build(facts), "2022FY", "revenue")).toBe("17997000000");
  });

  // In 2024 Herc's tag became sales of equipment; total revenues of 2022 are 2,740 million since.
  test.each([
    ["745100000", "745100000"],
    ["98000000", "not_reported"],
  ])("of a tag that is a part of its year, %s of a quarter shows %s", (filed, revenue) => {
    const tag = "RevenueFromContractWithCustomerIncludingAssessedTax";
    const quarter = { start: "2021-01-31", end: "2021-05-01", form: "10-Q" };
    const facts = [
      flow("Revenues", "2740000000", { filed: "2024-02-13" }),
      flow(tag, "358000000", { filed: "2024-02-13" }),
      flow(tag, filed, quarter),
      flow("NetIncomeLoss", "72000000", quarter),
    ];
    const built = build(facts);
    expect(shown(built, "2022FY", "revenue")).toBe("2740000000");
    expect(shown(built, "2022Q1", "revenue")).toBe(revenue);
  });

  test.each([
    ["2021-05-01", "10-Q", "2022Q1", "460000000", "460000000"],
    ["2021-05-01", "10-Q", "2022Q1", "450000000", "not_reported"],
    ["2021-07-31", "6-K", "2022H1", "920000000", "920000000"],
    ["2021-07-31", "6-K", "2022H1", "900000000", "not_reported"],
  ])(
    "of such a tag, the time to %s in a %s is shown from two thirds of its share of the year on: %s, %s",
    (end, form, key, filed, revenue) => {
      const tag = "RevenueFromContractWithCustomerIncludingAssessedTax";
      const span = { start: "2021-01-31", end, form };
      const built = build([
        flow("Revenues", "2740000000", { filed: "2024-02-13" }),
        flow(tag, "358000000", { filed: "2024-02-13" }),
        flow(tag, filed, span),
        flow("NetIncomeLoss", "72000000", span),
      ]);
      expect(shown(built, key, "revenue")).toBe(revenue);
    },
  );

  test("a filed total debt below its parts leaves one out, and the parts are added: Walmart 2026", () => {
    const parts = [
      balance("Assets", "284668000000"),
      balance("ShortTermBorrowings", "6596000000"),
      balance("LongTermDebtCurrent", "3542000000"),
      balance("LongTermDebtNoncurrent", "34624000000"),
    ];
    const total = "DebtLongtermAndShorttermCombinedAmount";
    const key = build(parts).periods[0]?.key ?? "";
    expect(shown(build([...parts, balance(total, "38166000000")]), key, "total_debt")).toBe(
      "44762000000",
    );
    // More than its parts: something beside them belongs to it.
    expect(shown(build([...parts, balance(total, "45000000000")]), key, "total_debt")).toBe(
      "45000000000",
    );
  });

  test("a fourth quarter that repeats the year's value is refused", () => {
    const days = { q1: "2023-03-31", q2: "2023-06-30", q3: "2023-09-30", end: "2023-12-31" };
    const of = (start: string, end: string, value: string, form = "10-Q") =>
      annualFact("NetIncomeLoss", value, { start, end, form, filed: "2024-02-01" });
    const built = build([
      of("2023-01-01", days.q1, "10"),
      of("2023-01-01", days.q2, "22"),
      of("2023-01-01", days.q3, "36"),
      of("2023-01-01", days.end, "50", "10-K"),
      of("2023-10-01", days.end, "50", "10-K"),
    ]);
    expect(line(built, "2024Q4", "net_income")).toMatchObject({
      value: "14",
      flags: ["derived_q4"],
    });
  });

  test("of tags that agree elsewhere the one wins that the newest filing states", () => {
    const of = (tag: string, at: number, value: string, filed: string) =>
      annualFact(tag, value, {
        start: `${at}-01-01`,
        end: `${at}-12-31`,
        filed,
        accession: `0000000001-${filed.slice(2, 4)}-000001`,
      });
    const facts = [
      ...["10", "11", "12", "13", "14"].map((v, i) =>
        of("RegulatedAndUnregulatedOperatingRevenue", 2013 + i, `${v}000000`, `${2014 + i}-03-01`),
      ),
      ...["10", "11", "12", "13"].map((v, i) =>
        of("SalesRevenueNet", 2013 + i, `${v}000000`, `${2014 + i}-03-01`),
      ),
      of("SalesRevenueNet", 2017, "15000000", "2019-03-01"),
    ];
    expect(line(build(facts), "2017FY", "revenue")).toMatchObject({
      value: "15000000",
      flags: ["restated"],
    });
    const apart = facts.map((fact) =>
      fact.tag === "RegulatedAndUnregulatedOperatingRevenue"
        ? fact
        : { ...fact, value: `${Number(fact.value) + 500000}` },
    );
    expect(shown(build(apart), "2017FY", "revenue")).toBe("14000000");
  });
});
