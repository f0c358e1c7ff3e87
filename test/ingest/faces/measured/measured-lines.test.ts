import { expect, test } from "vitest";
import { measureSums } from "#ingest/faces/measured/closure.ts";
import { measureFaces } from "#ingest/faces/measured/measure-faces.ts";
import subtotals from "#ingest/faces/measured/subtotals.json" with { type: "json" };
import { addToTally, emptyTally, percentOf } from "#ingest/faces/measured/tally-faces.ts";
import { lineMeasure } from "#ingest/faces/measured/unfed-lines.ts";
import { withExactDates } from "#ingest/faces/shown/exact-dates.ts";
import { loadRegistry } from "#registry/current/load.ts";
import type { FiledLine } from "#schemas/shapes/companies/filed-report.ts";
import type { Line } from "#schemas/shapes/companies/statement.ts";
import { factOf, periodOf, printedLine, reportOf, shownLine, statementOf } from "./printed.ts";

const facts = [factOf("Revenues", "900"), factOf("InterestExpense", "7")];
const periods = [
  periodOf({
    revenue: shownLine("900", 0),
    operating_income: shownLine("250", ["submitted", [1, "x", "250", 0]]),
    nonoperating_income: shownLine("-7", ["rollup", [-1, "interest_expense", "7", 1]]),
  }),
];

/** Element, and whether it feeds, of each line that is measured. */
const measured = (lines: FiledLine[], kind: "income" | "cash_flow" = "income") =>
  lineMeasure(
    periods,
    facts,
  )(reportOf([statementOf(kind, lines)])).map((line) => [line.element, line.isFed, line.isBelow]);

test("a line feeds as a value, as a part, and as the version that was restated", () => {
  const lines = [
    printedLine("us-gaap:Revenues", "899"),
    printedLine("us-gaap:InterestExpense", "7"),
    printedLine("us-gaap:OtherNonoperatingIncomeExpense", "3"),
  ];
  expect(measured(lines)).toEqual([
    ["us-gaap:Revenues", true, false],
    ["us-gaap:InterestExpense", true, false],
    ["us-gaap:OtherNonoperatingIncomeExpense", false, false],
  ]);
});

test("a line feeds whose amount is shown for its period, under whatever element", () => {
  expect(measured([printedLine("own:Earnings", "250")])).toEqual([["own:Earnings", true, false]]);
  const shares = printedLine("own:Earnings", "250", { unit: "shares" });
  expect(measured([shares]).map(([, isFed]) => isFed)).toEqual([false]);
});

test("headings, members, zeros, balances at the ends and other times are left out", () => {
  const lines = [
    printedLine("us-gaap:IncomeStatementAbstract", null, { isAbstract: true }),
    printedLine("own:Part", "5", { dimensions: [{ axis: "a", member: "m" }] }),
    printedLine("own:Nothing", "0"),
    printedLine("own:Cash", "5", { balanceAt: "end", start: null }),
    printedLine("own:Other", "5", { start: "2007-01-01" }),
  ];
  expect(measured(lines)).toEqual([]);
});

test("what follows the first figure per share, or the cash at the end, is below the statement", () => {
  const perShare = printedLine("us-gaap:EarningsPerShareBasic", "0.3", { unit: "USD/shares" });
  const income = [printedLine("own:A", "1"), perShare, printedLine("own:B", "2")];
  expect(measured(income).map(([, , isBelow]) => isBelow)).toEqual([false, true, true]);
  const cash = [
    printedLine("own:A", "1"),
    printedLine("us-gaap:Cash", "9", { balanceAt: "end", start: null }),
    printedLine("us-gaap:InterestPaid", "4"),
  ];
  expect(measured(cash, "cash_flow")).toEqual([
    ["own:A", false, false],
    ["us-gaap:InterestPaid", false, true],
  ]);
});

const sumsOf = (values: Record<string, string>) =>
  Object.fromEntries(
    measureSums(
      periodOf(Object.fromEntries(Object.entries(values).map(([k, v]) => [k, shownLine(v, 0)]))),
    ).map(({ total, closes, difference }) => [total, closes ? "closes" : difference]),
  );

test("a subtotal closes where its shown parts add up, and says by how much it does not", () => {
  const assets = { cash_and_equivalents: "11", inventory: "22", current_assets: "33" };
  expect(sumsOf(assets)).toEqual({ current_assets: "closes" });
  expect(sumsOf({ ...assets, current_assets: "40" })).toEqual({ current_assets: "7" });
  expect(sumsOf({ current_assets: "40" })).toEqual({});
  const equity = { common_stock: "100", treasury_stock: "30", stockholders_equity: "70" };
  expect(sumsOf(equity)).toEqual({ stockholders_equity: "closes" });
});

test("a line that filers place freely may stand within a subtotal or not", () => {
  const parts = { cash_and_equivalents: "111", prepaid_expenses: "50" };
  expect(sumsOf({ ...parts, current_assets: "161" })).toEqual({ current_assets: "closes" });
  expect(sumsOf({ ...parts, current_assets: "111" })).toEqual({ current_assets: "closes" });
  expect(sumsOf({ ...parts, current_assets: "125" })).toEqual({ current_assets: "14" });
});

test("rounding of the filing is no difference, a unit more than it is", () => {
  const round = { revenue: "900000000", cost_of_revenue: "500000000" };
  expect(sumsOf({ ...round, gross_profit: "401000000" })).toEqual({ gross_profit: "closes" });
  expect(sumsOf({ ...round, gross_profit: "407000000" })).toEqual({ gross_profit: "7000000" });
});

test("each subtotal and its parts are lines of the registry, but for those of what is left", () => {
  const { bySnakeKey } = loadRegistry();
  const names = subtotals.flatMap(({ total, plus, minus, free }) => [
    total,
    ...plus,
    ...minus,
    ...free,
  ]);
  expect(names.filter((name) => !bySnakeKey.has(name) && !name.startsWith("other_"))).toEqual([]);
});

test("a tally counts values, lines and subtotals of filings with a face, and never rounds up", () => {
  const lines: Record<string, Line> = {
    revenue: shownLine("900", 0),
    cost_of_revenue: shownLine("500", 1),
    gross_profit: shownLine("391", 2),
  };
  const own = [
    factOf("Revenues", "900"),
    factOf("CostOfRevenue", "500"),
    factOf("GrossProfit", "391"),
  ];
  const registry = loadRegistry();
  const measuring = measureFaces({ periods: [periodOf(lines)], facts: own, registry });
  measuring.take(
    reportOf([
      statementOf("income", [
        printedLine("us-gaap:Revenues", "900"),
        printedLine("own:Other", "3"),
        printedLine("us-gaap:GrossProfit", "391"),
      ]),
    ]),
  );
  const tally = emptyTally();
  addToTally(tally, measuring.finish(), registry);
  expect(tally).toMatchObject({
    reports: 1,
    values: { income_statement: { measured: 3, face: 2, note: 0, off: 1 } },
    lines: { income: { printed: 3, fed: 2, below: 0, belowUnfed: 0 } },
    sums: { income: { checked: 1, closed: 0 }, balance: { checked: 0, closed: 0 } },
    byLine: { cost_of_revenue: { off: 1 } },
  });
  expect([percentOf(99_999, 100_000), percentOf(0, 0)]).toEqual([99.99, null]);
});

test("a column of the data sets has the dates of most facts with its values, not those of the nearest", () => {
  const at = { start: null, end: "2009-01-31", isRounded: true };
  const balance = (element: string, value: string) => {
    const [first] = printedLine(element, value).values;
    return printedLine(element, null, { values: first ? [{ ...first, ...at }] : [] });
  };
  const lines = [
    balance("us-gaap:Assets", "70"),
    balance("us-gaap:Goodwill", "9"),
    balance("own:X", "1"),
  ];
  const report = reportOf([statementOf("balance", lines)], [], { source: "data_set" });
  const instants = [
    factOf("Assets", "70", { start: null, end: "2009-01-25" }),
    factOf("Goodwill", "9", { start: null, end: "2009-01-25" }),
    factOf("Cash", "5", { start: null, end: "2009-01-28" }),
  ];
  const shown = withExactDates(report, instants);
  const ends = shown.statements[0]?.lines.map(({ values }) => values[0]?.end);
  expect(ends).toEqual(["2009-01-25", "2009-01-25", "2009-01-25"]);
  const nearest = withExactDates(report, instants.slice(2)).statements[0]?.lines[0]?.values[0];
  expect(nearest).toMatchObject({ end: "2009-01-28", isRounded: false });
});
