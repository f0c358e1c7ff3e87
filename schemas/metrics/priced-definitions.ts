import type { MetricDefinition } from "./definitions.ts";

/** What a price gives: not lines of statements, but beside them in formulas. */
export const marketInputs = ["share_price", "diluted_shares", "net_claims"] as const;
export type MarketInput = (typeof marketInputs)[number];

const marketValue = "(share_price * diluted_shares)";

/** Metrics that take a price: of the day asked for, and of the newest twelve months known that day. */
export const pricedDefinitions: readonly MetricDefinition[] = [
  {
    key: "market_value",
    label: "Market value",
    unit: "money",
    formula: "share_price * diluted_shares",
    meaning: "Close of a share times diluted shares",
    source: null,
    isOfYear: true,
  },
  {
    key: "enterprise_value",
    label: "Enterprise value",
    unit: "money",
    formula: `${marketValue} + net_claims`,
    meaning:
      "Market value, debt and other claims, less cash, securities and assets outside the business",
    source: null,
    isOfYear: true,
  },
  {
    key: "pe",
    label: "Price to earnings",
    unit: "multiple",
    formula: `${marketValue} / net_income_to_common`,
    meaning: "Market value to net income to common shareholders of twelve months",
    source: null,
    isOfYear: true,
  },
  {
    key: "ev_to_ebitda",
    label: "Enterprise value to EBITDA",
    unit: "multiple",
    formula: `(${marketValue} + net_claims) / ebitda`,
    meaning: "Enterprise value to EBITDA of twelve months",
    source: null,
    isOfYear: true,
  },
  {
    key: "fcf_yield",
    label: "Free cash flow yield",
    unit: "ratio",
    formula: `free_cash_flow / ${marketValue}`,
    meaning: "Free cash flow of twelve months to market value",
    source: null,
    isOfYear: true,
  },
  {
    key: "dividend_yield",
    label: "Dividend yield",
    unit: "ratio",
    formula: `dividends_paid / ${marketValue}`,
    meaning: "Dividends paid in twelve months to market value",
    source: null,
    isOfYear: true,
  },
  {
    key: "altman_z",
    label: "Altman Z (manufacturers)",
    unit: "score",
    formula: `1.2 * (current_assets - current_liabilities) / total_assets + 1.4 * retained_earnings / total_assets + 3.3 * operating_income / total_assets + 0.6 * ${marketValue} / total_liabilities + 0.999 * revenue / total_assets`,
    meaning: "Risk of bankruptcy at market value: below 1.81 distress, above 2.99 safe",
    source:
      "E. Altman, Financial Ratios, Discriminant Analysis and the Prediction of Corporate Bankruptcy, Journal of Finance 23 (1968), of manufacturers",
    isOfYear: true,
  },
];
