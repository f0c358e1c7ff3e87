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
    ["total_debt", "stockholders_equity", "-cash_and_equivalents"],
    "Operating income less tax, to debt and equity less cash at the end",
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
  ratio(
    "efficiency_ratio",
    "Efficiency ratio",
    "noninterest_expense",
    "revenue",
    "Noninterest expense to revenue",
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

/** The sum of terms; without a value, and with its reason, where one is missing. */
function sumOf(terms: readonly string[], of: FigureOf): Figure {
  let total = 0;
  for (const { key, sign } of terms.map(readTerm)) {
    const figure = of(key);
    if (figure.value === null) return figure;
    total += sign * figure.value;
  }
  return { value: total, reason: null };
}

/**
 * A ratio's value; null with the reason of the first line that is missing, and as "not_meaningful" where the divisor is
 * not positive.
 */
export function ratioOf({ part, whole }: Pick<Ratio, "part" | "whole">, of: FigureOf): Figure {
  const above = sumOf(part, of);
  if (above.value === null) return above;
  const below = sumOf(whole, of);
  if (below.value === null) return below;
  return below.value > 0
    ? { value: above.value / below.value, reason: null }
    : { value: null, reason: "not_meaningful" };
}
