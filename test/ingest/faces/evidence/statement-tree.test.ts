import { expect, it } from "vitest";
import { treeOf } from "#ingest/faces/evidence/statement-tree.ts";
import { reportOf } from "./printed.ts";

const quarters = ["2010-01-01|2010-03-31", "2009-01-01|2009-03-31"];

/** Four of Caterpillar's flows of investing, first half of 2009 and 2008, in millions (0000018230-09-000331); their total is made up. */
const caterpillar = reportOf("0000018230-09-000331", "10-Q/A", [
  {
    kind: "cash_flow",
    columns: ["2009-01-01|2009-06-30", "2008-01-01|2008-06-30"],
    rows: [
      {
        tag: "us-gaap:PaymentsToAcquireProductiveAssets",
        label: "Capital expenditures",
        balance: "credit",
        isNegated: true,
        values: [443, 814],
      },
      {
        tag: "extension:ExpenditureForEquipmentLeasedToOthers",
        label: "Expenditures for equipment leased to others",
        values: [-441, -699],
      },
      {
        tag: "us-gaap:PaymentsToAcquireFinanceReceivables",
        label: "Additions to finance receivables",
        balance: "credit",
        isNegated: true,
        values: [3800, 7099],
      },
      {
        tag: "us-gaap:PaymentsToAcquireAvailableForSaleSecurities",
        label: "Investments",
        balance: "credit",
        isNegated: true,
        values: [251, 230],
      },
      {
        tag: "us-gaap:NetCashProvidedByUsedInInvestingActivities",
        label: "Net cash used for investing activities",
        balance: "debit",
        values: [-4935, -8842],
      },
    ],
  },
]);

const partsOf = (tag: string, report: ReturnType<typeof reportOf>) => {
  const [statement] = report.statements;
  if (!statement) throw new Error("no statement");
  const total = treeOf(statement, report).rows.find((row) => row.element === tag);
  return total?.children.map(({ row, weight }) => `${weight > 0 ? "+" : "-"}${row.element}`);
};

it("finds the parts of a total by the amounts and the printed signs", () => {
  expect(partsOf("us-gaap:NetCashProvidedByUsedInInvestingActivities", caterpillar)).toEqual([
    "-us-gaap:PaymentsToAcquireProductiveAssets",
    "+extension:ExpenditureForEquipmentLeasedToOthers",
    "-us-gaap:PaymentsToAcquireFinanceReceivables",
    "-us-gaap:PaymentsToAcquireAvailableForSaleSecurities",
  ]);
});

it("finds none where the rows do not add up in every column", () => {
  const off = structuredClone(caterpillar);
  const value = off.statements[0]?.lines[2]?.values[1];
  if (value) value.value = "7000";
  expect(partsOf("us-gaap:NetCashProvidedByUsedInInvestingActivities", off)).toEqual([]);
});

/** General Growth Properties, first quarters of 2010 and 2009, in thousands (0001104659-10-027738). */
const growth = reportOf("0001104659-10-027738", "10-Q", [
  {
    kind: "income",
    columns: quarters,
    rows: [
      {
        tag: "us-gaap:OperatingIncomeLoss",
        label: "Operating income (loss)",
        balance: "credit",
        values: [270930, -95438],
      },
      {
        tag: "us-gaap:InvestmentIncomeInterest",
        label: "Interest income",
        balance: "credit",
        values: [676, 730],
      },
      {
        tag: "us-gaap:InterestExpense",
        label: "Interest expense",
        balance: "debit",
        isNegated: true,
        values: [335278, 328489],
      },
      {
        tag: "extension:LossBeforeIncomeTaxes",
        label: "Loss before income taxes",
        balance: "credit",
        values: [-63672, -423197],
      },
    ],
  },
]);

it("subtracts what is on the other side of the books", () => {
  expect(partsOf("extension:LossBeforeIncomeTaxes", growth)).toEqual([
    "+us-gaap:OperatingIncomeLoss",
    "+us-gaap:InvestmentIncomeInterest",
    "-us-gaap:InterestExpense",
  ]);
});

it("takes the filing's own calculation before the amounts", () => {
  const calculated = structuredClone(growth);
  for (const statement of calculated.statements) statement.role = "income";
  calculated.calculations = [
    {
      role: "income",
      parent: "extension:LossBeforeIncomeTaxes",
      child: "us-gaap:OperatingIncomeLoss",
      weight: 1,
      order: 1,
    },
    {
      role: "income",
      parent: "extension:LossBeforeIncomeTaxes",
      child: "us-gaap:InterestExpense",
      weight: -1,
      order: 2,
    },
    {
      role: "income",
      parent: "extension:LossBeforeIncomeTaxes",
      child: "us-gaap:InvestmentIncomeInterest",
      weight: 1,
      order: 3,
    },
  ];
  expect(partsOf("extension:LossBeforeIncomeTaxes", calculated)).toEqual([
    "+us-gaap:OperatingIncomeLoss",
    "-us-gaap:InterestExpense",
    "+us-gaap:InvestmentIncomeInterest",
  ]);
});

it("leaves a row that is no total alone where only one column agrees", () => {
  const chance = reportOf("0000000001-10-000001", "10-Q", [
    {
      kind: "cash_flow",
      columns: quarters,
      rows: [
        { tag: "us-gaap:A", label: "Bad debts", balance: "debit", values: [600, 3400] },
        { tag: "us-gaap:B", label: "Taxes", balance: "debit", values: [400, 12000] },
        { tag: "us-gaap:C", label: "Deposits", balance: "debit", values: [1000, 7] },
      ],
    },
  ]);
  expect(partsOf("us-gaap:C", chance)).toEqual([]);
});

it("finds a total of totals although one of them does not follow from its rows", () => {
  const columns = ["2023-01-01|2023-12-31", "2022-01-01|2022-12-31"];
  const row = (tag: string, label: string, ...values: number[]) => ({
    tag: `us-gaap:${tag}`,
    label,
    values,
  });
  // Made up: a row of investing activities is not at hand.
  const rows = [
    row("NetIncomeLoss", "Net income", 100, 90),
    row("ShareBasedCompensation", "Stock-based compensation", 11, 7),
    row("NetCashProvidedByUsedInOperatingActivities", "Net cash provided by operations", 111, 97),
    row("PaymentsToAcquireOtherInvestments", "Investments", -20, -30),
    row("PaymentsForProceedsFromOtherInvestingActivities", "Other", -3, 2),
    row("NetCashProvidedByUsedInInvestingActivities", "Net cash used for investing", -62, -51),
    row("EffectOfExchangeRateOnCash", "Effect of exchange rates", 4, -1),
    row("CashPeriodIncreaseDecrease", "Net increase in cash", 53, 45),
  ];
  const report = reportOf("0000000001-24-000001", "10-K", [{ kind: "cash_flow", columns, rows }]);
  expect(partsOf("us-gaap:CashPeriodIncreaseDecrease", report)).toEqual([
    "+us-gaap:NetCashProvidedByUsedInOperatingActivities",
    "+us-gaap:NetCashProvidedByUsedInInvestingActivities",
    "+us-gaap:EffectOfExchangeRateOnCash",
  ]);
  expect(partsOf("us-gaap:NetCashProvidedByUsedInInvestingActivities", report)).toEqual([]);
});

/** Mastercard, 2009-06-30 and 2008-12-31, in thousands (0001193125-09-159733): the data sets lack its classes of common stock. */
const mastercard = reportOf("0001193125-09-159733", "10-Q", [
  {
    kind: "balance",
    columns: ["|2009-06-30", "|2008-12-31"],
    rows: [
      {
        tag: "us-gaap:Assets",
        label: "Total Assets",
        balance: "debit",
        values: [6983933, 6475849],
      },
      {
        tag: "us-gaap:Liabilities",
        label: "Total Liabilities",
        balance: "credit",
        values: [4309892, 4543874],
      },
      {
        tag: "us-gaap:AdditionalPaidInCapital",
        label: "Additional paid-in-capital",
        balance: "credit",
        values: [3346557, 3304604],
      },
      {
        tag: "us-gaap:TreasuryStockValue",
        label: "Class A treasury stock",
        balance: "debit",
        isNegated: true,
        values: [1250000, 1250000],
      },
      {
        tag: "us-gaap:RetainedEarningsAccumulatedDeficit",
        label: "Retained earnings (accumulated deficit)",
        balance: "credit",
        values: [440901, -236100],
      },
      {
        tag: "us-gaap:AccumulatedOtherComprehensiveIncomeLossNetOfTax",
        label: "Total accumulated other comprehensive income",
        balance: "credit",
        values: [128797, 108837],
      },
      {
        tag: "us-gaap:StockholdersEquity",
        label: "Total Stockholders' Equity",
        balance: "credit",
        values: [2666269, 1927355],
      },
      {
        tag: "us-gaap:MinorityInterest",
        label: "Non-controlling interests",
        balance: "credit",
        values: [7772, 4620],
      },
      {
        tag: "own:TotalEquity",
        label: "Total Equity",
        balance: "credit",
        values: [2674041, 1931975],
      },
      {
        tag: "us-gaap:LiabilitiesAndStockholdersEquity",
        label: "Total Liabilities and Equity",
        balance: "credit",
        values: [6983933, 6475849],
      },
    ],
  },
]);

it("finds a total behind one whose rows are not all at hand, and marks that one as short", () => {
  expect(partsOf("us-gaap:LiabilitiesAndStockholdersEquity", mastercard)).toEqual([
    "+us-gaap:Liabilities",
    "+own:TotalEquity",
  ]);
  expect(partsOf("us-gaap:StockholdersEquity", mastercard)).toEqual([
    "+us-gaap:AdditionalPaidInCapital",
    "-us-gaap:TreasuryStockValue",
    "+us-gaap:RetainedEarningsAccumulatedDeficit",
    "+us-gaap:AccumulatedOtherComprehensiveIncomeLossNetOfTax",
  ]);
  const [statement] = mastercard.statements;
  const rows = statement ? treeOf(statement, mastercard).rows : [];
  expect(rows.filter(({ isShort }) => isShort).map(({ element }) => element)).toEqual([
    "us-gaap:StockholdersEquity",
  ]);
});

/** Illinois Tool Works, 2009-06-30 and 2008-12-31, in thousands (0000049826-09-000066). */
const plant = reportOf("0000049826-09-000066", "10-Q", [
  {
    kind: "balance",
    columns: ["|2009-06-30", "|2008-12-31"],
    rows: [
      {
        tag: "us-gaap:PropertyPlantAndEquipmentGross",
        label: "Gross plant and equipment",
        balance: "debit",
        values: [5930988, 5662735],
      },
      {
        tag: "us-gaap:AccumulatedDepreciationDepletionAndAmortizationPropertyPlantAndEquipment",
        label: "Accumulated depreciation",
        balance: "credit",
        values: [-3793006, -3553303],
      },
      {
        tag: "us-gaap:PropertyPlantAndEquipmentNet",
        label: "Net plant and equipment",
        balance: "debit",
        values: [2137982, 2109432],
      },
    ],
  },
]);

it("reads a row that is filed with the wrong sign as it is printed", () => {
  expect(partsOf("us-gaap:PropertyPlantAndEquipmentNet", plant)).toEqual([
    "+us-gaap:PropertyPlantAndEquipmentGross",
    "+us-gaap:AccumulatedDepreciationDepletionAndAmortizationPropertyPlantAndEquipment",
  ]);
});

/** Altria, second quarters and first half of 2009 and 2008, in millions (0001193125-09-163472). */
const altria = reportOf("0001193125-09-163472", "10-Q/A", [
  {
    kind: "income",
    columns: [
      "2009-04-01|2009-06-30",
      "2009-01-01|2009-06-30",
      "2008-04-01|2008-06-30",
      "2008-01-01|2008-06-30",
    ],
    rows: [
      {
        tag: "own:EarningsBeforeTaxes",
        label: "Earnings from continuing operations before income taxes",
        balance: "credit",
        values: [1607, 2568, 1471, 2450],
      },
      {
        tag: "us-gaap:IncomeTaxExpenseBenefit",
        label: "Provision for income taxes",
        balance: "debit",
        values: [596, 968, 541, 906],
      },
      {
        tag: "own:Continuing",
        label: "Earnings from continuing operations",
        balance: "credit",
        values: [null, 1600, null, 1544],
      },
      {
        tag: "us-gaap:IncomeLossFromDiscontinuedOperationsNetOfTax",
        label: "Earnings from discontinued operations",
        balance: "credit",
        values: [null, 0, null, 1901],
      },
      {
        tag: "own:ProfitLoss",
        label: "Net earnings",
        balance: "credit",
        values: [1011, 1600, 930, 3445],
      },
    ],
  },
]);

it("takes a total that a column leaves out as the sum of its parts", () => {
  expect(partsOf("own:ProfitLoss", altria)).toEqual([
    "+own:Continuing",
    "+us-gaap:IncomeLossFromDiscontinuedOperationsNetOfTax",
  ]);
});

/** Dr Pepper Snapple's operating cash flow, first quarters of 2010 and 2009, in millions (0000950123-10-045289). */
const drPepper = reportOf("0000950123-10-045289", "10-Q", [
  {
    kind: "cash_flow",
    columns: quarters,
    rows: [
      { tag: "us-gaap:NetIncomeLoss", label: "Net income", balance: "credit", values: [89, 132] },
      {
        tag: "us-gaap:Depreciation",
        label: "Depreciation expense",
        balance: "debit",
        values: [44, 39],
      },
      {
        tag: "extension:Noncash",
        label: "Other noncash items",
        balance: "debit",
        values: [26, 35],
      },
      {
        tag: "extension:Disposal",
        label: "Loss (gain) on disposal",
        balance: "credit",
        values: [3, -62],
      },
      { tag: "extension:Other", label: "Other, net", balance: "debit", values: [3, 1] },
      {
        tag: "extension:Receivables",
        label: "Trade receivables",
        balance: "credit",
        values: [10, -9],
      },
      { tag: "extension:Inventories", label: "Inventories", balance: "credit", values: [-7, -24] },
      {
        tag: "extension:Current",
        label: "Other current assets",
        balance: "credit",
        values: [-47, 14],
      },
      {
        tag: "extension:Noncurrent",
        label: "Other non-current assets",
        balance: "credit",
        values: [-4, -8],
      },
      { tag: "extension:Payables", label: "Accounts payable", balance: "debit", values: [-42, 50] },
      // As their elements say, the seven rows above come to 12 and 16, within what rounding explains.
      { tag: "extension:Taxes", label: "Income taxes payable", balance: "debit", values: [16, 13] },
      { tag: "extension:Revenue", label: "Deferred revenue", balance: "debit", values: [897, 0] },
      {
        tag: "extension:Liabilities",
        label: "Other non-current liabilities",
        balance: "debit",
        values: [-1, -3],
      },
      {
        tag: "us-gaap:NetCashProvidedByUsedInOperatingActivities",
        label: "Net cash provided by operating activities",
        values: [987, 178],
      },
    ],
  },
]);

it("[FIN-04] a row that happens to be the sum of those above it does not stand before the total of all", () => {
  expect(partsOf("us-gaap:NetCashProvidedByUsedInOperatingActivities", drPepper)).toHaveLength(13);
  expect(partsOf("extension:Taxes", drPepper)).toEqual([]);
});

/** 3M's investing and financing cash flows of 2009 and 2008, in millions, in the order of the filing (0001104659-10-029054). */
const threeM = reportOf("0001104659-10-029054", "8-K", [
  {
    kind: "cash_flow",
    columns: ["2009-01-01|2009-12-31", "2008-01-01|2008-12-31"],
    rows: [
      {
        tag: "us-gaap:NetCashProvidedByUsedInFinancingActivities",
        label: "Net cash used in financing activities",
        balance: "debit",
        values: [-2014, -1766],
      },
      { tag: "extension:Repaid", label: "Repayment of debt", isNegated: true, values: [519, 1080] },
      {
        tag: "extension:Bought",
        label: "Purchases of treasury stock",
        isNegated: true,
        values: [17, 1631],
      },
      { tag: "extension:Reissued", label: "Reissuances of treasury stock", values: [431, 289] },
      {
        tag: "extension:Dividends",
        label: "Dividends paid",
        isNegated: true,
        values: [1431, 1421],
      },
      { tag: "extension:Others", label: "Other - net", values: [17, -40] },
      { tag: "extension:Borrowed", label: "Proceeds from debt", values: [41, 1756] },
      { tag: "extension:Short", label: "Change in short-term debt", values: [-536, 361] },
      {
        tag: "extension:Pensions",
        label: "Pension contributions",
        isNegated: true,
        values: [792, 474],
      },
      {
        tag: "us-gaap:NetCashProvidedByUsedInInvestingActivities",
        label: "Net cash used in investing activities",
        balance: "debit",
        values: [-1732, -2399],
      },
      {
        tag: "extension:Spent",
        label: "Purchases of equipment",
        isNegated: true,
        values: [903, 1471],
      },
      {
        tag: "extension:Rest",
        label: "Other investing flows",
        isNegated: true,
        values: [829, 928],
      },
    ],
  },
]);

it("[FIN-04] a total that stands above its parts has the rows that follow, and no more than add up", () => {
  expect(partsOf("us-gaap:NetCashProvidedByUsedInFinancingActivities", threeM)).toEqual([
    ...["-extension:Repaid", "-extension:Bought", "+extension:Reissued", "-extension:Dividends"],
    ...["+extension:Others", "+extension:Borrowed", "+extension:Short"],
  ]);
  expect(partsOf("us-gaap:NetCashProvidedByUsedInInvestingActivities", threeM)).toEqual([
    "-extension:Spent",
    "-extension:Rest",
  ]);
});

it("assets are not the sum of the liabilities and the equity that follow", () => {
  const balance = reportOf("0000000000-10-000001", "10-Q", [
    {
      kind: "balance",
      columns: ["|2010-03-31", "|2009-12-31"],
      rows: [
        { tag: "us-gaap:Assets", label: "Total assets", balance: "debit", values: [90, 80] },
        { tag: "us-gaap:Debt", label: "Debt", balance: "credit", values: [50, 45] },
        { tag: "us-gaap:Equity", label: "Equity", balance: "credit", values: [40, 35] },
      ],
    },
  ]);
  expect(partsOf("us-gaap:Assets", balance)).toEqual([]);
});

it("takes a row of members that the source lists below its total, and none where the label is no total", () => {
  // Moody's, June 30, 2009 and December 31, 2008, in hundred thousands (0001193125-09-176059).
  const days = ["|2009-06-30", "|2008-12-31"];
  const stock = (tag: string, label: string, values: [number, number]) =>
    ({ tag: `us-gaap:${tag}`, label, balance: "credit", values }) as const;
  const common = (member: string, values: [number, number]) => ({
    ...stock("CommonStockValue", "Common stock", values),
    ...{ member, axis: "us-gaap:StatementClassOfStockAxis" },
  });
  const report = (name: string) =>
    reportOf("0001193125-09-176059", "10-Q", [
      {
        kind: "balance",
        columns: days,
        rows: [
          stock("AdditionalPaidInCapital", "Capital surplus", [3807, 3927]),
          stock("RetainedEarningsAccumulatedDeficit", "Retained earnings", [31990, 30232]),
          {
            tag: "us-gaap:TreasuryStockValue",
            label: "Treasury stock, at cost",
            balance: "debit",
            isNegated: true,
            values: [43103, 43616],
          },
          stock("StockholdersEquity", name, [-7272, -9423]),
          common("us-gaap:CommonStockMember", [34, 34]),
          common("us-gaap:NonvotingCommonStockMember", [0, 0]),
        ],
      },
    ]);
  expect(
    partsOf("us-gaap:StockholdersEquity", report("Total Moody's shareholders' deficit")),
  ).toEqual([
    "+us-gaap:AdditionalPaidInCapital",
    "+us-gaap:RetainedEarningsAccumulatedDeficit",
    "-us-gaap:TreasuryStockValue",
    "+us-gaap:CommonStockValue",
  ]);
  expect(partsOf("us-gaap:StockholdersEquity", report("Other comprehensive income"))).toEqual([]);
});

it("takes a row of 1 into the total that misses it: current maturities of Kellogg at 2009-07-04", () => {
  const names = [
    ["LongTermDebtAndCapitalLeaseObligationsCurrent", "Current maturities of long-term debt", 1, 1],
    ["CommercialPaper", "Notes payable", 508, 1387],
    ["AccountsPayableCurrent", "Accounts payable", 1052, 1135],
    ["OtherLiabilitiesCurrent", "Other current liabilities", 1015, 1029],
    ["LiabilitiesCurrent", "Total current liabilities", 2576, 3552],
  ] as const;
  const rows = names.map(([tag, label, ...values]) => ({
    ...{ tag: `us-gaap:${tag}`, label, balance: "credit" as const, values },
  }));
  const columns = ["|2009-07-04", "|2008-12-31"];
  const kellogg = reportOf("0000950123-09-040402", "10-Q/A", [{ kind: "balance", columns, rows }]);
  expect(partsOf("us-gaap:LiabilitiesCurrent", kellogg)).toHaveLength(4);
});
