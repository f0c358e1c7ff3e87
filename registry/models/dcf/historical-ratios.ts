import { type Figure, type Ratio, ratioNamed, ratioOf, spareCash } from "#schemas/ratios.ts";
import type { LineKey } from "../catalogue.ts";
import type { HistoricalColumn } from "./historical-growth.ts";

/** A ratio of a historical table; terms of its sums are lines of models. */
export interface HistoricalRatio extends Pick<Ratio, "key" | "label" | "part" | "whole"> {
  isMultiple: boolean;
}

/** What models call the lines that ratios are defined by. Debt and cash of a ratio are the filed lines: without leases of notes, and without securities that models find beside. */
const lineNames: Readonly<Record<string, LineKey>> = {
  current_assets: "total_current_assets",
  current_liabilities: "total_current_liabilities",
  total_debt: "reported_debt",
  [spareCash]: "reported_cash",
};

/** A ratio as it is defined for screens, summaries and extracts. */
function shared(name: string, { key = name, isMultiple = false } = {}): HistoricalRatio {
  const { label, part, whole } = ratioNamed(name);
  const named = (terms: readonly string[]) =>
    terms.map((term) => term.replace(/\w+/, (line) => lineNames[line] ?? line));
  return { key, label, part: named(part), whole: named(whole), isMultiple };
}

type Lines = readonly [part: LineKey, whole: LineKey];

/** A ratio that only these tables have. */
const own = (key: string, label: string, lines: Lines, isMultiple = false): HistoricalRatio => ({
  key,
  label,
  part: [lines[0]],
  whole: [lines[1]],
  isMultiple,
});

/** The ratios of each historical table, in reading order. */
const ratiosOfTables: Readonly<Record<string, readonly HistoricalRatio[]>> = {
  historical_income_statement: [
    shared("gross_margin"),
    shared("operating_margin"),
    own("ebitda_margin", "EBITDA margin", ["ebitda", "revenue"]),
    shared("net_margin"),
    own("tax_to_pretax_income", "Income tax to income before tax", [
      "income_tax_expense",
      "income_before_tax",
    ]),
  ],
  historical_balance_sheet: [
    shared("current_ratio", { isMultiple: true }),
    shared("debt_to_equity", { isMultiple: true }),
    own("net_debt_to_ebitda", "Net debt / EBITDA", ["net_debt", "ebitda"], true),
    own("nwc_pct_revenue", "Net working capital, % of revenue", ["net_working_capital", "revenue"]),
  ],
  historical_cash_flow: [
    shared("free_cash_flow_margin", { key: "fcf_margin" }),
    own("capex_pct_revenue", "Capital expenditures, % of revenue", [
      "capital_expenditures",
      "revenue",
    ]),
    shared("cash_conversion"),
    own("free_cash_flow_conversion", "Free cash flow to net income", [
      "free_cash_flow",
      "net_income",
    ]),
  ],
};

/** The ratios that a template's `margins` have. */
export const marginsOf = (templateKey: string): readonly HistoricalRatio[] =>
  templateKey === "historical_ratios"
    ? Object.values(ratiosOfTables).flat()
    : (ratiosOfTables[templateKey] ?? []);

/** Returns on what stands at the year's end, among the values of the table of ratios. */
export const returns: readonly HistoricalRatio[] = [
  shared("return_on_equity"),
  shared("roic", { key: "return_on_invested_capital" }),
];

const everyRatio = [...returns, ...Object.values(ratiosOfTables).flat()];

/** The ratio of a key of `values` or `margins`. */
export const ratioByKey: ReadonlyMap<string, HistoricalRatio> = new Map(
  everyRatio.map((one) => [one.key, one]),
);

/** A ratio of one column, or why there is none. */
export const ratioIn = ({ values, marks }: HistoricalColumn, ratio: HistoricalRatio): Figure =>
  ratioOf(ratio, (name) => {
    const key = name as LineKey;
    const value = values[key] ?? null;
    return value === null
      ? { value, reason: marks[key]?.reason ?? "not_reported" }
      : { value, reason: null };
  });
