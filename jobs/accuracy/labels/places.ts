import { matchesPattern } from "./label-text.ts";
import type { PrintedRow } from "./printed-filings.ts";

type Test = (
  row: PrintedRow,
  rows: readonly PrintedRow[],
  words: ReadonlyMap<PrintedRow, string>,
) => boolean;

/** Where the first row stands whose words fit a pattern; -1 without one. */
function firstOf(
  patterns: readonly string[],
  rows: readonly PrintedRow[],
  words: ReadonlyMap<PrintedRow, string>,
): number {
  return rows.findIndex(
    (row) =>
      row.values.length > 0 && patterns.some((one) => matchesPattern(words.get(row) ?? "", one)),
  );
}

const grossProfit = ["gross profit", "gross margin", "total gross profit", "total gross margin"];
const netInterest = ["net interest income", "net interest income *"];
const parentShare = [
  "net income attributable to *",
  "net earnings attributable to *",
  "net loss attributable to *",
  "net loss income attributable to *",
  "*noncontrolling*",
  "*minority*",
  "*available to parent*",
  "*nonredeemable*",
  "*attributable to parent*",
];
const netIncome = ["net income", "net earnings", "net loss", "consolidated net income"];
const operatingIncome = [
  "operating income",
  "income from operations",
  "operating profit",
  "operating earnings",
  "earnings from operations",
  "operating loss",
  "loss from operations",
];
const servicesCost = [
  "cost of service*",
  "costs of service*",
  "cost of sales services",
  "services costs",
  "cost of revenue services",
];
const ofOperating = ["*operating activities"];
const ofInvesting = ["*investing activities"];
const ofFinancing = ["*financing activities"];
const equityTotals = ["total equity", "total liabilities and *"];
const noncontrolling = ["*noncontrolling interest*", "*minority interest*"];

const isAbove =
  (patterns: readonly string[]): Test =>
  (row, rows, words) => {
    const at = firstOf(patterns, rows, words);
    return at >= 0 && at < rows.indexOf(row);
  };
const isBelow =
  (patterns: readonly string[]): Test =>
  (row, rows, words) => {
    const at = rows.findLastIndex(
      (one) =>
        one.values.length > 0 && patterns.some((p) => matchesPattern(words.get(one) ?? "", p)),
    );
    return at > rows.indexOf(row);
  };
/** Above the first row with these words. */
const isBeforeAll =
  (patterns: readonly string[]): Test =>
  (row, rows, words) => {
    const at = firstOf(patterns, rows, words);
    return at < 0 || rows.indexOf(row) < at;
  };
/** At most one row with a number has these words. */
const isOnce =
  (patterns: readonly string[]): Test =>
  (_, rows, words) =>
    rows.filter(
      (row) =>
        row.values.length > 0 && patterns.some((p) => matchesPattern(words.get(row) ?? "", p)),
    ).length <= 1;
const isThere =
  (patterns: readonly string[]): Test =>
  (_, rows, words) =>
    firstOf(patterns, rows, words) >= 0;
const not =
  (test: Test): Test =>
  (row, rows, words) =>
    !test(row, rows, words);
const both =
  (a: Test, b: Test): Test =>
  (row, rows, words) =>
    a(row, rows, words) && b(row, rows, words);

/** The statement has no total of revenue: a "Total" before the first cost, or a total that says so. */
const hasNoTotalRevenue: Test = (_, rows, words) => {
  const texts = rows.map((one) => words.get(one) ?? "");
  const costs = texts.findIndex((text) => text.includes("cost"));
  const above = costs < 0 ? texts : texts.slice(0, costs);
  return (
    !above.includes("total") && !texts.some((text) => /^total .{0,40}(?:revenue|sales)/.test(text))
  );
};

/** Where a row stands, by the labels around it. */
export const places = {
  gross_profit_above: isAbove(grossProfit),
  no_gross_profit: not(isThere(grossProfit)),
  operating_income_below: isBelow(operatingIncome),
  no_cost_of_services: not(isThere(servicesCost)),
  no_net_interest_income: not(isThere(netInterest)),
  no_total_revenue: hasNoTotalRevenue,
  before_any_net_income: isBeforeAll([
    "net income*",
    "net earnings*",
    "net loss*",
    "consolidated net income*",
  ]),
  one_line_of_discontinued: isOnce([
    "*discontinued operations*",
    "*disposal of discontinued*",
    "gain on sale of *",
    "gain on disposal*",
    "loss on disposal*",
  ]),
  before_net_income: isBelow(netIncome),
  parent_share_below: isBelow(parentShare),
  no_parent_share: not(isThere(parentShare)),
  before_current_assets: isBelow(["total current assets"]),
  not_among_current: both(
    not(isBelow(["total current assets"])),
    not(isBelow(["total current liabilities"])),
  ),
  no_noncontrolling_above: not(isAbove(noncontrolling)),
  within_equity: both(
    isAbove(["retained earnings*", "accumulated *", "*stockholders equity"]),
    isBelow(equityTotals),
  ),
  before_operating_total: isBelow(ofOperating),
  among_investing: both(isAbove(ofOperating), isBelow(ofInvesting)),
  among_financing: both(isAbove(ofInvesting), isBelow(ofFinancing)),
} as const satisfies Record<string, Test>;

export type Place = keyof typeof places;
