import { describe, expect, test } from "vitest";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { annualFact, build, factOf, figures, line, operandsOf, period, shown } from "./company.ts";

describe("2.9 Scope: first tag that resolves is necessary but not sufficient", () => {
  test("2.9 Procter & Gamble FY2014: 83,062 million under SalesRevenueNet, not 29,400 under Revenues", () => {
    const built = build("procter-gamble-2014");
    const revenue = line(built, "2014FY", "revenue");
    expect(revenue.value).toBe("83062000000");
    expect(factOf(built, revenue).tag).toBe("SalesRevenueNet");
  });

  test("2.9 General Mills FY2024: 19,857 million, not the 2,038 of a part under Revenues", () => {
    const built = build([
      annualFact("Revenues", "2038000000"),
      annualFact("RevenueFromContractWithCustomerExcludingAssessedTax", "19857000000"),
    ]);
    expect(shown(built, "2024FY", "revenue")).toBe("19857000000");
  });

  test("2.9 MetLife FY2025: 77,084 million, not the 2,436 of contracts with customers", () => {
    const year = { start: "2025-01-01", end: "2025-12-31", filed: "2026-02-20", fy: 2025 };
    const built = build([
      annualFact("RevenueFromContractWithCustomerExcludingAssessedTax", "2436000000", year),
      annualFact("Revenues", "77084000000", year),
    ]);
    expect(shown(built, "2025FY", "revenue")).toBe("77084000000");
  });

  test("2.9 Marvell's CostsAndExpenses leaves out cost of revenue: refused, and computed instead", () => {
    const built = build("marvell-2024-costs");
    const costs = line(built, "2024FY", "costs_and_expenses");
    expect(costs.value).toBe("6075400000");
    expect(operandsOf(costs)[0]).toBe("derivation");
    expect(shown(built, "2024FY", "operating_expenses")).toBe("2861300000");
  });

  test("2.9 a subtotal that no identity confirms is null with scope_conflict: Logistic Properties 2021", () => {
    const built = build("logistic-properties-2024");
    expect(shown(built, "2021FY", "operating_expenses")).toBe("scope_conflict");
    expect(shown(built, "2021FY", "operating_income")).toBe("21466566");
  });
});

/** Intuit's fiscal year 2017 as its 10-K of 2017-09-01 has it. */
const intuit = {
  start: "2016-08-01",
  end: "2017-07-31",
  accession: "0000896878-17-000130",
  filed: "2017-09-01",
  fy: 2017,
};

describe("2.9 What a subtotal is made of", () => {
  test("2.9 Kraft Heinz FY2019 tags 952 million before interest as non-operating: the line is -409, and costs it no operand", () => {
    const own = { start: "2018-12-30", end: "2019-12-28", filed: "2020-02-14", fy: 2019 };
    const built = build([
      annualFact("OperatingIncomeLoss", "3070000000", own),
      annualFact("InterestExpense", "1361000000", own),
      annualFact("NonoperatingIncomeExpense", "952000000", own),
      annualFact(
        "IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest",
        "2661000000",
        own,
      ),
    ]);
    const nonoperating = line(built, "2019FY", "nonoperating_income");
    expect(nonoperating.value).toBe("-409000000");
    expect(nonoperating.refused).toEqual([
      {
        tag: "us-gaap:NonoperatingIncomeExpense",
        guard: "notContradicted:IS-05",
        rule: "nonoperating-income-by-pretax",
      },
    ]);
    expect(shown(built, "2019FY", "pretax_income")).toBe("2661000000");
  });

  test("2.9 Intuit FY2017: cost of goods and cost of services are added, and say that they may not be all", () => {
    const built = build([
      annualFact("Revenues", "5177000000", intuit),
      annualFact("CostOfGoodsSold", "120000000", intuit),
      annualFact("CostOfServices", "677000000", intuit),
    ]);
    const cost = line(built, "2017FY", "cost_of_revenue");
    expect([cost.value, cost.flags]).toEqual(["797000000", ["scope:partial"]]);
    const profit = line(built, "2017FY", "gross_profit");
    expect([profit.value, profit.flags]).toEqual(["4380000000", ["scope:partial"]]);
  });

  test("2.9 Intuit FY2017: four quarters filed whole are the year where the year is filed in parts: 809 million", () => {
    const quarters = [
      ["2016-08-01", "2016-10-31", "183000000"],
      ["2016-11-01", "2017-01-31", "206000000"],
      ["2017-02-01", "2017-04-30", "237000000"],
      ["2017-05-01", "2017-07-31", "183000000"],
    ] as const;
    const whole = quarters.map(([start, end, value]) =>
      annualFact("CostOfGoodsAndServicesSold", value, { ...intuit, start, end }),
    );
    const parts = [
      annualFact("Revenues", "5177000000", intuit),
      annualFact("CostOfGoodsSold", "120000000", intuit),
    ];
    const built = build([...parts, ...whole]);
    const cost = line(built, "2017FY", "cost_of_revenue");
    expect([cost.value, cost.flags, operandsOf(cost)[0]]).toEqual([
      "809000000",
      [],
      "sum_of_quarters",
    ]);
    expect(shown(built, "2017FY", "gross_profit")).toBe("4368000000");

    const lacking = build([...parts, ...whole.slice(0, 3)]);
    expect(shown(lacking, "2017FY", "cost_of_revenue")).toBe("120000000");
  });
});

describe("2.17 Banks, insurers, REITs, brokers", () => {
  test("2.17 JPMorgan: revenue net of interest expense, net interest income, deposits", () => {
    const built = build("jpmorgan-2024");
    expect(period(built, "2024FY")).toMatchObject({ template: "bank" });
    expect(shown(built, "2024FY", "revenue")).toBe("177556000000");
    expect(shown(built, "2024FY", "net_interest_income")).toBe("92583000000");
    expect(shown(built, "2024FY", "deposits")).toBe("2406032000000");
  });

  test("2.17 lines without meaning for a bank are null with not_applicable_template", () => {
    const built = build("jpmorgan-2024");
    const lines = ["current_assets", "gross_profit", "operating_income", "capital_expenditure"];
    for (const key of [...lines, "free_cash_flow", "ebitda"]) {
      expect(shown(built, "2024FY", key)).toBe("not_applicable_template");
      expect(shown(built, "TTM2024Q4", key)).toBe("not_applicable_template");
    }
  });

  test("2.17 Allstate is an insurer and Realty Income a REIT by their own tags", () => {
    const allstate = build("allstate-2025");
    expect(period(allstate, "2025FY")).toMatchObject({ template: "insurer" });
    expect(shown(allstate, "2025FY", "revenue")).toBe("67685000000");
    expect(shown(allstate, "2025FY", "premiums_earned")).toBe("61449000000");
    expect(shown(allstate, "2025FY", "current_assets")).toBe("not_applicable_template");
    const realty = build("realty-income-2025");
    expect(period(realty, "2025FY")).toMatchObject({ template: "reit" });
    expect(shown(realty, "2025FY", "rental_income")).toBe("5437332000");
    expect(shown(realty, "2025FY", "premiums_earned")).toBe("not_applicable_template");
  });

  test("2.17 a debt total of lease legs only is null: Facebook 2020 had leases and no debt", () => {
    const built = build("facebook-2020");
    expect(shown(built, "2020FY", "operating_lease_liability")).toBe("10654000000");
    expect(shown(built, "2020FY", "total_debt")).toBe("not_reported");
  });
});

describe("2.20 Null, and why", () => {
  test("2.20 before its standard a line is null with pre_standard, after it with not_reported", () => {
    const built = build("apple-2024-equity");
    expect(shown(built, "2015FY", "operating_lease_right_of_use_asset")).toBe("pre_standard");
    expect(shown(built, "2015FY", "cash_and_restricted_cash")).toBe("pre_standard");
    expect(shown(built, "2024FY", "operating_lease_right_of_use_asset")).toBe("not_reported");
  });

  test("2.20 no noncontrolling fact at all: consolidated is the parent's, and lineage says absence", () => {
    const built = build("apple-2024-equity");
    const income = line(built, "2024FY", "net_income_consolidated");
    expect(income.value).toBe("93736000000");
    expect(operandsOf(income)).toEqual([
      "absence",
      [1, "net_income@2023-10-01/2024-09-28", "93736000000"],
    ]);
    expect(operandsOf(line(built, "2024FY", "total_equity"))).toEqual([
      "absence",
      [1, "stockholders_equity@2023-10-01/2024-09-28", "56950000000"],
    ]);
  });

  test("2.20 Costco FY2022 has a minority: consolidated is reported, or parent plus minority", () => {
    const built = build("costco-nci");
    expect(shown(built, "2022FY", "net_income_consolidated")).toBe("5915000000");
    const facts = figures("costco-nci").filter(({ tag }) => tag !== "ProfitLoss");
    const computed = line(build(facts), "2022FY", "net_income_consolidated");
    expect(computed.value).toBe("5915000000");
    expect(operandsOf(computed)).toEqual([
      "rollup",
      [1, "net_income@2021-08-30/2022-08-28", "5844000000"],
      [1, "net_income_nci@2021-08-30/2022-08-28", "71000000"],
    ]);
  });

  test("2.20 with a minority on the balance sheet nothing is inferred: null with not_reported", () => {
    const facts = figures("costco-nci").filter(
      ({ tag }) =>
        tag !== "ProfitLoss" && tag !== "NetIncomeLossAttributableToNoncontrollingInterest",
    );
    const built = build(facts);
    expect(shown(built, "2022FY", "noncontrolling_interest")).toBe("5000000");
    expect(shown(built, "2022FY", "net_income_consolidated")).toBe("not_reported");
  });
});

describe("2.21 Order of evaluation", () => {
  const without = (...tags: string[]): Fact[] =>
    figures("apple-2024-equity").filter(({ tag, end }) => !tags.includes(tag) && end > "2024");

  test("2.21 a direct tag goes before arithmetic", () => {
    const built = build("apple-2024-equity");
    const gross = line(built, "2024FY", "gross_profit");
    expect(gross.value).toBe("180683000000");
    expect(factOf(built, gross).tag).toBe("GrossProfit");
  });

  test("2.21 the rollup comes next, with its operands", () => {
    const gross = line(build(without("GrossProfit")), "2024FY", "gross_profit");
    expect(gross.value).toBe("180683000000");
    expect(operandsOf(gross)).toEqual([
      "rollup",
      [1, "revenue@2023-10-01/2024-09-28", "391035000000"],
      [-1, "cost_of_revenue@2023-10-01/2024-09-28", "210352000000"],
    ]);
  });

  test("2.21 two-way pairs end: without both a total and a part neither is made from the other", () => {
    const built = build(without("GrossProfit", "CostOfGoodsAndServicesSold"));
    expect(shown(built, "2024FY", "revenue")).toBe("391035000000");
    expect(shown(built, "2024FY", "gross_profit")).toBe("not_reported");
    expect(shown(built, "2024FY", "cost_of_revenue")).toBe("not_reported");
  });

  test("2.21 EBITDA takes filed operands only: null with not_reported when operating income is computed", () => {
    expect(shown(build("apple-2024-equity"), "2024FY", "ebitda")).toBe("134661000000");
    const built = build(without("OperatingIncomeLoss"));
    expect(shown(built, "2024FY", "ebitda")).toBe("not_reported");
  });

  test("2.21 a value computed from a computed value keeps the whole operand tree", () => {
    const built = build("apple-2023");
    const { lineage } = line(built, "TTM2023Q4", "operating_cash_flow");
    expect(JSON.stringify(lineage)).toContain("ytd_difference");
    expect(JSON.stringify(lineage)).toContain("fy_less_nine_months");
  });
});
