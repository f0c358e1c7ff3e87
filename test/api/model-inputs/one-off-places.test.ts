import { describe, expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { bundledReference, industryOf } from "#registry/models/rates/reference.ts";
import { type FiledFact, withFiled } from "../../helpers/companies/filed-flows.ts";
import {
  makeFacts,
  makeSource,
  soundYears,
  withLines,
} from "../../helpers/companies/model-company.ts";
import { compute } from "../../helpers/companies/models.ts";

type Lines = Record<string, number | null>;
const million = 1_000_000;
const company = (lines: Lines, filed: readonly FiledFact[]) => {
  const years = withLines(
    Object.fromEntries(
      Object.entries(lines).map(([key, value]) => [key, value === null ? null : value * million]),
    ),
  );
  const inMillions = filed.map((one) => ({ ...one, value: one.value * million }));
  return extractFacts(withFiled(makeSource({ years }), inMillions));
};
const assumed = (facts: ReturnType<typeof company>, template: string, key: string) =>
  compute(facts, template).assumptions.find((one) => one.key === key);

/** Years of income before tax, tax and net income, the oldest first. */
const taxed = (
  years: readonly (readonly [number, number, number])[],
  template: "industrial" | "reit" = "industrial",
) => {
  const newest = Object.keys(soundYears).map(Number).sort().slice(-years.length);
  const lines = newest.map((year, index) => {
    const [pretax_income = 0, income_tax_expense = 0, net_income = 0] = years[index] ?? [];
    return [year, { ...soundYears[year], pretax_income, income_tax_expense, net_income }] as const;
  });
  return makeFacts({ years: Object.fromEntries(lines), template });
};

const marvell = company(
  {
    ...{ revenue: 8_194.6, operating_income: 1_322.9, pretax_income: 3_046.6 },
    ...{ interest_expense: 202.6, income_tax_expense: 376.5, net_income: 2_670.1 },
    depreciation_and_amortization: 1_163.7,
  },
  [
    { tag: "GainLossOnSaleOfBusiness", value: 1_830.4 },
    { tag: "RestructuringCharges", value: 30 },
  ],
);

describe("one-off charges by their place", () => {
  test("Panasonic's impairments of 2010 are in the other deductions below operating profit", () => {
    // In billions of yen: 7,417.980 less costs of 5,341.059 and selling costs of 1,886.468.
    const lines = {
      ...{
        revenue: 7_417_980,
        gross_profit: 2_076_921,
        selling_general_and_administrative: 1_886_468,
      },
      ...{ operating_income: 190_453, pretax_income: -29_315 },
    };
    const impaired = { tag: "AssetImpairmentCharges", value: 83_004 };
    const facts = company(lines, [impaired, { tag: "OtherNonoperatingExpense", value: 261_040 }]);
    const seed = assumed(facts, "terminal_growth", "one_off_charges");
    expect(seed?.value).toBe(0);
    expect(seed?.note).toContain("not added back, as below operating income: other impairment");
    // Selling costs hold what nothing below can: Walmart's, Costco's and others'.
    const within = company(lines, [impaired, { tag: "OtherNonoperatingExpense", value: 20_000 }]);
    expect(assumed(within, "terminal_growth", "one_off_charges")?.value).toBe(83_004 * million);
  });

  test("Marvell's gain of 2026 on its automotive business is below operating income", () => {
    const seed = assumed(marvell, "terminal_growth", "one_off_charges");
    expect(seed?.value).toBe(30 * million);
    expect(seed?.note).toContain("not added back, as below operating income: result of disposals");
    // (1,322.9 + 1,163.7 + 30) / 8,194.6.
    expect(assumed(marvell, "terminal_growth", "ebitda_margin")?.value).toBe(0.307105);
  });

  test("net income is after it, and so multiples of earnings leave it out", () => {
    const seed = assumed(marvell, "pe_multiples", "one_off_charges");
    expect(seed?.value).toBeCloseTo((30 - 1_830.4) * 0.75 * million, 0);
  });

  test("Hertz's gain of 2025 is among its costs, and so EBITDA leaves it out", () => {
    const hertz = company({ operating_income: -830, pretax_income: -830, interest_expense: null }, [
      { tag: "InterestExpenseOperating", value: 1_077 },
      { tag: "OtherNonoperatingIncomeExpense", value: 3 },
      { tag: "GainLossOnSaleOfBusiness", value: 144 },
      { tag: "RestructuringCharges", value: 18 },
    ]);
    expect(hertz.charges.total).toBe((18 - 144) * million);
  });

  test("Disney's restructuring and impairment of 2025 is one figure, not its impairments of 871", () => {
    const disney = company(
      {
        ...{ revenue: 94_425, operating_income: 17_551, pretax_income: 12_003 },
        ...{ interest_expense: 1_812, equity_method_income: 295 },
      },
      [
        { tag: "CostsAndExpenses", value: 80_593 },
        { tag: "InterestIncomeExpenseNonoperatingNet", value: -1_305 },
        { tag: "RestructuringSettlementAndImpairmentProvisions", value: 819 },
        { tag: "GoodwillAndIntangibleAssetImpairment", value: 871 },
      ],
    );
    expect(disney.charges.total).toBe(819 * million);
  });

  test("Liberty Global's gain of 2010 on a business given up is no earnings of years to come", () => {
    const liberty = company(
      { net_income: 736.6, pretax_income: -616.6, income_tax_expense: 16.7 },
      [{ tag: "IncomeLossFromDiscontinuedOperationsNetOfTax", value: 1_439.8 }],
    );
    // After tax already, and no part of operating income.
    expect(assumed(liberty, "pe_multiples", "one_off_charges")?.value).toBe(-1_439.8 * million);
    expect(assumed(liberty, "terminal_growth", "one_off_charges")?.value).toBe(0);
    expect(compute(liberty, "pe_multiples").stateReason?.code).toBe("metric_not_positive");
    const reported = { assumptions: { normalised_earnings: 0 } };
    expect(compute(liberty, "pe_multiples", reported).state).toBe("computed");
  });

  test("what discontinued operations earn is of the company before it is of all owners", () => {
    const williams = company({}, [
      { tag: "IncomeLossFromDiscontinuedOperationsNetOfTax", value: -223 },
      {
        tag: "IncomeLossFromDiscontinuedOperationsNetOfTaxAttributableToReportingEntity",
        value: -153,
      },
    ]);
    expect(assumed(williams, "pe_multiples", "one_off_charges")?.value).toBe(153 * million);
  });

  test("SunEdison's impairment of goodwill of 2015, filed as −38, is a charge of 38", () => {
    const sunEdison = company({}, [
      { tag: "GoodwillImpairmentLoss", value: -38 },
      { tag: "AssetImpairmentCharges", value: 55 },
    ]);
    expect(sunEdison.charges.charges.map(({ value }) => value / million)).toEqual([38, 17]);
  });

  test("SUPERVALU's asset impairment of 2010 is one of other assets", () => {
    const supervalu = company({}, [{ tag: "OtherAssetImpairmentCharges", value: 74 }]);
    expect(supervalu.charges.total).toBe(74 * million);
  });

  test("nothing is taken out of a year that does not hold it, and charges follow the span of earnings", () => {
    const quarter = { start: "2023-01-01", end: "2023-03-31", filed: "2023-05-01" };
    const source = makeSource({
      quarters: {
        "2024Q1": { total_assets: 1e10, revenue: 2.6e9 },
        "2023Q1": { total_assets: 9e9, revenue: 2.3e9 },
      },
      knownOn: "2024-06-01",
    });
    const facts = extractFacts(
      withFiled(source, [{ tag: "AssetImpairmentCharges", value: 391e6, ...quarter }]),
    );
    expect(facts.anchors?.balanceSheetDate).toBe("2024-03-31");
    expect(facts.charges.total).toBe(0);
    const charged = extractFacts(
      withFiled(source, [
        { tag: "AssetImpairmentCharges", value: 391e6, ...quarter },
        { tag: "AssetImpairmentCharges", value: 500e6 },
      ]),
    );
    // Twelve months cannot be had without a quarter's operating income: both are of the fiscal year.
    expect(charged.charges.total).toBe(109e6);
    expect(assumed(charged, "terminal_growth", "one_off_charges")?.value).toBe(500e6);
  });
});

describe("tax rate", () => {
  const rates = (taxes: readonly number[]) =>
    makeFacts({
      years: Object.fromEntries(
        taxes.map((tax, index) => [
          2019 + index,
          {
            ...withLines({})[2023],
            pretax_income: 1e9,
            income_tax_expense: tax * 1e9,
          },
        ]),
      ),
    });

  test("one year of a tax benefit does not run for ever: Disney's five years to 2025", () => {
    const facts = rates([0.00976, 0.328, 0.289, 0.2373, -0.119]);
    const seed = assumed(facts, "terminal_growth", "tax_rate");
    expect(seed?.value).toBe(0.2373);
    expect(seed?.note).toContain("as reported three years together (13.58%)");
    const reported = compute(facts, "terminal_growth", { assumptions: { normalised_earnings: 0 } });
    expect(reported.assumptions.find(({ key }) => key === "tax_rate")?.value).toBe(0.135767);
  });

  test("three years together without tax or income give no rate, and the note says so (Tesla 2024)", () => {
    const seed = assumed(rates([0.1, 0.112, 0.083, -0.5, 0.2]), "terminal_growth", "tax_rate");
    expect(seed?.note).toContain("three years together have no income before tax or no tax");
  });

  test("a year taxed at 292 % is no usual one: Marvell's of 2022 to 2026", () => {
    // With it the median of two would be held at 35 %.
    const seed = assumed(rates([-0.2, 2.92, -0.3, -0.1, 0.1236]), "terminal_growth", "tax_rate");
    expect(seed?.value).not.toBe(0.35);
    const years = assumed(rates([0.12, 2.92, 0.14]), "terminal_growth", "tax_rate");
    expect(years?.value).toBe(0.13);
    expect(years?.note).toContain("in 2 fiscal years");
  });

  test("of Genzyme 2007 to 2009, filed with its sign turned, is what net income shows", () => {
    const facts = taxed([
      [735.67, -255.48, 480.19],
      [625.54, -204.46, 421.08],
      [543.73, -121.43, 422.3],
    ]);
    expect(assumed(facts, "terminal_growth", "tax_rate")?.value).toBe(0.326854);
    // A true benefit adds to net income.
    const benefit = taxed([
      [735.67, -255.48, 991.15],
      [625.54, -204.46, 830],
    ]);
    expect(assumed(benefit, "terminal_growth", "tax_rate")?.value).toBe(0.21);
  });

  test("of Ventas 2007 to 2009 is none: a REIT pays no tax on what it distributes", () => {
    const years: [number, number, number][] = [
      [109.96, -28.04, 138],
      [138.45, -15.89, 177.7],
      [195.36, -1.72, 197.1],
    ];
    expect(assumed(taxed(years, "reit"), "terminal_growth", "tax_rate")?.value).toBe(0);
    expect(assumed(taxed(years), "terminal_growth", "tax_rate")?.value).toBe(0.21);
  });

  test("of one year with income alone, or of benefits, is the statutory rate with its reason", () => {
    const seed = assumed(rates([-0.2, -0.1, -0.3]), "terminal_growth", "tax_rate");
    expect(seed?.value).toBe(0.21);
  });
});

describe("growth on one scope", () => {
  test("Kimberly-Clark 2025 grows from 2022 as its newest report has it, −1.0 % a year", () => {
    const revenue: Record<number, number> = {
      ...{ 2020: 19_140, 2021: 19_440, 2022: 20_175, 2023: 17_146, 2024: 16_805, 2025: 16_447 },
    };
    const years = Object.fromEntries(
      Object.entries(revenue).map(([year, value]) => [year, { revenue: value * million }]),
    );
    const source = makeSource({ years, knownOn: "2026-03-01" });
    const ofReport = { tag: "Tag_revenue", filed: "2025-12-04" };
    const facts = extractFacts(
      withFiled(source, [
        { ...ofReport, value: 16_952 * million, start: "2022-01-01", end: "2022-12-31" },
        { ...ofReport, value: 17_146 * million },
      ]),
    );
    expect(assumed(facts, "terminal_growth", "initial_revenue_growth")).toMatchObject({
      value: -0.01003,
      note: "compound growth of revenue over 3 years, as far back as one scope of the business is reported",
    });
  });
});

test("a year without an income statement is no base year", () => {
  const years = { ...withLines({}), 2024: { total_assets: 1.1e10 } };
  expect(makeFacts({ years, knownOn: "2025-03-01" }).anchors?.fiscalYear).toBe(2023);
});

test("without a SIC code the template of the statements tells the industry", () => {
  const named = (statementTemplate: "bank" | "reit" | "insurer" | "industrial") =>
    industryOf(bundledReference, { sic: null, statementTemplate }).industry;
  expect(named("bank")).toBe("Bank (Money Center)");
  expect(named("reit")).toBe("R.E.I.T.");
  expect(named("insurer")).toBe("Insurance (General)");
  expect(named("industrial")).toBe("Total market excluding financials");
  const coded = (sic: string) =>
    industryOf(bundledReference, { sic, statementTemplate: "industrial" }).industry;
  expect(coded("7990")).toBe("Entertainment");
  expect(coded("2670")).toBe("Household Products");
  expect(coded("7514")).toBe("Transportation");
  // Oil field machinery (Baker Hughes), natural gas distribution (Laclede), millwork (Masco) and leather goods (Coach).
  expect(coded("3533")).toBe("Oilfield Svcs/Equip.");
  expect(coded("4924")).toBe("Utility (General)");
  expect(coded("4922")).toBe("Oil/Gas Distribution");
  expect(coded("2430")).toBe("Building Materials");
  expect(coded("3100")).toBe("Apparel");
  expect(coded("3140")).toBe("Shoe");
});
