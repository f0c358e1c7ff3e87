import { describe, expect, test } from "vitest";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { annualFact, build, factOf, line, operandsOf, shown } from "./company.ts";

type Figures = Record<string, string>;

/** Facts of one filing of one span; balances stand at its end. */
function filing(over: Partial<Fact>, flows: Figures, balances: Figures = {}): Fact[] {
  return [
    ...Object.entries(flows).map(([tag, value]) => annualFact(tag, value, over)),
    ...Object.entries(balances).map(([tag, value]) =>
      annualFact(tag, value, { ...over, start: null }),
    ),
  ];
}

/** The first quarter of 2010, as 10-Qs of May 2010 have it. */
const spring2010 = {
  start: "2010-01-01",
  end: "2010-03-31",
  form: "10-Q",
  filed: "2010-05-06",
  fy: 2010,
  fp: "Q1",
};

describe("7 Revenues that include other income", () => {
  const operations = {
    Revenues: "379781000",
    RealEstateRevenueNet: "363224000",
    OperatingLeasesIncomeStatementLeaseRevenue: "302383000",
    IncomeLossFromEquityMethodInvestments: "7910000",
    NetIncomeLoss: "52714000",
  };

  test("7 Boston Properties 2010Q1: hotels and parking are 2.1 times equity-method income, and yet revenue", () => {
    const proof = { OperatingIncomeLoss: "52832000", CostsAndExpenses: "326949000" };
    const built = build(filing(spring2010, { ...operations, ...proof }));
    expect(shown(built, "2010Q1", "revenue")).toBe("379781000");
  });

  test("7 without operating income and costs nothing proves it: refused", () => {
    const built = build(filing(spring2010, operations));
    expect(line(built, "2010Q1", "revenue").refused).toContainEqual({
      tag: "us-gaap:Revenues",
      guard: "withoutEquityIncome",
    });
  });
});

describe("23 A cost of revenue that is but a sliver of all costs", () => {
  const tower = {
    SalesRevenueNet: "454434000",
    CostOfServices: "6045000",
    SellingGeneralAndAdministrativeExpense: "53527000",
    CostsAndExpenses: "275585000",
    OperatingIncomeLoss: "178849000",
  };

  test("23 American Tower 2010Q1: 6 million of network services are not the cost of 454 million", () => {
    const built = build(filing(spring2010, tower));
    expect(shown(built, "2010Q1", "cost_of_revenue")).toBe("undivided_costs");
    expect(shown(built, "2010Q1", "gross_profit")).toBe("undivided_costs");
  });

  test("23 WellPoint 2010Q1: 112 million of drugs are not the cost of 15,099 million", () => {
    const built = build(
      filing(spring2010, {
        Revenues: "15098500000",
        CostOfGoodsSold: "112400000",
        SellingGeneralAndAdministrativeExpense: "2200600000",
        IncomeLossFromContinuingOperationsBeforeIncomeTaxesMinorityInterestAndIncomeLossFromEquityMethodInvestments:
          "1335300000",
      }),
    );
    expect(shown(built, "2010Q1", "gross_profit")).toBe("undivided_costs");
  });

  test("23 a small cost stays where selling and research explain the rest, where a gross profit is filed, and in a loss", () => {
    const explained = { ...tower, ResearchAndDevelopmentExpense: "150000000" };
    const captioned = { ...tower, GrossProfit: "448389000" };
    const loss = { ...tower, OperatingIncomeLoss: "-178849000", CostsAndExpenses: "633283000" };
    for (const flows of [explained, captioned, loss]) {
      const built = build(filing(spring2010, flows));
      expect(shown(built, "2010Q1", "cost_of_revenue")).toBe("6045000");
      expect(shown(built, "2010Q1", "gross_profit")).toBe("448389000");
    }
  });
});

describe("2.9 Names that few filers use", () => {
  const year2021 = { start: "2021-01-01", end: "2021-12-31", filed: "2022-02-23", fy: 2021 };

  test("2.9 Hertz 2021 states interest expense net of interest income alone: 469 million, a partial scope", () => {
    const flows = { InterestIncomeExpenseNet: "-469000000", NetIncomeLoss: "365000000" };
    const built = build(filing(year2021, flows));
    const interest = line(built, "2021FY", "interest_expense");
    expect(interest).toMatchObject({ value: "469000000", flags: ["scope:partial"] });
  });

  test("2.9 net interest that is an income is no interest expense", () => {
    const flows = { InterestIncomeExpenseNet: "8771000", NetIncomeLoss: "365000000" };
    const built = build(filing(year2021, flows));
    expect(shown(built, "2021FY", "interest_expense")).toBe("scope_conflict");
  });

  test("2.9 Halliburton 2010Q1 states its long-term debt as other: 4,574 million in all, not the 750 due", () => {
    const balances = {
      Assets: "16980000000",
      LongTermDebtCurrent: "750000000",
      OtherLongTermDebtNoncurrent: "3824000000",
    };
    const built = build(filing(spring2010, { NetIncomeLoss: "206000000" }, balances));
    expect(shown(built, "2010Q1", "total_debt")).toBe("4574000000");
  });

  test("2.9 Amphenol 2012: the effect of exchange rates is in the change in cash, 175.8 million", () => {
    const own = { start: "2012-01-01", end: "2012-12-31", filed: "2013-02-22", fy: 2012 };
    const built = build(
      filing(own, {
        NetCashProvidedByUsedInOperatingActivitiesContinuingOperations: "674679000",
        NetCashProvidedByUsedInInvestingActivitiesContinuingOperations: "-493599000",
        NetCashProvidedByUsedInFinancingActivitiesContinuingOperations: "-13084000",
        EffectOfExchangeRateOnCashAndCashEquivalentsContinuingOperations: "7768000",
      }),
    );
    const change = line(built, "2012FY", "net_change_in_cash");
    expect(change.value).toBe("175764000");
    expect(operandsOf(change)[0]).toBe("rollup");
  });

  test("2.9 a REIT's secured debt, unsecured debt and credit lines are one long-term debt", () => {
    const flows = {
      Revenues: "379781000",
      OperatingLeasesIncomeStatementLeaseRevenue: "302383000",
    };
    const balances = {
      Assets: "12212000000",
      RealEstateInvestmentPropertyNet: "9000000000",
      SecuredDebt: "2637534000",
      UnsecuredDebt: "2172475000",
    };
    const built = build(filing(spring2010, flows, balances));
    expect(shown(built, "2010Q1", "long_term_debt")).toBe("4810009000");
  });

  test("2.9 Plains All American 2010Q1: figures per unit and of limited partners", () => {
    const units = {
      NetIncomeLossPerOutstandingLimitedPartnershipUnit: "0.80",
      NetIncomeLossPerOutstandingLimitedPartnershipUnitDiluted: "0.80",
    };
    const built = build([
      ...filing(spring2010, {
        NetIncomeLoss: "151000000",
        NetIncomeLossAllocatedToLimitedPartners: "112000000",
      }),
      ...filing({ ...spring2010, unit: "USD/shares" }, units),
    ]);
    expect(shown(built, "2010Q1", "eps_basic")).toBe("0.80");
    expect(shown(built, "2010Q1", "eps_diluted")).toBe("0.80");
    const income = line(built, "2010Q1", "net_income_to_common");
    expect(factOf(built, income).tag).toBe("NetIncomeLossAllocatedToLimitedPartners");
  });
});
