/** What a value may be: both ends included, except `above`. */
export interface Range {
  min: number;
  max: number;
  /** True: `min` itself is not allowed. */
  isAbove?: true;
}

const money = 1e15;
const rate: Range = { min: 0, max: 1 };
const share: Range = { min: 0, max: 2 };
const growth: Range = { min: -0.95, max: 5 };
const multiple: Range = { min: 0, max: 100, isAbove: true };
const amount: Range = { min: 0, max: money };

/** Ranges of models.md section 11 by key; an edge has the range of its mid. */
const ranges: Readonly<Record<string, Range>> = {
  discount_rate: { min: 0, max: 1, isAbove: true },
  terminal_growth: { min: -0.5, max: 0.5 },
  exit_multiple: multiple,
  multiple,
  initial_revenue_growth: growth,
  long_run_revenue_growth: growth,
  revenue_growth: growth,
  ebitda_margin: { min: -5, max: 1 },
  normalised_ebit_margin: { min: -5, max: 1 },
  capex_pct_revenue: share,
  da_pct_revenue: share,
  maintenance_capex_pct_revenue: share,
  operating_cash_pct_revenue: share,
  nwc_pct_revenue: { min: -5, max: 5 },
  cost_of_equity: { min: 0, max: 1, isAbove: true },
  return_on_equity: { min: -1, max: 2 },
  stable_return_on_equity: { min: -1, max: 2 },
  payout_ratio: { min: 0, max: 1 },
  dividend_growth: { min: -0.95, max: 1 },
  book_value: { min: 0, max: money, isAbove: true },
  base_dividends: { min: 0, max: money, isAbove: true },
  tax_rate: rate,
  marginal_tax_rate: rate,
  other_income: { min: -money, max: money },
  other_non_operating_assets: { min: -money, max: money },
  equity_investments: { min: -money, max: money },
  associates: { min: -money, max: money },
  held_for_sale: { min: -money, max: money },
  pension_surplus: amount,
  pension_deficit: { min: -money, max: money },
  risk_free_rate: rate,
  pre_tax_cost_of_debt: rate,
  equity_risk_premium: rate,
  additional_risk_premium: rate,
  beta: { min: 0, max: 5 },
  unlevered_beta: { min: 0, max: 5 },
  market_value_of_equity: { min: 0, max: 1e16, isAbove: true },
  debt_weight: { min: 0, max: 0.99 },
  dilution_price: { min: 0, max: 1e9, isAbove: true },
  option_exercise_price: { min: 0, max: 1e9 },
  options_outstanding: { min: 0, max: 1e13 },
  restricted_stock_units: { min: 0, max: 1e13 },
  shares_outstanding: { min: 0, max: 1e13, isAbove: true },
  terminal_mid_year_uplift: { min: 0, max: 1 },
  terminal_reinvestment: { min: 0, max: 1 },
  mid_cycle: { min: 0, max: 1 },
  capitalise_research: { min: 0, max: 1 },
  research_life: { min: 2, max: 10 },
  research_development: amount,
  research_amortization: amount,
  research_asset: amount,
  capitalise_leases: { min: 0, max: 1 },
  operating_lease_liability: amount,
  return_on_new_capital: { min: 0, max: 10, isAbove: true },
  normalised_earnings: { min: 0, max: 1 },
  one_off_charges: { min: -money, max: money },
  exchange_rate: { min: 0, max: 1e6, isAbove: true },
  // Facts that the filings lack; found ones cannot be overridden at all.
  base_revenue: { min: 0, max: money, isAbove: true },
  base_metric: { min: 0, max: money, isAbove: true },
  base_ebitda: { min: -money, max: money },
  cash_and_equivalents: amount,
  short_term_investments: amount,
  long_term_marketable_securities: amount,
  total_debt: amount,
  other_claims: amount,
  interest_expense: amount,
  average_debt: { min: 0, max: money, isAbove: true },
};

/** Throws for a key without a range: every editable number has one. */
export function rangeOf(key: string): Range {
  const name = key.replace(/_(low|high)$/, "");
  const range = Object.hasOwn(ranges, key) ? ranges[key] : ranges[name];
  if (range === undefined) throw new Error(`no range for "${key}"`);
  return range;
}

export function isWithin(value: number, { min, max, isAbove }: Range): boolean {
  return value <= max && (isAbove === true ? value > min : value >= min);
}

/** True for a switch, which is 0 or 1. */
export const isFlag = (key: string) => flags.has(key);

/** True for what counts in whole steps: a switch, and a number of years. */
export const isInteger = (key: string) => isFlag(key) || key === "research_life";

const flags: ReadonlySet<string> = new Set([
  "terminal_mid_year_uplift",
  "terminal_reinvestment",
  "mid_cycle",
  "capitalise_research",
  "capitalise_leases",
  "normalised_earnings",
]);

/** "greater than 0 and at most 100", "between 0 and 1", "0 or 1". */
export function describeRange(key: string, { min, max, isAbove }: Range): string {
  if (isFlag(key)) return "0 or 1";
  if (isInteger(key)) return `a whole number between ${min} and ${max}`;
  return isAbove === true ? `greater than ${min} and at most ${max}` : `between ${min} and ${max}`;
}
