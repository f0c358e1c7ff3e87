import { describe, expect, test } from "vitest";
import { annualFact, build, figures, line, operandsOf, shown } from "./company.ts";

describe("17 Lines of twelve months that are no sum of quarters", () => {
  test("17 the tax rate of twelve months is their tax over their income", () => {
    const rate = line(build("apple-2025-rate"), "TTM2026Q1", "effective_tax_rate");
    expect([rate.value, rate.unit]).toEqual(["0.165572", "pure"]);
    expect(operandsOf(rate)).toEqual([
      "quotient",
      [1, "income_tax_expense@2024-12-29/2025-12-27", "23370000000"],
      [1, "pretax_income@2024-12-29/2025-12-27", "141147000000"],
    ]);
  });

  test("17 a fourth quarter has its own rate, though the filer states that of the year", () => {
    const built = build("apple-2025-rate");
    expect(shown(built, "2025Q4", "effective_tax_rate")).toBe("0.162724");
    expect(shown(built, "2025FY", "effective_tax_rate")).toBe("0.156");
  });

  test("17 income to common of twelve months is computed where each quarter is", () => {
    const built = build("apple-2025-rate");
    expect(shown(built, "TTM2026Q1", "net_income_to_common")).toBe("117777000000");
  });

  test("17 income to common stays null where one quarter allots it otherwise", () => {
    const facts = figures("apple-2025-rate");
    const quarter = facts.find(
      ({ tag, start }) => tag === "NetIncomeLoss" && start === "2025-09-28",
    );
    if (!quarter) throw new Error("no quarter");
    const allotted = {
      ...quarter,
      tag: "NetIncomeLossAvailableToCommonStockholdersBasic",
      value: "42000000000",
    };
    const built = build([...facts, allotted]);
    expect(shown(built, "2026Q1", "net_income_to_common")).toBe("42000000000");
    expect(shown(built, "TTM2026Q1", "net_income_to_common")).toBe("non_additive");
  });

  test("17 EBITDA takes depreciation alone, as partial, where nothing is amortized", () => {
    const ebitda = line(build("alphabet-ebitda"), "2024Q4", "ebitda");
    expect([ebitda.value, ebitda.flags]).toEqual(["35177000000", ["derived_q4", "scope:partial"]]);
  });
});

describe("19 Dividends by class of shares", () => {
  test("19 dividends of common and preferred shares are added", () => {
    const built = build("kraft-heinz-dividends");
    expect(shown(built, "2014FY", "dividends_paid")).toBe("720000000");
    expect(shown(built, "2015Q2", "dividends_paid")).toBe("180000000");
    expect(shown(built, "2015Q3", "dividends_paid")).toBe("817000000");
  });
});

describe("20 Figures per share of a loss", () => {
  test("20 basic average shares are the diluted ones that alone are filed", () => {
    const basic = line(build("snowflake-loss"), "2025Q3", "weighted_average_shares_basic");
    expect([basic.value, basic.flags]).toEqual(["331761000", ["antidilutive"]]);
  });

  test("20 not in a profit, and not where basic and diluted earnings differ", () => {
    const facts = figures("snowflake-loss");
    const gain = facts.map((fact) => ({ ...fact, value: fact.value.replace(/^-/, "") }));
    expect(shown(build(gain), "2025Q3", "weighted_average_shares_basic")).toBe("not_reported");
    const apart = facts.map((fact) =>
      fact.tag === "EarningsPerShareDiluted" ? { ...fact, value: "-0.99" } : fact,
    );
    expect(shown(build(apart), "2025Q3", "weighted_average_shares_basic")).toBe("not_reported");
  });
});

describe("7 Non-operating income that leaves interest out", () => {
  // McDonald's, 2010Q1: 1,674.1 of operating income, 112.5 of interest, 6.2 of other income; 10-Q of 2010-05-07.
  const at = { start: "2010-01-01", end: "2010-12-31", filed: "2011-02-25", fy: 2010 };
  const parts = (nonoperating: string) => [
    annualFact("OperatingIncomeLoss", "1674100000", at),
    annualFact("NonoperatingIncomeExpense", nonoperating, at),
    annualFact("IncomeTaxExpenseBenefit", "467100000", at),
    annualFact("NetIncomeLoss", "1089800000", at),
  ];

  test("7 net income and tax prove income before tax; the tag that contradicts them is refused", () => {
    const built = build(parts("-6200000"));
    expect(shown(built, "2010FY", "pretax_income")).toBe("1556900000");
    expect(shown(built, "2010FY", "nonoperating_income")).toBe("-117200000");
  });

  test("7 a tag that agrees with them stays", () => {
    const nonoperating = line(build(parts("-117200000")), "2010FY", "nonoperating_income");
    expect([nonoperating.value, nonoperating.refused]).toEqual(["-117200000", undefined]);
  });
});

describe("21 Revenue under the name of an industry", () => {
  test("21 it is the total where nothing larger is filed, and refused where something is", () => {
    const total = annualFact("ElectricUtilityRevenue", "4112000000");
    const part = annualFact("ElectricalGenerationRevenue", "1871000000");
    const revenue = line(build([total, part]), "2024FY", "revenue");
    expect([revenue.value, revenue.flags]).toEqual(["4112000000", ["scope:partial"]]);
    const larger = annualFact("SalesRevenueServicesNet", "9000000000");
    expect(shown(build([total, part, larger]), "2024FY", "revenue")).toBe("9000000000");
  });
});

describe("2 Noncurrent liabilities that leave long-term debt out", () => {
  test("2 a tag below long-term debt is no total and makes no total liabilities", () => {
    const end = { start: null, end: "2024-05-26" };
    const built = build([
      annualFact("NetIncomeLoss", "1000000"),
      annualFact("LiabilitiesCurrent", "271600000", end),
      annualFact("LiabilitiesNoncurrent", "160000000", end),
      annualFact("LongTermDebtNoncurrent", "3100000000", end),
    ]);
    expect(shown(built, "2024FY", "noncurrent_liabilities")).toBe("scope_conflict");
    expect(shown(built, "2024FY", "total_liabilities")).toBe("not_reported");
  });
});

describe("17 Income tax of filers that name only its parts", () => {
  const parts = [
    annualFact(
      "IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest",
      "1207000000",
    ),
    annualFact("CurrentIncomeTaxExpenseBenefit", "280000000"),
    annualFact("NetIncomeLoss", "705000000"),
  ];

  test("17 it is what stands between income before and after tax", () => {
    const tax = line(build(parts), "2024FY", "income_tax_expense");
    expect(tax.value).toBe("502000000");
    expect(operandsOf(tax)[0]).toBe("absence");
  });

  test("17 not where equity-method income or a noncontrolling interest may stand there, too", () => {
    for (const tag of ["IncomeLossFromEquityMethodInvestments", "MinorityInterest"]) {
      const end = { start: null, end: "2024-05-26" };
      const besides = annualFact(tag, "1000000", tag === "MinorityInterest" ? end : {});
      expect(shown(build([...parts, besides]), "2024FY", "income_tax_expense")).toBe(
        "not_reported",
      );
    }
  });
});

describe("23 Costs that are stated as one total", () => {
  // Celadon Group, year to June 2014: quarters of the 10-Qs, the year of 0001008886-14-000114.
  const filed = (costs: readonly string[], income: readonly string[], revenue: readonly string[]) =>
    [
      ["2013-07-01", "2013-09-30", "2013-11-12"],
      ["2013-10-01", "2013-12-31", "2014-02-10"],
      ["2014-01-01", "2014-03-31", "2014-05-12"],
      ["2014-04-01", "2014-06-30", "2014-09-15"],
      ["2013-07-01", "2014-06-30", "2014-09-15"],
    ].flatMap(([start = "", end = "", day = ""], i) => {
      const at = { start, end, filed: day, fy: 2014, accession: `0001008886-14-00000${i}` };
      return [
        annualFact("OperatingExpenses", costs[i] ?? "", at),
        annualFact("OperatingIncomeLoss", income[i] ?? "", at),
        annualFact("Revenues", revenue[i] ?? "", at),
      ];
    });
  const costs = ["163570000", "184652000", "186446000", "185208000", "719877000"];
  const income = ["11532000", "8943000", "6782000", "12178000", "39434000"];
  const revenue = ["175102000", "193595000", "193228000", "197386000", "759311000"];

  test("23 cost of revenue and gross profit are null where operating expenses are all costs", () => {
    const built = build(filed(costs, income, revenue));
    for (const key of ["2014FY", "2014Q1", "2014Q4", "TTM2014Q4"]) {
      expect(shown(built, key, "cost_of_revenue")).toBe("undivided_costs");
      expect(shown(built, key, "gross_profit")).toBe("undivided_costs");
    }
    expect(shown(built, "2014FY", "operating_expenses")).toBe("719877000");
  });

  test("23 a filed cost of revenue that is a sliver of all costs is not shown, nor gross profit", () => {
    const year = { start: "2009-07-01", end: "2010-06-30", filed: "2012-09-13", fy: 2010 };
    const built = build([
      annualFact("Revenues", "528618000", year),
      annualFact("CostOfGoodsAndServicesSold", "5947000", year),
      annualFact("OperatingExpenses", "508786000", year),
      annualFact("OperatingIncomeLoss", "19832000", year),
    ]);
    expect(shown(built, "2010FY", "cost_of_revenue")).toBe("undivided_costs");
    expect(shown(built, "2010FY", "gross_profit")).toBe("undivided_costs");
  });

  test("23 operating expenses that leave costs out say nothing of the others", () => {
    const less = filed(
      costs.map((value) => value.replace("000", "")),
      income,
      revenue,
    );
    expect(shown(build(less), "2014FY", "cost_of_revenue")).toBe("not_reported");
  });
});
