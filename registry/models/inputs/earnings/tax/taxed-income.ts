import { flowFact } from "../../filed-facts.ts";
import { type ModelSource, numberOf, type SourcePeriod } from "../../source.ts";
import { reconciliation } from "./reconciliation-tags.ts";

/** True for a year of income without a filed tax, whose income before tax is net income with that of minorities. */
export function isUntaxed({ lines }: SourcePeriod): boolean {
  const { pretax_income: income, income_tax_expense: tax, net_income: own } = lines;
  const after = lines.net_income_consolidated ?? own;
  const earned = numberOf(income?.value) ?? 0;
  return tax?.value == null && earned > 0 && income?.value === after?.value;
}

/**
 * Income before tax that the company itself pays tax on. Associates pay the tax on theirs, so their income is taken off
 * (Chevron 2009: 18,528 less 3,316). It stays where the filing reconciles the year's tax without a row of associates: a partner
 * pays the tax of a partnership (Disney). Null where no income before tax is filed.
 */
export function taxedIncome(source: ModelSource, period: SourcePeriod): number | null {
  const { pretax_income: before, equity_method_income: associates } = period.lines;
  const income = numberOf(before?.value);
  if (income === null || before?.flags?.includes("scope:pre_equity_method")) return income;
  return areTaxedHere(source, period) ? income : income - (numberOf(associates?.value) ?? 0);
}

function areTaxedHere(source: ModelSource, { start, end }: SourcePeriod): boolean {
  const has = (tags: readonly string[]) =>
    flowFact(source, tags, { start, end, currency: null }) !== null;
  return has(reconciliation.statutory) && !has(reconciliation.associates);
}
