import { expect, it } from "vitest";
import { faceOfReport } from "#ingest/faces/evidence/face-of-report.ts";
import { readStatement } from "#ingest/faces/evidence/read-statement.ts";
import { loadRegistry } from "#registry/current/load.ts";
import type { FiledReport } from "#schemas/shapes/companies/filed-report.ts";
import { reportOf } from "./printed.ts";

const registry = loadRegistry();

function readOf(report: FiledReport, template: "industrial" | "bank" = "industrial") {
  const face = faceOfReport(report, null);
  const [statement] = face.statements;
  if (!statement) throw new Error("no statement");
  const { lines, alone } = readStatement(face, statement, registry, template);
  const signed = ({ weight, tag }: { weight: number; tag: string }) =>
    `${weight > 0 ? "+" : "-"}${tag}`;
  return {
    line: (key: string) => lines.get(key)?.terms.map(signed) ?? null,
    within: (key: string) => lines.get(key)?.within ?? null,
    isDerived: (key: string) => lines.get(key)?.isDerived,
    alone: [...alone],
  };
}

const years = ["2010-01-01|2010-12-31", "2009-01-01|2009-12-31"];

it("adds up the printed rows of one line, own elements among them", () => {
  const read = readOf(
    reportOf("0000000001-10-000005", "10-Q/A", [
      {
        kind: "cash_flow",
        columns: ["2009-01-01|2009-06-30", "2008-01-01|2008-06-30"],
        rows: [
          {
            tag: "us-gaap:PaymentsToAcquirePropertyPlantAndEquipment",
            label: "Purchase of PP&E from related parties",
            balance: "credit",
            isNegated: true,
            values: [1021011, 1238009],
          },
          {
            tag: "us-gaap:PaymentsToAcquireOtherPropertyPlantAndEquipment",
            label: "Purchase of PP&E from others",
            balance: "credit",
            isNegated: true,
            values: [2757647, 1510568],
          },
          {
            tag: "us-gaap:PaymentsForProceedsFromOtherInvestingActivities",
            label: "Others, net",
            balance: "credit",
            isNegated: true,
            values: [9603, 6220],
          },
          {
            tag: "us-gaap:NetCashProvidedByUsedInInvestingActivities",
            label: "Net cash used in investing activities",
            balance: "debit",
            values: [-3788261, -2754797],
          },
        ],
      },
    ]),
  );
  expect(read.line("capital_expenditure")).toEqual([
    "+us-gaap:PaymentsToAcquirePropertyPlantAndEquipment",
    "+us-gaap:PaymentsToAcquireOtherPropertyPlantAndEquipment",
  ]);
});

const goodsAndServices = [
  {
    tag: "us-gaap:SalesRevenueGoodsNet",
    label: "Products",
    balance: "credit" as const,
    values: [90, 80],
  },
  {
    tag: "us-gaap:SalesRevenueServicesNet",
    label: "Services",
    balance: "credit" as const,
    values: [10, 30],
  },
];

it("takes the total where one is printed, whatever element it has, and the sum where none is", () => {
  const own = readOf(
    reportOf("0000000001-10-000001", "10-K", [
      {
        kind: "income",
        columns: years,
        rows: [
          ...goodsAndServices,
          {
            tag: "extension:AllRevenues",
            label: "Total revenues",
            balance: "credit",
            values: [100, 110],
          },
        ],
      },
    ]),
  );
  expect(own.line("revenue")).toEqual(["+extension:AllRevenues"]);
  const none = readOf(
    reportOf("0000000001-10-000002", "10-K", [
      {
        kind: "income",
        columns: years,
        rows: [
          ...goodsAndServices,
          { tag: "us-gaap:CostsAndExpenses", label: "Costs", balance: "debit", values: [60, 70] },
          {
            tag: "us-gaap:OperatingIncomeLoss",
            label: "Operating income",
            balance: "credit",
            values: [40, 40],
          },
        ],
      },
    ]),
  );
  expect(none.line("revenue")).toEqual([
    "+us-gaap:SalesRevenueGoodsNet",
    "+us-gaap:SalesRevenueServicesNet",
  ]);
});

/** In the form of Johnson & Johnson, which prints no operating income; the amounts are made up. */
const unstated = (labels: { interest: string }) =>
  reportOf("0000000001-10-000003", "10-Q", [
    {
      kind: "income",
      columns: years,
      rows: [
        {
          tag: "us-gaap:SalesRevenueNet",
          label: "Sales to customers",
          balance: "credit",
          values: [15631, 15026],
        },
        {
          tag: "us-gaap:CostOfGoodsSold",
          label: "Cost of products sold",
          balance: "debit",
          values: [4519, 4247],
        },
        {
          tag: "us-gaap:GrossProfit",
          label: "Gross profit",
          balance: "credit",
          values: [11112, 10779],
        },
        {
          tag: "us-gaap:SellingGeneralAndAdministrativeExpense",
          label: "Selling, marketing and administrative expenses",
          balance: "debit",
          values: [4825, 4617],
        },
        {
          tag: "us-gaap:ResearchAndDevelopmentExpense",
          label: "Research expense",
          balance: "debit",
          values: [1557, 1518],
        },
        {
          tag: labels.interest,
          label: "Interest expense, net of portion capitalized",
          balance: "debit",
          values: [109, 101],
        },
        {
          tag: "us-gaap:OtherNonoperatingIncomeExpense",
          label: "Other income, net",
          balance: "credit",
          values: [1659, 100],
        },
        {
          tag: "us-gaap:IncomeLossFromContinuingOperationsBeforeIncomeTaxesMinorityInterestAndIncomeLossFromEquityMethodInvestments",
          label: "Earnings before provision for taxes on income",
          balance: "credit",
          values: [6280, 4643],
        },
      ],
    },
  ]);

it("derives operating income from the tree where the statement prints none and places every row", () => {
  const read = readOf(unstated({ interest: "us-gaap:InterestExpense" }));
  expect(read.line("operating_income")).toEqual([
    "+us-gaap:SalesRevenueNet",
    "-us-gaap:CostOfGoodsSold",
    "-us-gaap:SellingGeneralAndAdministrativeExpense",
    "-us-gaap:ResearchAndDevelopmentExpense",
  ]);
  expect([read.isDerived("operating_income"), read.isDerived("revenue")]).toEqual([true, false]);
  expect(
    readOf(unstated({ interest: "us-gaap:InterestExpense" }), "bank").line("operating_income"),
  ).toBeNull();
});

it("takes operating expenses that hold the cost of revenue as all costs", () => {
  const read = readOf(
    reportOf("0000000001-10-000006", "10-Q", [
      {
        kind: "income",
        columns: years,
        rows: [
          { tag: "us-gaap:Revenues", label: "Revenue", balance: "credit", values: [1190, 1148] },
          {
            tag: "us-gaap:CostOfRevenue",
            label: "Operating-related expenses",
            balance: "debit",
            values: [476, 480],
          },
          {
            tag: "us-gaap:SellingGeneralAndAdministrativeExpense",
            label: "Selling and general expenses",
            balance: "debit",
            values: [487, 478],
          },
          {
            tag: "us-gaap:OperatingExpenses",
            label: "Total expenses",
            balance: "debit",
            values: [963, 958],
          },
          {
            tag: "us-gaap:OperatingIncomeLoss",
            label: "Income from operations",
            balance: "credit",
            values: [227, 190],
          },
        ],
      },
    ]),
  );
  expect(read.line("operating_expenses")).toBeNull();
  expect(read.line("costs_and_expenses")).toEqual(["+us-gaap:OperatingExpenses"]);
});

it("says of a line below another line what it stands within", () => {
  const read = readOf(
    reportOf("0000000001-10-000007", "10-Q", [
      {
        kind: "balance",
        columns: ["|2010-03-31", "|2009-12-31"],
        rows: [
          {
            tag: "us-gaap:PropertyPlantAndEquipmentGross",
            label: "Plant",
            balance: "debit",
            values: [12000, 11800],
          },
          {
            tag: "us-gaap:AccumulatedDepreciationDepletionAndAmortizationPropertyPlantAndEquipment",
            label: "Less: accumulated depreciation",
            balance: "credit",
            isNegated: true,
            values: [5000, 4900],
          },
          {
            tag: "us-gaap:PropertyPlantAndEquipmentNet",
            label: "Total plant, net",
            balance: "debit",
            values: [7000, 6900],
          },
          { tag: "us-gaap:Goodwill", label: "Goodwill", balance: "debit", values: [400, 400] },
          { tag: "us-gaap:Assets", label: "Total assets", balance: "debit", values: [7400, 7300] },
        ],
      },
    ]),
  );
  expect(read.within("accumulated_depreciation")).toBe("property_plant_equipment_net");
});

it("reads the statement of amounts where one of percentages stands before it", () => {
  const report = unstated({ interest: "us-gaap:InterestExpense" });
  const [amounts] = report.statements;
  if (!amounts) throw new Error("no statement");
  const lines = amounts.lines.map((line) => ({
    ...line,
    values: line.values.map((value) => ({ ...value, value: "0.5", unit: "pure" })),
  }));
  const both = {
    ...report,
    statements: [
      { ...amounts, lines },
      { ...amounts, order: 9 },
    ],
  };
  expect(faceOfReport(both, null).statements.map(({ order }) => order)).toEqual([9]);
});

const quarter = ["2010-01-01|2010-03-31", "2009-01-01|2009-03-31"];

it("takes the very line before a sum with it, and sees nothing else within it", () => {
  // Corning, 2010-03-31 and 2009-12-31, in millions (0000024741-10-000018).
  const read = readOf(
    reportOf("0000024741-10-000018", "10-Q", [
      {
        kind: "balance",
        columns: ["|2010-03-31", "|2009-12-31"],
        rows: [
          {
            tag: "us-gaap:CashAndCashEquivalentsAtCarryingValue",
            label: "Cash and cash equivalents",
            balance: "debit",
            values: [3075, 2541],
          },
          {
            tag: "us-gaap:AvailableForSaleSecuritiesCurrent",
            label: "Short-term investments, at fair value",
            balance: "debit",
            values: [798, 1042],
          },
          {
            tag: "us-gaap:CashCashEquivalentsAndShortTermInvestments",
            label: "Total cash, cash equivalents and short-term investments",
            balance: "debit",
            values: [3873, 3583],
          },
        ],
      },
    ]),
  );
  expect(read.line("cash_and_equivalents")).toEqual([
    "+us-gaap:CashAndCashEquivalentsAtCarryingValue",
  ]);
  expect(read.within("short_term_investments")).toBeNull();
});

it("tells from the total which row was filed with the wrong sign", () => {
  // Noble Energy, first quarters of 2010 and 2009, in millions (0001140361-10-017930).
  const noble = reportOf("0001140361-10-017930", "10-Q", [
    {
      kind: "cash_flow",
      columns: quarter,
      rows: [
        {
          tag: "us-gaap:PaymentsToAcquireOilAndGasPropertyAndEquipment",
          label: "Additions to Property, Plant and Equipment",
          balance: "credit",
          isNegated: true,
          values: [383, 399],
        },
        {
          tag: "us-gaap:PaymentsToAcquireOilAndGasProperty",
          label: "DJ Basin Asset Acquisition",
          balance: "credit",
          values: [-466, 0],
        },
        {
          tag: "us-gaap:NetCashProvidedByUsedInInvestingActivities",
          label: "Net Cash Used in Investing Activities",
          balance: "debit",
          values: [-849, -399],
        },
      ],
    },
  ]);
  const face = faceOfReport(noble, null);
  const [statement] = face.statements;
  const lines = statement && readStatement(face, statement, registry, "industrial").lines;
  const signs = lines?.get("capital_expenditure")?.terms.map(({ sign }) => sign?.isTurned);
  expect(signs).toEqual([false, true]);
});

it("leaves the sign of what a statement takes off again to the rules", () => {
  // FMC, first quarters of 2010 and 2009, in hundred thousands (0001193125-10-108357): net income stands below a total again.
  const fmc = reportOf("0001193125-10-108357", "10-Q", [
    {
      kind: "income",
      columns: quarter,
      rows: [
        {
          tag: "us-gaap:NetIncomeLoss",
          label: "Net income attributable to FMC stockholders",
          balance: "credit",
          values: [774, 691],
        },
        {
          tag: "us-gaap:IncomeLossFromContinuingOperations",
          label: "Continuing operations, net of income taxes",
          balance: "credit",
          values: [831, 735],
        },
        {
          tag: "us-gaap:IncomeLossFromDiscontinuedOperationsNetOfTax",
          label: "Loss from discontinued operations",
          balance: "credit",
          values: [57, 44],
        },
      ],
    },
  ]);
  const face = faceOfReport(fmc, null);
  const [statement] = face.statements;
  const lines = statement && readStatement(face, statement, registry, "industrial").lines;
  expect(statement?.rows[2]?.parts).toHaveLength(2);
  expect(lines?.get("net_income")?.terms.map(({ sign }) => sign)).toEqual([undefined]);
});

it("[FIN-04] tells a total that is printed as one line from one whose rows do not add up", () => {
  // Eaton, March 31, 2010 and December 31, 2009, in millions, other liabilities in one row (0000950123-10-039704).
  const equity = (above: number) =>
    readOf(
      reportOf("0000950123-10-039704", "10-Q", [
        {
          kind: "balance",
          columns: ["|2010-03-31", "|2009-12-31"],
          rows: [
            { tag: "us-gaap:Liabilities", label: "Total liabilities", values: [9125, 9464] },
            ...(above === 0
              ? []
              : [
                  {
                    tag: "us-gaap:CommonStockValue",
                    label: "Common shares",
                    values: [above, above],
                  },
                ]),
            { tag: "us-gaap:StockholdersEquity", label: "Eaton equity", values: [6683, 6777] },
            { tag: "us-gaap:MinorityInterest", label: "Noncontrolling", values: [39, 41] },
            {
              tag: "us-gaap:StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest",
              label: "Total equity",
              values: [6722, 6818],
            },
            {
              tag: "us-gaap:LiabilitiesAndStockholdersEquity",
              label: "Total liabilities & equity",
              values: [15847, 16282],
            },
          ].map((row) => ({ ...row, balance: "credit" as const })),
        },
      ]),
    ).alone;
  expect(equity(0)).toContain("stockholders_equity");
  expect(equity(83)).not.toContain("stockholders_equity");
  expect(equity(0)).not.toContain("liabilities_and_equity");
});

it("[FIN-04] tells from cash of operations which change of receivables was filed with the sign of the statement", () => {
  // Adobe, first quarters of fiscal 2010 and 2009, in thousands (0000796343-10-000007). The element of the total has no side of the books.
  const change = (tag: string, label: string, values: [number, number]) =>
    ({ tag: `us-gaap:${tag}`, label, balance: "credit", values }) as const;
  const adobe = reportOf("0000796343-10-000007", "10-Q", [
    {
      kind: "cash_flow",
      columns: quarter,
      rows: [
        change("NetIncomeLoss", "Net income", [127154, 156435]),
        {
          tag: "us-gaap:DepreciationDepletionAndAmortization",
          label: "Depreciation, amortization and accretion",
          balance: "debit",
          values: [73345, 68808],
        },
        change("IncreaseDecreaseInReceivables", "Trade receivables, net", [59601, 164484]),
        {
          tag: "us-gaap:NetCashProvidedByUsedInOperatingActivities",
          label: "Net cash provided by operating activities",
          balance: null,
          values: [260100, 389727],
        },
      ],
    },
  ]);
  const [statement] = faceOfReport(adobe, null).statements;
  const lines =
    statement && readStatement(faceOfReport(adobe, null), statement, registry, "industrial").lines;
  const sign = (key: string) => lines?.get(key)?.terms.map((term) => term.sign?.isTurned);
  expect(sign("change_in_receivables")).toEqual([true]);
  expect(sign("depreciation_and_amortization")).toEqual([false]);
});

it("[FIN-04] takes the side of the books of an element from the lines that it is mapped to where the filing does not say", () => {
  // Ur-Energy, 2020 and 2019, in thousands, other rows left out and the total made up: filings of today carry no taxonomy.
  const urEnergy = reportOf("0001375205-21-000003", "10-K", [
    {
      kind: "cash_flow",
      columns: ["2020-01-01|2020-12-31", "2019-01-01|2019-12-31"],
      rows: [
        { tag: "us-gaap:ProfitLoss", label: "Net loss", values: [-14776, -8415] },
        { tag: "us-gaap:ShareBasedCompensation", label: "Stock compensation", values: [863, 928] },
        {
          tag: "us-gaap:IncreaseDecreaseInInventories",
          label: "Inventory",
          values: [-8190, -2997],
        },
        {
          tag: "us-gaap:NetCashProvidedByUsedInOperatingActivities",
          label: "Net cash used in operating activities",
          values: [-22103, -10484],
        },
      ],
    },
  ]);
  const face = faceOfReport(urEnergy, null);
  const [statement] = face.statements;
  const lines = statement && readStatement(face, statement, registry, "industrial").lines;
  const sign = (key: string) => lines?.get(key)?.terms.map((term) => term.sign?.isTurned);
  expect(sign("change_in_inventory")).toEqual([true]);
  expect(sign("stock_based_compensation")).toEqual([false]);
});
