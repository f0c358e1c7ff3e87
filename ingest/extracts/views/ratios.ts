/** A ratio of an extract as SQL over the columns of a wide view. */
export interface Ratio {
  key: string;
  meaning: string;
  part: string;
  whole: string;
}

const of = (key: string, meaning: string, part: string, whole: string): Ratio => ({
  key,
  meaning: `${meaning}; null where a line is missing or the divisor is not positive`,
  part,
  whole,
});

/** The ratios that companies are screened by (`schemas/screen-metrics.ts`), of one fiscal year. */
export const ratios: readonly Ratio[] = [
  of("gross_margin", "Gross profit to revenue", "gross_profit", "revenue"),
  of("operating_margin", "Operating income to revenue", "operating_income", "revenue"),
  of("net_margin", "Net income to revenue", "net_income", "revenue"),
  of("free_cash_flow_margin", "Free cash flow to revenue", "free_cash_flow", "revenue"),
  of("cash_conversion", "Operating cash flow to net income", "operating_cash_flow", "net_income"),
  of("return_on_assets", "Net income to assets at the end", "net_income", "total_assets"),
  of("return_on_equity", "Net income to equity at the end", "net_income", "stockholders_equity"),
  of(
    "roic",
    "Operating income less tax, to debt and equity less cash at the end",
    "(operating_income - income_tax_expense)",
    "total_debt + stockholders_equity - cash_and_equivalents",
  ),
  of(
    "current_ratio",
    "Current assets to current liabilities",
    "current_assets",
    "current_liabilities",
  ),
  of("debt_to_equity", "Debt to equity", "total_debt", "stockholders_equity"),
  of("equity_to_assets", "Equity to assets", "stockholders_equity", "total_assets"),
];
