import { expect, test } from "vitest";
import { buildCompany } from "#ingest/build-company.ts";
import { withFaces } from "#ingest/faces/evidence/with-faces.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { type Row, reportOf } from "../faces/evidence/printed.ts";
import { annualFact, documentOf, inputOf, line, registry } from "../standardization/company.ts";

/** Cohu's annual report of 2020, in thousands. */
const filing = { accession: "0000021535-21-000007", form: "10-K", filed: "2021-02-26" };
const year = { start: "2020-01-01", end: "2020-12-31", fy: 2020, fp: "FY", ...filing };
const lastQuarter = { start: "2020-10-01", end: "2020-12-31", fp: "Q4" };

const fact = (tag: string, value: number, over: Partial<Fact> = {}) =>
  annualFact(tag, String(value), { ...year, ...over });

const row = (tag: string, label: string, value: number, balance: "credit" | "debit"): Row => ({
  ...{ tag: `us-gaap:${tag}`, label, balance, values: [value] },
});

const annual = reportOf(filing.accession, filing.form, [
  {
    kind: "income",
    columns: ["2020-01-01|2020-12-31"],
    rows: [
      row("Revenues", "Net sales", 636007, "credit"),
      row("CostOfRevenue", "Cost of sales", 363931, "debit"),
    ],
  },
]);

function lineOf(facts: Fact[], key: string, concept: string, report = annual) {
  const reports = [{ report, filed: filing.filed }];
  const input = withFaces(inputOf([documentOf(facts)]), reports, registry);
  return line(buildCompany(input, registry), key, concept);
}

test("a quarter that an annual report states beside its statements is a note's, the year is not", () => {
  const quarter = fact("Revenues", 202355, lastQuarter);
  const facts = [fact("Revenues", 636007), fact("CostOfRevenue", 363931), quarter];
  expect(lineOf(facts, "2020Q4", "revenue")).toMatchObject({ value: "202355", flags: ["note"] });
  expect(lineOf(facts, "2020FY", "revenue")).toMatchObject({ value: "636007", flags: [] });
  // The statements of another filing are not at hand.
  const other = { ...quarter, accession: "0000021535-21-000099" };
  expect(lineOf([...facts.slice(0, 2), other], "2020Q4", "revenue").flags).toEqual([]);
});

test("a printed amount that the list of facts leaves out is taken from the statement", () => {
  const revenue = fact("Revenues", 636007);
  expect(lineOf([revenue], "2020FY", "cost_of_revenue")).toMatchObject({ value: "363931" });
  // The list of facts goes before the statement.
  const facts = [revenue, fact("CostOfRevenue", 363930)];
  expect(lineOf(facts, "2020FY", "cost_of_revenue")).toMatchObject({ value: "363930" });
});

test("a quarter's earnings per share that an annual report states in a note are a note's", () => {
  const perShare = { unit: "USD/shares" };
  const facts = [
    fact("Revenues", 636007),
    fact("Revenues", 202355, lastQuarter),
    fact("EarningsPerShareDiluted", -0.33, perShare),
    fact("EarningsPerShareDiluted", 0.34, { ...perShare, ...lastQuarter }),
  ];
  expect(lineOf(facts, "2020Q4", "eps_diluted")).toMatchObject({ value: "0.34", flags: ["note"] });
  expect(lineOf(facts, "2020FY", "eps_diluted")).toMatchObject({ value: "-0.33", flags: [] });
});

/** FMC's report of 2009, in millions: the cash of a year earlier stands on its cash flow statement alone. */
const ofFmc = { accession: "0000037785-10-000010", form: "10-K", filed: "2010-02-22" };
const fmc = { start: "2009-01-01", end: "2009-12-31", fy: 2009, fp: "FY", ...ofFmc };
const cash = "CashAndCashEquivalentsAtCarryingValue";

const withCash = (label: string) =>
  reportOf(ofFmc.accession, ofFmc.form, [
    {
      kind: "balance",
      columns: ["|2009-12-31"],
      rows: [
        row(cash, "Cash and cash equivalents", 77, "debit"),
        row("Assets", "Total assets", 3000, "debit"),
        row("TreasuryStockValue", label, 800, "debit"),
      ],
    },
    {
      kind: "cash_flow",
      columns: ["2009-01-01|2009-12-31"],
      rows: [
        row("NetCashProvidedByUsedInOperatingActivities", "Operating activities", 100, "debit"),
        row(cash, "Cash, end of period", 77, "debit"),
      ],
    },
  ]);

const day = (tag: string, value: number, end: string, over: Partial<Fact> = {}) =>
  annualFact(tag, String(value), { ...fmc, start: null, end, ...over });

test("what another statement of the filing prints is no note's, whatever its taxonomy is called", () => {
  const facts = [
    annualFact("NetCashProvidedByUsedInOperatingActivities", "100", fmc),
    annualFact("Revenues", "1500", fmc),
    annualFact("Revenues", "1600", { ...fmc, start: "2008-01-01", end: "2008-12-31" }),
    day(cash, 77, "2009-12-31"),
    day(cash, 69, "2008-12-31"),
    day("Goodwill", 200, "2008-12-31"),
  ];
  const report = withCash("Treasury stock");
  expect(lineOf(facts, "2008FY", "cash_and_equivalents", report)).toMatchObject({
    value: "69",
    flags: [],
  });
  expect(lineOf(facts, "2008FY", "goodwill", report)).toMatchObject({
    value: "200",
    flags: ["note"],
  });
});

test("a count of shares that no statement prints is a note's, one in the words of the balance sheet is not", () => {
  const facts = [
    annualFact("Revenues", "1500", fmc),
    day("Assets", 3000, "2009-12-31"),
    day("TreasuryStockShares", 20498495, "2009-12-31", { unit: "shares" }),
  ];
  const treasury = (label: string) => lineOf(facts, "2009FY", "treasury_shares", withCash(label));
  expect(treasury("Treasury stock, at cost, 20,498,495 shares").flags).toEqual([]);
  expect(treasury("Treasury stock, at cost")).toMatchObject({ value: "20498495", flags: ["note"] });
});

test("a statement of comprehensive income by itself gives what the list of facts leaves out", () => {
  // Microsoft 2015, in millions.
  const report = reportOf(filing.accession, filing.form, [
    ...annualStatement("income", [row("NetIncomeLoss", "Net income", 12193, "credit")]),
    ...annualStatement("comprehensive_income", [
      row("NetIncomeLoss", "Net income", 12193, "credit"),
      row("OtherComprehensiveIncomeLossNetOfTax", "Other comprehensive income", -1186, "credit"),
      row("ComprehensiveIncomeNetOfTax", "Comprehensive income", 11007, "credit"),
    ]),
  ]);
  const facts = [fact("NetIncomeLoss", 12193), fact("Revenues", 93580)];
  const of = (concept: string) => lineOf(facts, "2020FY", concept, report);
  expect(of("comprehensive_income")).toMatchObject({ value: "11007" });
  expect(of("other_comprehensive_income")).toMatchObject({ value: "-1186" });
});

test("a quarter of a row that another statement prints for the year alone is a note's, and so is what is computed from it", () => {
  const report = reportOf(filing.accession, filing.form, [
    ...annualStatement("income", [
      row("Revenues", "Net sales", 636007, "credit"),
      row("CostOfRevenue", "Cost of sales", 363931, "debit"),
    ]),
    ...annualStatement("cash_flow", [row("NetIncomeLoss", "Net income", -13801, "credit")]),
  ]);
  const facts = [
    fact("Revenues", 636007),
    fact("NetIncomeLoss", -13801),
    fact("Revenues", 202355, lastQuarter),
    fact("CostOfRevenue", 111114, lastQuarter),
    fact("NetIncomeLoss", 14861, lastQuarter),
  ];
  const quarter = (concept: string) => lineOf(facts, "2020Q4", concept, report);
  expect(quarter("net_income")).toMatchObject({ value: "14861", flags: ["note"] });
  expect(quarter("gross_profit")).toMatchObject({ value: "91241", flags: ["note"] });
  expect(lineOf(facts, "2020FY", "gross_profit", report).flags).toEqual([]);
});

const annualStatement = (kind: "income" | "comprehensive_income" | "cash_flow", rows: Row[]) => [
  { kind, columns: ["2020-01-01|2020-12-31"], rows },
];

/** Mullen Automotive's balance sheet of 2022, in USD: its notes state the debt of the rows under two further elements. */
const mullen = [
  row("Assets", "TOTAL ASSETS", 302594478, "debit"),
  row("AccountsPayableCurrent", "Accounts payable", 113210032, "credit"),
  row("NotesPayableCurrent", "Notes payable, current portion", 3856497, "credit"),
  row("LongTermNotesPayable", "Notes payable, net of current portion", 5164552, "credit"),
  row("OtherLiabilitiesNoncurrent", "Other liabilities", 23406688, "credit"),
  row("Liabilities", "TOTAL LIABILITIES", 145637769, "credit"),
];

/** Entergy's of 2009-06-30, in thousands, which files all of the other side below zero. */
const entergy = [
  row("Assets", "TOTAL ASSETS", 36613190, "debit"),
  row("AccountsPayableCurrent", "Accounts payable", -15752369, "credit"),
  row("ShortTermBankLoansAndNotesPayable", "Notes payable", -55034, "credit"),
  row("LongTermDebtCurrent", "Currently maturing long-term debt", -805684, "credit"),
  row("LongTermDebtNoncurrent", "Long-term debt", -10184849, "credit"),
  row("Liabilities", "Total liabilities", -26797936, "credit"),
];

const debtOf = (rows: Row[], noted: Record<string, number> = {}) => {
  const report = reportOf(filing.accession, filing.form, [
    {
      kind: "income",
      columns: ["2020-01-01|2020-12-31"],
      rows: [row("Revenues", "Sales", 1, "credit")],
    },
    { kind: "balance", columns: ["|2020-12-31"], rows },
  ]);
  const at = { start: null };
  const printed = rows.map(({ tag, values }) => fact(tag.slice(8), values[0] ?? 0, at));
  const notes = Object.entries(noted).map(([tag, value]) => fact(tag, value, at));
  return lineOf([fact("Revenues", 1), ...printed, ...notes], "2020FY", "total_debt", report);
};

test("a note's figure that is a row of debt is no further debt, another one is: Mullen 2022, 9.0 million and not 12.9", () => {
  expect(debtOf(mullen, { LongTermDebtCurrent: 3856497 }).value).toBe("9021049");
  expect(debtOf(mullen, { LongTermDebtCurrent: 3856498 }).value).toBe("12877547");
});

test("rows that are filed below zero are no total debt, whose parts have their sign turned: Entergy 2009Q2", () => {
  expect(debtOf(mullen).flags).toContain("of_printed_rows");
  expect(debtOf(entergy).flags).not.toContain("of_printed_rows");
});
