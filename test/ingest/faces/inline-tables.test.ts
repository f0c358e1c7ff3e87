import { expect, test } from "vitest";
import { ParseError } from "#ingest/errors.ts";
import { printedValue } from "#ingest/faces/model/printed-value.ts";
import { readPackageReport } from "#ingest/faces/package/read-package-report.ts";
import type { FiledStatement } from "#schemas/shapes/companies/filed-report.ts";
import { linkbase, schema } from "./package-files.ts";
import { cell, number, printedPage, row, table } from "./printed-page.ts";

/** Lines of the statements of UnitedHealth Group for 2024, in millions. */
const accession = "0000731766-25-000063";
const known = { accession, cik: "0000731766", form: null };
const page = (body: string) => printedPage(body, known.cik);

const sales = "RevenueFromContractWithCustomerExcludingAssessedTax";
const pretax = "IncomeLossFromContinuingOperationsBeforeIncomeTaxes";
const loss = "unh:LossOnSaleOfSubsidiaryAndSubsidiariesHeldForSale";

const income = table(
  row("Revenues:"),
  row("Products", cell(sales, "p24", "50,226")),
  row("Services", cell(sales, "s24", "36,040")),
  row("Total revenues", cell("Revenues", "y24", "400,278"), cell("Revenues", "y23", "371,622")),
  row("Earnings from operations", cell("OperatingIncomeLoss", "y24", "32,287")),
  row(
    "Interest expense",
    cell("InterestExpense", "y24", "(3,906"),
    cell("InterestExpense", "y23", "(3,246"),
  ),
  row("Loss on sale of subsidiary", cell(loss, "y24", "-(8,310"), cell(loss, "y23", "—")),
  row(
    "Earnings before income taxes",
    cell(pretax, "y24", "20,071"),
    cell("IncomeLossBeforeTaxes", "y23", "29,112"),
  ),
  row("Provision for income taxes", cell("IncomeTaxExpenseBenefit", "y24", "(4,829")),
  row("Net earnings", cell("NetIncomeLoss", "y24", "14,405")),
);
/** A note repeats a few lines of the statement, with the same words. */
const note = table(
  row("Net earnings", cell("NetIncomeLoss", "y24", "14,405")),
  row("Provision", cell("IncomeTaxExpenseBenefit", "y24", "4,829")),
);
const par = number("CommonStockParValue", "i24", "10");
const balance = table(
  row("Total assets", cell("Assets", "i24", "298,278"), cell("Assets", "i23", "273,720")),
  row(`Common stock (par value of ${par})`, cell("CommonStockValue", "i24", "9")),
  row("Total liabilities and equity", cell("LiabilitiesAndStockholdersEquity", "i24", "298,278")),
);
const dividends = number("DividendsPerShare", "y24", "818");
const equity = table(
  row("Balance at January 1", cell("StockholdersEquity", "i23", "94,421")),
  row(
    "Net earnings",
    cell("NetIncomeLoss", "r24", "14,405"),
    cell("NetIncomeLoss", "y24", "14,405"),
  ),
  row(`Cash dividends (${dividends} per share)`, cell("DividendsCash", "y24", "(7,533")),
  row("Balance at December 31", cell("StockholdersEquity", "i24", "98,268")),
);
const cash = "CashAndCashEquivalents";
const financing = "NetCashProvidedByUsedInFinancingActivities";
const flows = table(
  row(
    "Cash from operations",
    cell("NetCashProvidedByUsedInOperatingActivities", "y24", "24,204"),
    cell("NetCashProvidedByUsedInOperatingActivities", "y23", "29,068"),
  ),
  row("Cash from financing", cell(financing, "y24", "-(3,512"), cell(financing, "y23", "-(11,529")),
  row("Cash, beginning of period", cell(cash, "i23", "25,427"), cell(cash, "i22", "23,365")),
  row("Cash, end of period", cell(cash, "i24", "25,312"), cell(cash, "i23", "25,427")),
);

const read = (...parts: string[]) =>
  readPackageReport(new Map([["unh-20241231.htm", page(parts.join(""))]]), known);

const shown = ({ lines }: FiledStatement) =>
  lines.map((line) => [
    line.label,
    line.element.replace("us-gaap:", ""),
    ...line.dimensions.map((one) => one.member),
    ...line.values.map((value) => printedValue(line, value).replace(/000000$/, "")),
  ]);

test("a page without linkbases gives its statements by its tables, as printed [FCE-01]", () => {
  const report = read(
    "<p>Consolidated Statements of Operations</p><p>(in millions)</p>",
    income,
    note,
    "<div>Index to Consolidated Balance Sheets</div>",
    balance,
    "<div>Consolidated Statements of Cash Flows (Unaudited)</div>",
    flows,
    equity,
  );
  expect(report.source).toBe("inline");
  expect(report.problems).toEqual([]);
  expect(report.statements.map(({ kind, title }) => [kind, title])).toEqual([
    ["income", "Consolidated Statements of Operations"],
    ["balance", "Consolidated Balance Sheets"],
    ["balance", "Consolidated Balance Sheets (Parenthetical)"],
    ["cash_flow", "Consolidated Statements of Cash Flows"],
    ["equity", "Consolidated Statements of Equity"],
    ["equity", "Consolidated Statements of Equity (Parenthetical)"],
  ]);
  const [operations, sheet, asides, cashFlows, changes, paid] = report.statements.map(shown);
  expect(operations).toEqual([
    ["Products", sales, "us-gaap:ProductMember", "50226"],
    ["Products", sales, "us-gaap:ServiceMember", "36040"],
    ["Total revenues", "Revenues", "400278", "371622"],
    ["Earnings from operations", "OperatingIncomeLoss", "32287"],
    ["Interest expense", "InterestExpense", "-3906", "-3246"],
    ["Loss on sale of subsidiary", loss, "-8310", "0"],
    ["Earnings before income taxes", pretax, "20071"],
    ["Earnings before income taxes", "IncomeLossBeforeTaxes", "29112"],
    ["Provision for income taxes", "IncomeTaxExpenseBenefit", "-4829"],
    ["Net earnings", "NetIncomeLoss", "14405"],
  ]);
  expect(sheet).toEqual([
    ["Total assets", "Assets", "298278", "273720"],
    ["Common stock (par value of 10)", "CommonStockValue", "9"],
    ["Total liabilities and equity", "LiabilitiesAndStockholdersEquity", "298278"],
  ]);
  expect(asides).toEqual([["Common stock (par value of 10)", "CommonStockParValue", "10"]]);
  expect(changes).toEqual([
    ["Balance at January 1", "StockholdersEquity", "94421"],
    ["Net earnings", "NetIncomeLoss", "us-gaap:RetainedEarningsMember", "14405"],
    ["Net earnings", "NetIncomeLoss", "14405"],
    ["Cash dividends (818 per share)", "DividendsCash", "-7533"],
    ["Balance at December 31", "StockholdersEquity", "98268"],
  ]);
  expect(paid).toEqual([["Cash dividends (818 per share)", "DividendsPerShare", "818"]]);
  expect(cashFlows?.slice(2)).toEqual([
    ["Cash, beginning of period", cash, "25427", "23365"],
    ["Cash, end of period", cash, "25312", "25427"],
  ]);
});

test("cash flows that print net income and tax, and more rows, are no statement of income [FCE-01]", () => {
  // General Electric 2023.
  const operating = "NetCashProvidedByUsedInOperatingActivities";
  const earnings = table(
    row("Total revenues", cell("Revenues", "y24", "67,954")),
    row("Benefit (provision) for income taxes", cell("IncomeTaxExpenseBenefit", "y24", "-(1,162")),
    row("Net earnings (loss)", cell("ProfitLoss", "y24", "9,443")),
  );
  const ofCash = table(
    row("Net earnings (loss)", cell("ProfitLoss", "y24", "9,443")),
    row("Provision (benefit) for income taxes", cell("IncomeTaxExpenseBenefit", "y24", "-(1,162")),
    row("Cash from operating activities", cell(operating, "y24", "5,179")),
    row("Cash used for financing", cell(financing, "y24", "-(8,613")),
  );
  const { statements } = read(ofCash, earnings);
  expect(statements.map(({ kind, lines }) => [kind, lines.length])).toEqual([
    ["cash_flow", 4],
    ["income", 3],
  ]);
});

test("values keep their sign, rows that print the other one say so, and own elements are own [FCE-01]", () => {
  const report = read(income);
  const lines = new Map(report.statements[0]?.lines.map((line) => [line.label, line]));
  const told = (label: string) => {
    const line = lines.get(label);
    return [line?.isNegated, line?.isTotal, line?.values[0]?.value];
  };
  expect(told("Interest expense")).toEqual([true, false, "3906000000"]);
  expect(told("Loss on sale of subsidiary")).toEqual([false, false, "-8310000000"]);
  expect(told("Total revenues")).toEqual([false, true, "400278000000"]);
  expect(report.elements[loss]).toMatchObject({ isOwn: true, label: "Loss on sale of subsidiary" });
  expect(report.elements["us-gaap:InterestExpense"]?.isOwn).toBe(false);
  expect(report.elements["us-gaap:ServiceMember"]?.label).toBe("Services");
});

test("two tables that follow one another make one statement [FCE-01]", () => {
  // Johnson & Johnson prints its cash flow statement in two tables.
  const [operations, paid] = [
    row("From operations", cell("NetCashProvidedByUsedInOperatingActivities", "y24", "24,266")),
    row("From financing", cell(financing, "y24", "-(15,822")),
  ];
  const between = table(row("Goodwill", cell("Goodwill", "i24", "44,200")));
  const kinds = (...parts: string[]) => read(balance, ...parts).statements.map(({ kind }) => kind);
  expect(kinds(table(operations), table(paid))).toContain("cash_flow");
  expect(kinds(table(operations), between, table(paid))).not.toContain("cash_flow");
});

test("a presentation decides alone where there is one [FCE-01]", () => {
  const role = "http://one.example/role/ConsolidatedStatementsOfOperations";
  const arcs = [{ from: "us-gaap_IncomeStatementAbstract", to: "us-gaap_OperatingIncomeLoss" }];
  const files = new Map([
    ["unh-20241231.htm", page(income + balance)],
    ["unh-20241231_pre.xml", Buffer.from(linkbase("presentation", { [role]: arcs }))],
    ["unh-20241231.xsd", Buffer.from(schema({ [role]: "2 - Statement - Operations" }))],
  ]);
  const { statements } = readPackageReport(files, known);
  expect(statements.map(({ title }) => title)).toEqual(["Operations"]);
  expect(statements.flatMap(shown)).toEqual([
    ["OperatingIncomeLoss", "OperatingIncomeLoss", "32287"],
  ]);
});

test("a page whose tables are notes alone has no statements, and says so [FCE-01]", () => {
  const notes = note.replaceAll("NetIncomeLoss", "ProfitLossOfTheParent");
  expect(() => read(notes)).toThrow(ParseError);
  expect(() => read("<p>Nothing</p>")).toThrow("no linkbase says what stands on the statements");
});
