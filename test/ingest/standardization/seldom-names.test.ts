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
      rule: "equity-income-in-revenue",
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

describe("25 Net income that only its figure per share tells", () => {
  const shares = (count: string, perShare: string) => [
    annualFact("WeightedAverageNumberOfSharesOutstandingBasic", count, {
      ...spring2010,
      unit: "shares",
    }),
    annualFact("EarningsPerShareBasic", perShare, { ...spring2010, unit: "USD/shares" }),
  ];
  const netIncome = (income: string, count: string, perShare: string, over: Figures = {}) => {
    const flows = filing(
      spring2010,
      { ProfitLoss: income, ...over },
      { MinorityInterest: "116000000" },
    );
    return line(build([...flows, ...shares(count, perShare)]), "2010Q1", "net_income");
  };

  test("25 IBM 2010Q1 files its net income as profit or loss alone: 2,601 million are 2.00 a share", () => {
    const proven = netIncome("2601000000", "1301200000", "2.00");
    expect(proven.value).toBe("2601000000");
    expect(operandsOf(proven)).toEqual([
      "absence",
      [1, "net_income_consolidated@2010-01-01/2010-03-31", "2601000000"],
    ]);
  });

  test("25 KBR 2010Q1: 59 million are 0.37 a share, and it states 0.29", () => {
    expect(netIncome("59000000", "160000000", "0.29").reason).toBe("not_reported");
  });

  test("25 not where income to common is stated with another value, nor where preferred dividends are", () => {
    const constellation = (over: Figures) =>
      netIncome("191600000", "200300000", "0.96", over).reason;
    const common = "NetIncomeLossAvailableToCommonStockholdersBasic";
    expect(constellation({ [common]: "191500000" })).toBe("not_reported");
    expect(constellation({ PreferredStockDividends: "100000" })).toBe("not_reported");
  });
});

describe("26 Balances that the filings of a day are silent of", () => {
  /** Kraft Heinz: short-term debt in the third quarter of 2024, none at the end of the year. */
  const balance = (end: string, filed: string, form: string, values: Figures) =>
    filing({ end, filed, form, accession: `0001637459-${filed}` }, {}, values);
  const yearEnd = {
    Assets: "88287000000",
    LiabilitiesAndStockholdersEquity: "88287000000",
    LongTermDebtAndCapitalLeaseObligationsCurrent: "654000000",
    LongTermDebtAndCapitalLeaseObligations: "19215000000",
  };
  const year = { start: "2023-12-31", end: "2024-12-28", filed: "2025-02-13", fy: 2024 };
  const own = { ...year, accession: "0001637459-2025-02-13" };
  const quarter = filing(
    { ...year, end: "2024-09-28", filed: "2024-10-30", form: "10-Q", accession: "0001637459-24" },
    { NetIncomeLoss: "613000000" },
    { Assets: "88566000000", ShortTermBorrowings: "13000000" },
  );
  const annual = filing(own, { NetIncomeLoss: "2744000000" }, yearEnd);

  test("26 Kraft Heinz 2024: two filings of the year end name no short-term debt, so 19,869 million are all", () => {
    const next = balance("2024-12-28", "2025-04-29", "10-Q", yearEnd);
    const built = build([...quarter, ...annual, ...next]);
    expect(shown(built, "2024FY", "debt_current")).toBe("654000000");
    expect(shown(built, "2024FY", "total_debt")).toBe("19869000000");
  });

  test("26 one filing's silence says nothing, nor that of an excerpt without the other side of the balance sheet", () => {
    const { LiabilitiesAndStockholdersEquity: _, ...excerpt } = yearEnd;
    const next = balance("2024-12-28", "2025-04-29", "10-Q", excerpt);
    expect(shown(build([...quarter, ...annual]), "2024FY", "total_debt")).toBe("not_reported");
    expect(shown(build([...quarter, ...annual, ...next]), "2024FY", "total_debt")).toBe(
      "not_reported",
    );
  });
});

describe("24 Names of 2009 and 2010", () => {
  test.each([
    [
      "inventory",
      {
        InventoryFinishedGoodsAndWorkInProcess: "9331000000",
        InventoryPartsAndComponents: "2315000000",
      },
      "11646000000",
    ],
    ["inventory", { Supplies: "102000000" }, "102000000"],
    [
      "cash_and_equivalents",
      { CashCashEquivalentsAndShortTermInvestments: "938500000" },
      "938500000",
    ],
    ["liabilities_and_equity", { LiabilitiesAndPartnersCapital: "15518413000" }, "15518413000"],
    ["accrued_liabilities", { AccruedLiabilities: "11821000000" }, "11821000000"],
  ])("24 %s", (key, balances: Figures, value) => {
    const built = build(
      filing(spring2010, { NetIncomeLoss: "1000000" }, { Assets: "99000000000", ...balances }),
    );
    expect(shown(built, "2010Q1", key)).toBe(value);
  });
});
