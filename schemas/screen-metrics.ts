import { computeFormula, type ExactFigure, type FigureAt } from "./metrics/compute.ts";
import { type MetricDefinition, metricDefinitions } from "./metrics/definitions.ts";
import { type Formula, readFormula } from "./metrics/formula.ts";
import { pricedDefinitions } from "./metrics/priced-definitions.ts";
import { formulaOf, ratios, ratioText } from "./ratios.ts";

/** What can be screened and compared: a line of the statements, or what is computed from lines. */
export interface ScreenMetric {
  key: string;
  label: string;
  unit: MetricDefinition["unit"] | "per_share" | "shares";
  /** How it is computed; absent for a line, which has the key of its concept. */
  derived?: DerivedMetric;
}

/** How a metric is computed from lines, and what it says. */
export type DerivedMetric = Pick<MetricDefinition, "meaning" | "source" | "isOfYear"> & {
  formula: Formula;
  /** The formula as it is read. */
  text: string;
};

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
  line("funds_from_operations", "Funds from operations"),
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
  line("cet1_ratio", "Common equity tier 1 ratio", "ratio"),
  line("stockholders_equity", "Equity"),
  line("eps_diluted", "Diluted EPS", "per_share"),
  line("dividends_per_share", "Dividends per share", "per_share"),
  line("weighted_average_shares_diluted", "Diluted shares", "shares"),
  ...ratios.map(
    (one): ScreenMetric => ({
      key: one.key,
      label: one.label,
      unit: "ratio",
      derived: {
        formula: formulaOf(one),
        text: ratioText(one),
        meaning: one.meaning,
        source: null,
        isOfYear: false,
      },
    }),
  ),
  ...metricDefinitions.map(defined),
];

function defined({ key, label, unit, formula, ...about }: MetricDefinition): DerivedScreenMetric {
  const { meaning, source, isOfYear } = about;
  return {
    key,
    label,
    unit,
    derived: { formula: readFormula(formula), text: formula, meaning, source, isOfYear },
  };
}

/** A metric that is computed from lines. */
export type DerivedScreenMetric = ScreenMetric & Required<Pick<ScreenMetric, "derived">>;

/** The metrics that are computed from lines, in reading order. */
export const derivedMetrics: readonly DerivedScreenMetric[] = screenMetrics.filter(
  (one): one is DerivedScreenMetric => one.derived !== undefined,
);

/** Metrics that take a price as well: a table of their own has those of screens. */
export const pricedMetrics: readonly DerivedScreenMetric[] = pricedDefinitions.map(defined);

/** The metric's figure from those of a period and of the same period some years before. */
export const metricFigure = ({ key, derived }: ScreenMetric, at: FigureAt): ExactFigure =>
  derived === undefined ? at(key, 0) : computeFormula(derived.formula, at);

/**
 * What a metric is read from: "ttm" the newest twelve months (an instant: the newest quarter), "fy" the newest fiscal
 * year, "cagr3" and "cagr5" growth a year over that many fiscal years, "avg5" the mean of five fiscal years.
 */
const screenBases = ["ttm", "fy", "cagr3", "cagr5", "avg5"] as const;
type ScreenBasis = (typeof screenBases)[number];

const averaged: readonly ScreenMetric["unit"][] = ["ratio", "multiple", "days"];

/** Growth is of flows in money and per share, means are of what can be compared over years. */
const basesOf = ({ key, unit }: ScreenMetric): readonly ScreenBasis[] => {
  if (averaged.includes(unit)) return ["ttm", "fy", "avg5"];
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

/** Metrics that take a price as columns: of the newest close and twelve months alone. */
export const pricedColumns: readonly ScreenColumn[] = pricedMetrics.map((metric) => ({
  name: metric.key,
  column: metric.key,
  metric,
  basis: "ttm" as const,
  unit: metric.unit,
}));

/** Everything that a screen can be asked for. */
export const allScreenColumns: readonly ScreenColumn[] = [...screenColumns, ...pricedColumns];

const pricedNames: ReadonlySet<string> = new Set(pricedColumns.map(({ column }) => column));
export const isPricedColumn = (column: string): boolean => pricedNames.has(column);
