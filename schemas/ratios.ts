import { fromNumber } from "./decimal.ts";
import { computeFormula, type ExactFigure } from "./metrics/compute.ts";
import type { Formula } from "./metrics/formula.ts";

/** A ratio of lines: a sum of lines over a sum of lines. A term with a minus is subtracted. */
export interface Ratio {
  key: string;
  label: string;
  /** The definition, as a reader of an extract needs it. */
  meaning: string;
  part: readonly string[];
  whole: readonly string[];
}

const ratio = (
  key: string,
  label: string,
  part: string | readonly string[],
  whole: string | readonly string[],
  meaning = label,
): Ratio => ({ key, label, meaning, part: [part].flat(), whole: [whole].flat() });

/**
 * The line of cash that returns and net debt take off: cash with short-term investments, because many companies hold their
 * cash as securities. Statements have none where it cannot be told, so that no figure stands on cash alone there.
 */
export const spareCash = "cash_and_short_term_investments";

/**
 * The ratios that companies are screened by, in reading order. Balances are those of the period's end, so that each
 * period stands for itself: no return is on an average.
 */
export const ratios: readonly Ratio[] = [
  ratio("gross_margin", "Gross margin", "gross_profit", "revenue", "Gross profit to revenue"),
  ratio(
    "operating_margin",
    "Operating margin",
    "operating_income",
    "revenue",
    "Operating income to revenue",
  ),
  ratio("net_margin", "Net margin", "net_income", "revenue", "Net income to revenue"),
  ratio(
    "free_cash_flow_margin",
    "Free cash flow margin",
    "free_cash_flow",
    "revenue",
    "Free cash flow to revenue",
  ),
  ratio(
    "cash_conversion",
    "Operating cash flow to net income",
    "operating_cash_flow",
    "net_income",
  ),
  ratio(
    "return_on_assets",
    "Return on assets",
    "net_income",
    "total_assets",
    "Net income to assets at the end",
  ),
  ratio(
    "return_on_equity",
    "Return on equity",
    "net_income",
    "stockholders_equity",
    "Net income to equity at the end",
  ),
  ratio(
    "roic",
    "Return on invested capital",
    ["operating_income", "-income_tax_expense"],
    ["total_debt", "stockholders_equity", `-${spareCash}`],
    "Operating income less tax, to debt and equity less cash and short-term investments at the end",
  ),
  ratio(
    "current_ratio",
    "Current ratio",
    "current_assets",
    "current_liabilities",
    "Current assets to current liabilities",
  ),
  ratio("debt_to_equity", "Debt to equity", "total_debt", "stockholders_equity"),
  ratio("equity_to_assets", "Equity to assets", "stockholders_equity", "total_assets"),
  ratio(
    "efficiency_ratio",
    "Efficiency ratio",
    "noninterest_expense",
    "revenue",
    "Noninterest expense of a bank to revenue",
  ),
];

/**
 * Ratios beside those that companies are screened by, for summaries. One name has one definition wherever it stands:
 * both lists are the only place where a ratio of lines is defined.
 */
export const otherRatios: readonly Ratio[] = [
  ratio(
    "cash_flow_to_debt",
    "Operating cash flow to debt",
    "operating_cash_flow",
    "total_debt",
    "Operating cash flow to debt at the end",
  ),
];

const byKey = new Map([...ratios, ...otherRatios].map((one) => [one.key, one]));

/** The ratio of that key. Throws for one that is not defined. */
export function ratioNamed(key: string): Ratio {
  const found = byKey.get(key);
  if (found === undefined) throw new Error(`no ratio ${key}`);
  return found;
}

/** A figure, or why there is none. */
export type Figure = { value: number; reason: null } | { value: null; reason: string };

/** A figure of one period by the key of its line. */
export type FigureOf = (key: string) => Figure;

/** The line that a term names, and whether it is subtracted. */
export const readTerm = (term: string): { key: string; sign: 1 | -1 } =>
  term.startsWith("-") ? { key: term.slice(1), sign: -1 } : { key: term, sign: 1 };

const termOf = (term: string): Formula => ({
  kind: "line",
  key: readTerm(term).key,
  yearsBefore: 0,
});

/** The sum of terms, of which the first is not subtracted. */
const sumOf = ([first = "", ...others]: readonly string[]): Formula =>
  others.reduce<Formula>(
    (left, term) => ({
      kind: "operation",
      operator: readTerm(term).sign > 0 ? "+" : "-",
      left,
      right: termOf(term),
    }),
    termOf(first),
  );

/** The ratio as a formula. */
export const formulaOf = ({ part, whole }: Pick<Ratio, "part" | "whole">): Formula => ({
  kind: "operation",
  operator: "/",
  left: sumOf(part),
  right: sumOf(whole),
});

/** The ratio as text, as `readFormula` reads it. */
export const ratioText = ({ part, whole }: Pick<Ratio, "part" | "whole">): string =>
  [part, whole]
    .map((terms) => {
      const text = terms.join(" + ").replaceAll("+ -", "- ");
      return terms.length > 1 ? `(${text})` : text;
    })
    .join(" / ");

/** A ratio of figures that are numbers: what `computeFormula` promises, as a double that was rounded once. */
export function ratioOf(ratio: Pick<Ratio, "part" | "whole">, of: FigureOf): Figure {
  return asNumber(
    computeFormula(formulaOf(ratio), (key) => {
      const { value, reason } = of(key);
      return value === null ? { value, reason } : { value: fromNumber(value), reason: null };
    }),
  );
}

/** A figure as the double nearest to it; "not_meaningful" where it is beyond all doubles. */
export function asNumber({ value, reason }: ExactFigure): Figure {
  if (value === null) return { value, reason };
  const number = Number(value);
  return Number.isFinite(number)
    ? { value: number, reason: null }
    : { value: null, reason: "not_meaningful" };
}
