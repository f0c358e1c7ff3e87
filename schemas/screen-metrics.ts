/** A figure of one period by its snakeKey; null where there is none. */
export type FigureOf = (key: string) => number | null;

/** What can be screened and compared: a line of the statements, or a ratio of lines. */
export interface ScreenMetric {
  key: string;
  label: string;
  unit: "money" | "ratio" | "per_share" | "shares";
  /** Computes a ratio; absent for a line, which has the key of its concept. */
  compute?(of: FigureOf): number | null;
}

const line = (key: string, label: string, unit: ScreenMetric["unit"] = "money"): ScreenMetric => ({
  key,
  label,
  unit,
});

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

/** The ratios that companies are screened by, in reading order. The screen and the extracts compute these. */
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

/** The sum of terms; null where one is missing. */
function sumOf(terms: readonly string[], of: FigureOf): number | null {
  let total = 0;
  for (const term of terms) {
    const value = of(term.replace(/^-/, ""));
    if (value === null) return null;
    total += term.startsWith("-") ? -value : value;
  }
  return total;
}

/** A ratio's value; null where a line is missing or the divisor is not positive. */
function ratioValue({ part, whole }: Ratio, of: FigureOf): number | null {
  const [above, below] = [sumOf(part, of), sumOf(whole, of)];
  return above === null || below === null || below <= 0 ? null : above / below;
}

/** Figures that money is screened by, in reading order, then ratios. A change needs a migration: each is a column. */
export const screenMetrics: readonly ScreenMetric[] = [
  line("revenue", "Revenue"),
  line("gross_profit", "Gross profit"),
  line("research_and_development", "Research and development"),
  line("operating_income", "Operating income"),
  line("ebitda", "EBITDA"),
  line("pretax_income", "Income before taxes"),
  line("net_income", "Net income"),
  line("net_interest_income", "Net interest income"),
  line("operating_cash_flow", "Operating cash flow"),
  line("capital_expenditure", "Capital expenditure"),
  line("free_cash_flow", "Free cash flow"),
  line("dividends_paid", "Dividends paid"),
  line("stock_repurchased", "Stock repurchased"),
  line("stock_based_compensation", "Stock-based compensation"),
  line("cash_and_equivalents", "Cash and equivalents"),
  line("accounts_receivable", "Receivables"),
  line("inventory", "Inventories"),
  line("current_assets", "Current assets"),
  line("goodwill", "Goodwill"),
  line("total_assets", "Total assets"),
  line("current_liabilities", "Current liabilities"),
  line("total_debt", "Total debt"),
  line("total_liabilities", "Total liabilities"),
  line("deposits", "Deposits"),
  line("stockholders_equity", "Equity"),
  line("eps_diluted", "Diluted EPS", "per_share"),
  line("dividends_per_share", "Dividends per share", "per_share"),
  line("weighted_average_shares_diluted", "Diluted shares", "shares"),
  ...ratios.map(
    (one): ScreenMetric => ({
      key: one.key,
      label: one.label,
      unit: "ratio",
      compute: (of) => ratioValue(one, of),
    }),
  ),
];

/** The metric's value from the figures of one period. */
export const metricValue = ({ key, compute }: ScreenMetric, of: FigureOf): number | null =>
  compute === undefined ? of(key) : compute(of);

/**
 * What a metric is read from: "ttm" the newest twelve months (an instant: the newest quarter), "fy" the newest fiscal
 * year, "cagr3" and "cagr5" growth a year over that many fiscal years, "avg5" the mean of five fiscal years.
 */
const screenBases = ["ttm", "fy", "cagr3", "cagr5", "avg5"] as const;
type ScreenBasis = (typeof screenBases)[number];

/** Growth is of flows in money and per share, means are of ratios. */
const basesOf = ({ key, unit }: ScreenMetric): readonly ScreenBasis[] => {
  if (unit === "ratio") return ["ttm", "fy", "avg5"];
  return growing.has(key) ? ["ttm", "fy", "cagr3", "cagr5"] : ["ttm", "fy"];
};

const growing = new Set([
  "revenue",
  "operating_income",
  "net_income",
  "free_cash_flow",
  "total_assets",
  "stockholders_equity",
  "eps_diluted",
  "weighted_average_shares_diluted",
]);

/** One column of the screen: a metric on a basis. */
export interface ScreenColumn {
  /** As it is asked for: "revenue" (of twelve months), "revenue.fy", "revenue.cagr5". */
  name: string;
  /** In the database: "revenue_ttm". */
  column: string;
  metric: ScreenMetric;
  basis: ScreenBasis;
  /** What its values are: growth is a ratio whatever grows. */
  unit: ScreenMetric["unit"];
}

export const screenColumns: readonly ScreenColumn[] = screenMetrics.flatMap((metric) =>
  basesOf(metric).map((basis) => ({
    name: basis === "ttm" ? metric.key : `${metric.key}.${basis}`,
    column: `${metric.key}_${basis}`,
    metric,
    basis,
    unit: basis.startsWith("cagr") ? ("ratio" as const) : metric.unit,
  })),
);
