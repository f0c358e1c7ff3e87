import { expect, test } from "vitest";
import { labelLines, readLabelLines } from "#jobs/accuracy/labels/label-lines.ts";
import { matchesPattern, plainWords } from "#jobs/accuracy/labels/label-text.ts";
import { readPrintedFilings } from "#jobs/accuracy/labels/printed-filings.ts";
import { readLabels } from "#jobs/accuracy/labels/read-labels.ts";
import { loadRegistry } from "#registry/current/load.ts";
import { type QuarterFiling, type QuarterRow, writeQuarter } from "./quarter.ts";

const filing: QuarterFiling = {
  accession: "0000000001-10-000001",
  cik: "1",
  form: "10-Q",
  period: "20100331",
  rows: {},
};

/** Line, printed value and length of what is read of a filing with these rows. */
async function read(rows: QuarterFiling["rows"], form = "10-Q") {
  const path = writeQuarter([{ ...filing, form, rows }]);
  const filings = await readPrintedFilings(path, () => true);
  return filings
    .flatMap((one) => readLabels(one, labelLines()))
    .map(({ line, printed, quarters }) => [line.line, printed, quarters]);
}

const of = (label: string, value: string, more: Partial<QuarterRow> = {}): QuarterRow => ({
  label,
  values: { 1: value },
  ...more,
});

const income = [
  of("Net sales", "900.0000"),
  of("Cost of goods sold", "500.0000"),
  of("Gross profit", "400.0000"),
  of("Total operating expenses", "150.0000"),
  of("Operating income (loss)", "250.0000"),
];

test("labels are read as words", () => {
  expect(plainWords("Net income (loss)")).toBe("net income");
  expect(plainWords("Assets, Total")).toBe("total assets");
  expect(plainWords("Total Shareowners’ Equity (Note 4)")).toBe("total stockholders equity");
  expect(plainWords("Non-Controlling Interests")).toBe("noncontrolling interests");
});

test("a star of a pattern stands for any words", () => {
  expect(matchesPattern("total kbr stockholders equity", "total * stockholders equity")).toBe(true);
  expect(matchesPattern("total stockholders equity", "total * stockholders equity")).toBe(false);
  expect(matchesPattern("net income per share", "net income")).toBe(false);
  expect(matchesPattern("less net income", "*net income*")).toBe(true);
});

test("lines of an income statement are found by label, without tags", async () => {
  expect(await read({ IS: income })).toEqual([
    ["revenue", "900", 1],
    ["cost_of_revenue", "500", 1],
    ["gross_profit", "400", 1],
    ["operating_expenses", "150", 1],
    ["operating_income", "250", 1],
  ]);
});

test("the total of revenue counts, not one of its parts", async () => {
  const rows = [of("Sales", "700"), of("Services", "100"), of("Total revenues", "800")];
  const read1 = await read({ IS: [...rows, ...income.slice(1)] });
  expect(read1.find(([line]) => line === "revenue")).toEqual(["revenue", "800", 1]);
  const unnamed = [of("Sales", "700"), of("Services", "100"), of("Total", "800")];
  expect(
    (await read({ IS: [...unnamed, ...income.slice(1)] })).map(([line]) => line),
  ).not.toContain("revenue");
});

test("net income is the group's where a share of noncontrolling interests is printed", async () => {
  const group = [...income, of("Net income", "120")];
  const split = [
    ...group,
    of("Less: net income attributable to noncontrolling interests", "20", { negated: true }),
    of("Net income attributable to Maker Inc.", "100"),
  ];
  const named = async (rows: QuarterRow[]) =>
    (await read({ IS: rows })).filter(([line]) => String(line).startsWith("net_income"));
  expect(await named(group)).toEqual([["net_income", "120", 1]]);
  expect(await named(split)).toEqual([
    ["net_income_consolidated", "120", 1],
    ["net_income", "100", 1],
    ["net_income_nci", "-20", 1],
  ]);
});

test("two rows with the label and other values are no reading", async () => {
  const rows = [...income, of("Interest expense", "7"), of("Interest expense", "9")];
  expect((await read({ IS: rows })).map(([line]) => line)).not.toContain("interest_expense");
});

test("values of members are not the company's, and a balance stands among its like", async () => {
  const at = (label: string, value: string, more: Partial<QuarterRow> = {}): QuarterRow => ({
    label,
    values: { 0: value },
    ...more,
  });
  const rows = [
    at("Cash and cash equivalents", "11"),
    at("Accounts receivable, net", "22", { segment: "LegalEntity=Parent;" }),
    at("Inventories", "33"),
    at("Total current assets", "99"),
    at("Inventories", "44", { tag: "Noncurrent" }),
    at("Total assets", "500"),
  ];
  expect(await read({ BS: rows })).toEqual([
    ["cash_and_equivalents", "11", 0],
    ["inventory", "33", 0],
    ["current_assets", "99", 0],
    ["total_assets", "500", 0],
  ]);
});

test("an annual report is read by its year, another by its quarter or year to date", async () => {
  const both = income.map((row) => ({ ...row, values: { 1: "5", 4: row.values?.[1] ?? "" } }));
  expect((await read({ IS: both }, "10-K"))[0]).toEqual(["revenue", "900", 4]);
  expect((await read({ IS: both }))[0]).toEqual(["revenue", "5", 1]);
  const toDate = ["operating", "investing", "financing"].map((kind, i) => ({
    label: `Net cash provided by ${kind} activities`,
    values: { 2: String(10 * (i + 1)) },
  }));
  expect((await read({ CF: toDate }))[0]).toEqual(["operating_cash_flow", "10", 2]);
});

test("every line of the table is a concept of the registry with the right unit", () => {
  const { bySnakeKey } = loadRegistry();
  const types = { monetary: "monetary", perShare: "per_share", shares: "shares" } as const;
  const wrong = labelLines().filter(
    ({ line, type }) => bySnakeKey.get(line)?.dataType !== types[type as keyof typeof types],
  );
  expect(wrong).toEqual([]);
  expect(new Set(labelLines().map(({ line }) => line)).size).toBeGreaterThanOrEqual(40);
});

test("a table with an unknown place is refused with its line", () => {
  const text =
    "line,statement,type,sign,labels,not,where\nrevenue,IS,monetary,printed,sales,,nowhere";
  expect(() => readLabelLines(text)).toThrow("line 2: there is no place nowhere");
});
