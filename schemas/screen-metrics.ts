import { type Figure, type FigureOf, ratioOf, ratios } from "./ratios.ts";

/** What can be screened and compared: a line of the statements, or a ratio of lines. */
export interface ScreenMetric {
  key: string;
  label: string;
  unit: "money" | "ratio" | "per_share" | "shares";
  /** Computes a ratio; absent for a line, which has the key of its concept. */
  compute?(of: FigureOf): Figure;
}

const line = (key: string, label: string, unit: ScreenMetric["unit"] = "money"): ScreenMetric => ({
  key,
  label,
  unit,
});

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
      compute: (of) => ratioOf(one, of),
    }),
  ),
];

/** The metric's figure from those of one period. */
export const metricFigure = ({ key, compute }: ScreenMetric, of: FigureOf): Figure =>
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
