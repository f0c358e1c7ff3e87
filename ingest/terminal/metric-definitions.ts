import { ratioNamed } from "#schemas/ratios.ts";
import type { Template } from "#schemas/shapes/companies/statement.ts";

/**
 * How a metric is read.
 * "flow": trailing twelve months, else the fiscal year; all flows of a company are of one of them. "instant": the newest balance sheet, first concept that has a value.
 * "ratio": both operands of one column. "growth": against the same point a year earlier.
 */
export type MetricDefinition = { key: string; label: string; highlight?: true } & (
  | { kind: "flow" | "growth"; concept: string }
  | { kind: "instant"; concepts: readonly string[] }
  | {
      kind: "ratio";
      at: "flow" | "balance";
      numerator: string;
      denominator: string;
      format: "percent" | "multiple";
    }
);

const revenue = flow("revenue", "Revenue", "revenue", true);
const revenueGrowth: MetricDefinition = {
  key: "revenue_growth_yoy",
  label: "Revenue growth",
  kind: "growth",
  concept: "revenue",
};
const netIncome = flow("net_income", "Net income", "net_income", true);
const netMargin = margin("net_margin");
const operatingCashFlow = flow(
  "operating_cash_flow",
  "Operating cash flow",
  "operating_cash_flow",
  true,
);
const epsDiluted = flow("eps_diluted", "Diluted EPS", "eps_diluted");
const cash = instant("cash_and_equivalents", "Cash and equivalents", true);
const totalDebt = instant("total_debt", "Total debt", true);
const totalAssets = instant("total_assets", "Total assets");
const equity = instant("stockholders_equity", "Shareholders' equity");
const shares: MetricDefinition = {
  key: "shares_outstanding",
  label: "Shares outstanding",
  kind: "instant",
  concepts: ["cover_shares_outstanding", "shares_outstanding"],
};
const returnOnAssets = ratio("return_on_assets", "flow", "percent");
const equityToAssets = ratio("equity_to_assets", "balance", "percent");
const cashFlowToDebt = ratio("cash_flow_to_debt", "flow", "multiple");
const cashConversion = ratio("cash_conversion", "flow", "multiple");
const currentRatio = ratio("current_ratio", "balance", "multiple");
const efficiencyRatio = ratio("efficiency_ratio", "flow", "percent");

const size = [totalAssets, equity, shares];

/** Which metrics a terminal shows for each kind of company, in display order (standardization 2.17). */
export const metricsByTemplate: Record<Template, readonly MetricDefinition[]> = {
  industrial: [
    revenue,
    revenueGrowth,
    margin("gross_margin"),
    margin("operating_margin"),
    netIncome,
    netMargin,
    epsDiluted,
    operatingCashFlow,
    flow("free_cash_flow", "Free cash flow", "free_cash_flow"),
    margin("free_cash_flow_margin"),
    cashConversion,
    cash,
    totalDebt,
    cashFlowToDebt,
    currentRatio,
    ...size,
    returnOnAssets,
    equityToAssets,
  ],
  bank: [
    revenue,
    revenueGrowth,
    flow("net_interest_income", "Net interest income", "net_interest_income", true),
    flow(
      "provision_for_credit_losses",
      "Provision for credit losses",
      "provision_for_credit_losses",
    ),
    netIncome,
    netMargin,
    returnOnAssets,
    efficiencyRatio,
    epsDiluted,
    instant("deposits", "Deposits", true),
    instant("loans_net", "Loans, net"),
    cash,
    ...size,
    equityToAssets,
  ],
  insurer: [
    revenue,
    revenueGrowth,
    flow("premiums_earned", "Premiums earned", "premiums_earned", true),
    flow("net_investment_income", "Net investment income", "net_investment_income"),
    flow("policyholder_benefits", "Policyholder benefits", "policyholder_benefits"),
    netIncome,
    netMargin,
    epsDiluted,
    operatingCashFlow,
    cash,
    totalDebt,
    ...size,
    returnOnAssets,
    equityToAssets,
  ],
  reit: [
    revenue,
    revenueGrowth,
    flow("rental_income", "Rental income", "rental_income"),
    netIncome,
    netMargin,
    epsDiluted,
    operatingCashFlow,
    cashConversion,
    cash,
    totalDebt,
    cashFlowToDebt,
    instant("real_estate_net", "Real estate, net"),
    ...size,
    returnOnAssets,
    equityToAssets,
  ],
  broker: [
    revenue,
    revenueGrowth,
    netIncome,
    netMargin,
    returnOnAssets,
    epsDiluted,
    cash,
    totalDebt,
    ...size,
    equityToAssets,
  ],
};

function flow(key: string, label: string, concept: string, highlight = false): MetricDefinition {
  return { key, label, kind: "flow", concept, ...(highlight && { highlight }) };
}

function instant(concept: string, label: string, highlight = false): MetricDefinition {
  return {
    key: concept,
    label,
    kind: "instant",
    concepts: [concept],
    ...(highlight && { highlight }),
  };
}

/** A ratio of one line to another, as it is defined everywhere. */
function ratio(
  key: string,
  at: "flow" | "balance",
  format: "percent" | "multiple",
): MetricDefinition {
  const { label, part, whole } = ratioNamed(key);
  const [numerator = key] = part;
  const [denominator = key] = whole;
  return { key, label, kind: "ratio", at, numerator, denominator, format };
}

function margin(key: string): MetricDefinition {
  return ratio(key, "flow", "percent");
}
