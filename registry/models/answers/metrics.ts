import { spareCash } from "#schemas/ratios.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { Lineage, Operand } from "#schemas/shapes/companies/statement.ts";
import type { MetricKey } from "../catalogue.ts";
import { isKnown, type ModelSource, numberOf, type SourcePeriod } from "../inputs/source.ts";

/** Registry concepts a metric is read from, in order, period by period (models.md 3.2). */
export const conceptsOf: Readonly<Record<MetricKey, readonly string[]>> = {
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
};

/** A value with how it came about. */
export interface Reading {
  metric: MetricKey;
  concept: string;
  value: number;
  lineage: Lineage | null;
  period: SourcePeriod;
  /** How models came to the value; absent for a value of the statements. */
  note?: string;
}

// Debt is missing only when no debt of any kind is found: what is there adds up where no total is persisted.
const debtDueLegs = ["short_term_borrowings", "current_portion_of_long_term_debt"];

/** A metric in one period: the first of its concepts that has a value there; null when none has. */
export function read(period: SourcePeriod | null, metric: MetricKey): Reading | null {
  if (period === null) return null;
  for (const concept of conceptsOf[metric]) {
    const line = period.lines[concept];
    const value = numberOf(line?.value);
    if (line !== undefined && value !== null) {
      const note = line.note === undefined ? {} : { note: line.note };
      return { metric, concept, value, lineage: line.lineage, period, ...note };
    }
  }
  if (metric === "debt_due_within_a_year") return addUp(period, metric, debtDueLegs);
  if (metric !== "total_debt") return null;
  const due = numberOf(period.lines.debt_current?.value) === null ? debtDueLegs : ["debt_current"];
  return addUp(period, metric, [...due, "long_term_debt"]);
}

/** The sum of the lines that are there; null when none is. */
function addUp(
  period: SourcePeriod,
  metric: MetricKey,
  concepts: readonly string[],
): Reading | null {
  const operands = concepts.flatMap((concept): Operand[] => {
    const line = period.lines[concept];
    if (line === undefined || line.value === null || line.lineage === null) return [];
    return [[1, concept, line.value, line.lineage]];
  });
  if (operands.length === 0) return null;
  const value = operands.reduce((total, [, , text]) => total + (numberOf(text) ?? 0), 0);
  return { metric, concept: metric, value, lineage: ["derivation", ...operands], period };
}

/** The facts that a value rests on, in the order of its lineage. */
export function leavesOf(lineage: Lineage | null, facts: readonly Fact[]): Fact[] {
  if (lineage === null) return [];
  if (typeof lineage === "number") {
    const fact = facts[lineage];
    return fact === undefined ? [] : [fact];
  }
  const [rule, ...operands] = lineage;
  if (rule === "submitted") return [];
  return operands.flatMap((operand) => leavesOf(operand[3], facts));
}

/** The tags ("taxonomy:tag") that a metric was read from directly in any period: filers switch between years. */
export function tagsOf(source: ModelSource, metric: MetricKey): Set<string> {
  const tags = new Set<string>();
  for (const period of source.periods) {
    for (const concept of conceptsOf[metric]) {
      const lineage = period.lines[concept]?.lineage ?? null;
      if (typeof lineage !== "number") continue;
      const fact = source.facts[lineage];
      if (fact !== undefined) tags.add(`${fact.taxonomy}:${fact.tag}`);
    }
  }
  return tags;
}

/** The latest filed undimensioned fact that passes; null when none does. */
export function latestFact(
  source: ModelSource,
  passes: (fact: Fact) => boolean,
): { fact: Fact; index: number } | null {
  let newest: { fact: Fact; index: number } | null = null;
  source.facts.forEach((fact, index) => {
    if (fact.dimensions !== null || !isKnown(source, fact) || !passes(fact)) return;
    if (newest === null || (fact.filed ?? "") > (newest.fact.filed ?? "")) newest = { fact, index };
  });
  return newest;
}
