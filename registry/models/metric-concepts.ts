import { spareCash } from "#schemas/ratios.ts";

const concepts = {
  revenue: ["revenue"],
  cost_of_revenue: ["cost_of_revenue"],
  gross_profit: ["gross_profit"],
  research_development: ["research_and_development"],
  selling_general_admin: ["selling_general_and_administrative"],
  operating_income: ["operating_income"],
  // A filer whose cash flow statement shows depreciation alone has no combined line.
  depreciation_amortization: ["depreciation_and_amortization", "depreciation"],
  interest_expense: ["interest_expense"],
  income_before_tax: ["pretax_income"],
  income_tax_expense: ["income_tax_expense"],
  net_income: ["net_income"],
  net_income_common: ["net_income_to_common"],
  preferred_dividends: ["preferred_dividends"],
  funds_from_operations: ["funds_from_operations"],
  eps_diluted: ["eps_diluted"],
  basic_shares: ["weighted_average_shares_basic"],
  diluted_shares: ["weighted_average_shares_diluted"],
  capital_expenditures: ["capital_expenditure"],
  operating_cash_flow: ["operating_cash_flow"],
  stock_based_compensation: ["stock_based_compensation"],
  dividends_paid: ["dividends_paid"],
  share_repurchases: ["stock_repurchased"],
  debt_issued: ["debt_issued"],
  debt_repaid: ["debt_repaid"],
  net_change_in_cash: ["net_change_in_cash"],
  cash_and_equivalents: ["cash_and_equivalents"],
  short_term_investments: ["short_term_investments"],
  // Read from its tags: the registry's line also holds what is not marketable.
  long_term_marketable_securities: [],
  receivables: ["accounts_receivable"],
  inventory: ["inventory"],
  prepaid_expenses: ["prepaid_expenses"],
  other_current_assets: ["other_current_assets"],
  total_current_assets: ["current_assets"],
  property_plant_equipment_net: ["property_plant_equipment_net"],
  goodwill: ["goodwill"],
  intangibles: ["intangible_assets_net"],
  total_assets: ["total_assets"],
  accounts_payable: ["accounts_payable"],
  total_current_liabilities: ["current_liabilities"],
  debt_due_within_a_year: ["debt_current"],
  total_debt: ["total_debt"],
  // As the filing has them: ratios of all places take these.
  reported_cash: [spareCash],
  reported_debt: ["total_debt"],
  operating_lease_liability: ["operating_lease_liability"],
  total_liabilities: ["total_liabilities"],
  stockholders_equity: ["stockholders_equity"],
  noncontrolling_interest: ["noncontrolling_interest"],
  preferred_equity: ["preferred_stock"],
  shares_outstanding: ["cover_shares_outstanding", "shares_outstanding"],
  public_float: ["cover_public_float"],
} satisfies Record<string, readonly string[]>;

/** What a filing states, as models name it. */
export type MetricKey = keyof typeof concepts;

/** Registry concepts a metric is read from, in order, period by period (models.md 3.2). */
export const conceptsOf: Readonly<Record<MetricKey, readonly string[]>> = concepts;
