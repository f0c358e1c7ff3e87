import { expect, test } from "vitest";
import { measureSums } from "#ingest/faces/measured/closure.ts";
import { measureFaces } from "#ingest/faces/measured/measure-faces.ts";
import { addToTally, emptyTally, percentOf } from "#ingest/faces/measured/tally-faces.ts";
import { lineMeasure } from "#ingest/faces/measured/unfed-lines.ts";
import { withExactDates } from "#ingest/faces/shown/exact-dates.ts";
import { loadRegistry } from "#registry/current/load.ts";
import type { FiledLine } from "#schemas/shapes/companies/filed-report.ts";
import type { Line, Lineage } from "#schemas/shapes/companies/statement.ts";
import { factOf, periodOf, printedLine, reportOf, shownLine, statementOf } from "./printed.ts";

const facts = [factOf("Revenues", "900"), factOf("InterestExpense", "7")];
const periods = [
  periodOf({
    revenue: shownLine("900", 0),
    operating_income: shownLine("250", ["submitted", [1, "x", "250", 0]]),
    nonoperating_income: shownLine("-7", ["rollup", [-1, "interest_expense", "7", 1]]),
  }),
];

/** Element, and how it feeds, of each line that is measured. */
const measured = (
  lines: FiledLine[],
  kind: "income" | "cash_flow" = "income",
  own: typeof periods = periods,
) => {
  const measure = lineMeasure(own, facts, loadRegistry());
  const report = reportOf([statementOf(kind, lines)]);
  return measure(report).map(({ element, feeds, isBelow }) => [element, feeds, isBelow]);
};

test("a line feeds as a value, as a part, and as the version that was restated", () => {
  const lines = [
    printedLine("us-gaap:Revenues", "899"),
    printedLine("us-gaap:InterestExpense", "7"),
    printedLine("us-gaap:OtherNonoperatingIncomeExpense", "3"),
  ];
  expect(measured(lines)).toEqual([
    ["us-gaap:Revenues", "line", false],
    ["us-gaap:InterestExpense", "line", false],
    ["us-gaap:OtherNonoperatingIncomeExpense", null, false],
  ]);
});

test("a line feeds whose amount is shown for its period, under whatever element", () => {
  expect(measured([printedLine("own:Earnings", "250")])).toEqual([["own:Earnings", "line", false]]);
  const shares = printedLine("own:Earnings", "250", { unit: "shares" });
  expect(measured([shares]).map(([, feeds]) => feeds)).toEqual([null]);
});

test("a row printed below a line is a part of it, and a row that lines add up to is their sum; others feed nothing", () => {
  const lines = [
    printedLine("us-gaap:SalesRevenueGoodsNet", "600"),
    printedLine("us-gaap:SalesRevenueServicesNet", "300"),
    printedLine("us-gaap:Revenues", "900", { isTotal: true }),
    printedLine("us-gaap:InterestExpense", "7", { isNegated: true }),
    printedLine("own:AfterInterest", "893", { isTotal: true }),
    printedLine("own:Other", "3"),
    printedLine("own:WithOther", "896", { isTotal: true }),
  ];
  expect(measured(lines).map(([element, feeds]) => [element, feeds])).toEqual([
    ["us-gaap:SalesRevenueGoodsNet", "part"],
    ["us-gaap:SalesRevenueServicesNet", "part"],
    ["us-gaap:Revenues", "line"],
    ["us-gaap:InterestExpense", "line"],
    ["own:AfterInterest", "subtotal"],
    ["own:Other", null],
    ["own:WithOther", null],
  ]);
});

test("what other lines leave of a total holds the rows below it that are no lines", () => {
  const lines = [
    printedLine("us-gaap:Revenues", "900"),
    printedLine("own:Other", "-15"),
    printedLine("own:More", "-5"),
    printedLine("us-gaap:InterestExpense", "880", { isTotal: true }),
  ];
  const before = (lineage: Lineage) => [
    periodOf({
      revenue: shownLine("900", 0),
      // A total whose fact is at hand stands for income before tax.
      pretax_income: shownLine("880", 1),
      remaining_pretax_income: shownLine("-20", lineage),
    }),
  ];
  const feeds = (lineage: Lineage) => measured(lines, "income", before(lineage))[1];
  const left: Lineage = ["remainder", [1, "pretax_income@2010Q1", "880", 1]];
  expect(feeds(left)).toEqual(["own:Other", "part", false]);
  expect(feeds(["sum_of_tags"])).toEqual(["own:Other", null, false]);
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
    ["own:A", null, false],
    ["us-gaap:InterestPaid", null, true],
  ]);
});

/** Amounts of lines; `sum` says how the last one adds up, with what is left over. */
function sumsOf(values: Record<string, string>, total: string, sum: Line["sum"]) {
  const lines: Record<string, Line> = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, shownLine(value, 0)]),
  );
  const whole = lines[total];
  if (whole && sum) lines[total] = { ...whole, sum };
  return measureSums(periodOf(lines), loadRegistry()).map(({ closes, difference }) =>
    closes ? "closes" : difference,
  );
}

const assets = {
  cash_and_equivalents: "11",
  inventory: "22",
  remaining_current_assets: "7",
  current_assets: "40",
};
const sumOfAssets = [
  [1, "cash_and_equivalents"],
  [1, "inventory"],
  [1, "remaining_current_assets"],
] as const;

test("a total closes where the lines of its sum add up, and says by how much it does not", () => {
  expect(sumsOf(assets, "current_assets", sumOfAssets)).toEqual(["closes"]);
  expect(sumsOf({ ...assets, current_assets: "47" }, "current_assets", sumOfAssets)).toEqual(["7"]);
});

test("a total without a sum, or with a line that is not shown, stays open; one without a residual is not measured", () => {
  expect(sumsOf(assets, "current_assets", undefined)).toEqual([null]);
  const { inventory: _, ...others } = assets;
  expect(sumsOf(others, "current_assets", sumOfAssets)).toEqual([null]);
  const { remaining_current_assets: __, ...unknown } = assets;
  expect(sumsOf(unknown, "current_assets", sumOfAssets)).toEqual([]);
});

test("rounding of the filing is no difference, a unit more than it is", () => {
  const round = { revenue: "900000000", cost_of_revenue: "500000000", remaining_gross_profit: "0" };
  const sum = [
    [1, "revenue"],
    [-1, "cost_of_revenue"],
    [1, "remaining_gross_profit"],
  ] as const;
  expect(sumsOf({ ...round, gross_profit: "402000000" }, "gross_profit", sum)).toEqual(["closes"]);
  expect(sumsOf({ ...round, gross_profit: "407000000" }, "gross_profit", sum)).toEqual(["7000000"]);
});

test("a total that a later filing rounded closes within half of its unit", () => {
  // Mastercard's current assets of 2009, stated again in millions a year later.
  const inThousands = {
    cash_and_equivalents: "2055121000",
    inventory: "2947440000",
    remaining_current_assets: "0",
  };
  const rounded = (total: string) =>
    sumsOf({ ...inThousands, current_assets: total }, "current_assets", sumOfAssets);
  expect(rounded("5003000000")).toEqual(["closes"]);
  expect(rounded("5004000000")).toEqual(["1439000"]);
});

test("a tally counts values, lines and subtotals of filings with a face, and never rounds up", () => {
  const lines: Record<string, Line> = {
    revenue: shownLine("900", 0),
    cost_of_revenue: shownLine("500", 1),
    gross_profit: {
      ...shownLine("391", 2),
      sum: [
        [1, "revenue"],
        [-1, "cost_of_revenue"],
      ],
    },
    remaining_gross_profit: shownLine("0", ["sum_of_tags"]),
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
    lines: { income: { printed: 3, fed: 2, parts: 0, subtotals: 0, below: 0, belowUnfed: 0 } },
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
