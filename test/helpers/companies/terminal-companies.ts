import type { TerminalInput } from "#ingest/terminal/terminal-input.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { StatementPeriod } from "#schemas/shapes/companies/statement.ts";
import {
  build,
  column,
  filingRecord,
  input,
  nullLine,
  period,
  profile,
  reported,
  valueLine,
  writeLines,
} from "./terminal-parts.ts";

const annual2023 = { accession: "0000320193-23-000106", form: "10-K", filed: "2023-11-03" };
const annual2022 = { accession: "0000320193-22-000108", form: "10-K", filed: "2022-10-28" };
const gaap = (tag: string, value: string, unit = "USD") => `us-gaap:${tag} ${value} ${unit}`;

/** Apple's fiscal 2023 and 2022: a 53-week year after a 52-week one, with Q4 2023 derived. */
export function apple(): TerminalInput {
  const facts: Fact[] = [];
  const year2023: [string, string] = ["2022-09-25", "2023-09-30"];
  const lines2023 = writeLines(
    facts,
    {
      revenue: gaap("RevenueFromContractWithCustomerExcludingAssessedTax", "383285000000"),
      gross_profit: gaap("GrossProfit", "169148000000"),
      operating_income: gaap("OperatingIncomeLoss", "114301000000"),
      net_income: gaap("NetIncomeLoss", "96995000000"),
      eps_diluted: gaap("EarningsPerShareDiluted", "6.13", "USD/shares"),
      shares_outstanding: gaap("CommonStockSharesOutstanding", "15550061000", "shares"),
      cover_shares_outstanding: "dei:EntityCommonStockSharesOutstanding 15552752000 shares",
      cash_and_equivalents: gaap("CashAndCashEquivalentsAtCarryingValue", "29965000000"),
      current_assets: gaap("AssetsCurrent", "143566000000"),
      current_liabilities: gaap("LiabilitiesCurrent", "145308000000"),
      total_assets: gaap("Assets", "352583000000"),
      stockholders_equity: gaap("StockholdersEquity", "62146000000"),
      operating_cash_flow: gaap("NetCashProvidedByUsedInOperatingActivities", "110543000000"),
    },
    year2023,
    annual2023,
  );
  const capex = reported(
    facts,
    gaap("PaymentsToAcquirePropertyPlantAndEquipment", "10959000000"),
    year2023,
    annual2023,
  );
  const debt = reported(facts, gaap("LongTermDebt", "111088000000"), year2023, annual2023);
  lines2023.total_debt = valueLine("111088000000", "USD", [
    "derivation",
    [1, "long_term_debt", "111088000000", debt.lineage ?? 0],
  ]);
  lines2023.free_cash_flow = valueLine("99584000000", "USD", [
    "derivation",
    [1, "operating_cash_flow", "110543000000", lines2023.operating_cash_flow?.lineage ?? 0],
    [-1, "capital_expenditure", "10959000000", capex.lineage ?? 0],
  ]);
  const year2022: [string, string] = ["2021-09-26", "2022-09-24"];
  const lines2022 = writeLines(
    facts,
    {
      revenue: gaap("RevenueFromContractWithCustomerExcludingAssessedTax", "394328000000"),
      gross_profit: gaap("GrossProfit", "170782000000"),
      operating_income: gaap("OperatingIncomeLoss", "119437000000"),
      net_income: gaap("NetIncomeLoss", "99803000000"),
      cover_shares_outstanding: "dei:EntityCommonStockSharesOutstanding 15908118000 shares",
      cash_and_equivalents: gaap("CashAndCashEquivalentsAtCarryingValue", "23646000000"),
      total_debt: gaap("LongTermDebt", "120069000000"),
      total_assets: gaap("Assets", "352755000000"),
      stockholders_equity: gaap("StockholdersEquity", "50672000000"),
      operating_cash_flow: gaap("NetCashProvidedByUsedInOperatingActivities", "122151000000"),
      free_cash_flow: gaap("None", "111443000000"),
    },
    year2022,
    annual2022,
  );
  // The prior year's EPS as the newest annual report repeats it: one split basis with 6.13.
  lines2022.eps_diluted = reported(
    facts,
    gaap("EarningsPerShareDiluted", "6.11", "USD/shares"),
    year2022,
    annual2023,
  );
  const fy2023 = period(2023, "FY", year2023, lines2023, annual2023);
  const fy2022 = period(2022, "FY", year2022, lines2022, annual2022);
  return input({
    entity: {
      id: "8d7f3c52-4c1e-4a0b-9a51-0b8f6f2f7a10",
      name: "Apple Inc.",
      slug: "apple-inc",
      claimStatus: "unclaimed",
    },
    serviceTicker: "APPLE",
    profile: profile({
      cik: "0000320193",
      name: "Apple Inc.",
      sic: "3571",
      sicDescription: "Electronic Computers",
      fiscalYearEnd: "0930",
      entityType: "operating",
      category: "Large accelerated filer",
      tickers: [{ ticker: "AAPL", exchange: "Nasdaq" }],
    }),
    filings: [
      filingRecord({
        ...annual2023,
        reportDate: "2023-09-30",
        primaryDocument: "aapl-20230930.htm",
      }),
      filingRecord({ ...annual2022, reportDate: "2022-09-24" }),
    ],
    build: build("0000320193", facts, [fy2023, fy2022], appleTables(fy2023, fy2022, facts)),
  });
}

function appleTables(fy2023: StatementPeriod, fy2022: StatementPeriod, facts: Fact[]) {
  const yearLineage = fy2023.lines.revenue?.lineage ?? 0;
  const q4 = {
    ...fy2023,
    start: "2023-07-02",
    lines: {
      ...fy2023.lines,
      revenue: {
        ...valueLine("89498000000", "USD", [
          "fy_less_nine_months",
          [1, "revenue@2022-09-25/2023-09-30", "383285000000", yearLineage],
        ]),
        flags: ["derived_q4"],
      },
      eps_diluted: nullLine("non_additive"),
    },
  };
  const interim = { accession: "0000320193-23-000077", form: "10-Q", filed: "2023-08-04" };
  const q3 = {
    ...fy2023,
    start: "2023-04-02",
    end: "2023-07-01",
    lines: writeLines(
      facts,
      { revenue: gaap("RevenueFromContractWithCustomerExcludingAssessedTax", "81797000000") },
      ["2023-04-02", "2023-07-01"],
      interim,
    ),
  };
  return {
    quarters: [column(q4, "Q4", "mixed", true), column(q3, "Q3", "reported")],
    ttm: [column(fy2023, "TTM", "sum_of_quarters"), column(fy2022, "TTM", "sum_of_quarters")],
  };
}

/** JPMorgan's fiscal 2023 and 2022: a bank without current assets, gross profit or free cash flow. */
export function jpmorgan(): TerminalInput {
  const facts: Fact[] = [];
  const filing = { accession: "0000019617-24-000225", form: "10-K", filed: "2024-02-16" };
  const none = { reason: "not_applicable_template" } as const;
  const year2023: [string, string] = ["2023-01-01", "2023-12-31"];
  const lines = writeLines(
    facts,
    {
      revenue: gaap("Revenues", "158104000000"),
      gross_profit: none,
      operating_income: none,
      net_income: gaap("NetIncomeLoss", "49552000000"),
      net_interest_income: gaap("InterestIncomeExpenseNet", "89267000000"),
      noninterest_expense: gaap("NoninterestExpense", "87172000000"),
      eps_diluted: gaap("EarningsPerShareDiluted", "16.23", "USD/shares"),
      cash_and_equivalents: gaap("CashAndDueFromBanks", "29066000000"),
      current_assets: none,
      current_liabilities: none,
      deposits: gaap("Deposits", "2400688000000"),
      total_assets: gaap("Assets", "3875393000000"),
      stockholders_equity: gaap("StockholdersEquity", "327878000000"),
      free_cash_flow: none,
    },
    year2023,
    filing,
  );
  const year2022: [string, string] = ["2022-01-01", "2022-12-31"];
  const earlier = writeLines(
    facts,
    {
      revenue: gaap("Revenues", "128695000000"),
      net_income: gaap("NetIncomeLoss", "37676000000"),
      total_assets: gaap("Assets", "3665743000000"),
    },
    year2022,
    filing,
  );
  return input({
    profile: profile({
      name: "JPMORGAN CHASE & CO",
      sic: "6021",
      tickers: [{ ticker: "JPM", exchange: "NYSE" }],
    }),
    build: build("0000019617", facts, [
      period(2023, "FY", year2023, lines, filing, "bank"),
      period(2022, "FY", year2022, earlier, filing, "bank"),
    ]),
  });
}

/** TSMC's fiscal 2024 and 2023: IFRS, Taiwan dollars, annual reports on form 20-F, no quarters. */
export function tsmc(): TerminalInput {
  const facts: Fact[] = [];
  const filing = { accession: "0001193125-25-083423", form: "20-F", filed: "2025-04-17" };
  const ifrs = (tag: string, value: string, unit = "TWD") => `ifrs-full:${tag} ${value} ${unit}`;
  const year2024: [string, string] = ["2024-01-01", "2024-12-31"];
  const lines = writeLines(
    facts,
    {
      revenue: ifrs("Revenue", "2894307700000"),
      gross_profit: ifrs("GrossProfit", "1624353600000"),
      operating_income: ifrs("ProfitLossFromOperatingActivities", "1322053000000"),
      net_income: ifrs("ProfitLossAttributableToOwnersOfParent", "1158380200000"),
      eps_diluted: ifrs("DilutedEarningsLossPerShare", "44.67", "TWD/shares"),
      total_assets: ifrs("Assets", "6691764700000"),
      stockholders_equity: ifrs("EquityAttributableToOwnersOfParent", "4244266500000"),
      operating_cash_flow: ifrs("CashFlowsFromUsedInOperatingActivities", "1826177100000"),
    },
    year2024,
    filing,
  );
  const year2023: [string, string] = ["2023-01-01", "2023-12-31"];
  const earlier = writeLines(
    facts,
    {
      revenue: ifrs("Revenue", "2161735800000"),
      eps_diluted: ifrs("DilutedEarningsLossPerShare", "32.85", "TWD/shares"),
    },
    year2023,
    filing,
  );
  const fy2024 = period(2024, "FY", year2024, lines, filing, "industrial", "TWD");
  const fy2023 = period(2023, "FY", year2023, earlier, filing, "industrial", "TWD");
  return input({
    generatedAt: "2025-06-01T00:00:00.000Z",
    profile: profile({
      name: "TAIWAN SEMICONDUCTOR MANUFACTURING CO LTD",
      sic: "3674",
      entityType: "other",
      tickers: [
        { ticker: "TSM", exchange: "NYSE" },
        { ticker: "TSMWF", exchange: "OTC" },
      ],
    }),
    build: build("0001046179", facts, [fy2024, fy2023]),
  });
}
