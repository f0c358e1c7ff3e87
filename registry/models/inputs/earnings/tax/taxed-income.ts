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
 * The income before tax that operating income is of and that is taxed: without that of associates, which stands in it after
 * their own tax (Chevron 2009: 18,528 less 3,316). With it where the year's tax is reconciled without a row of it, as
 * partners are taxed for theirs (Disney). Null where no income before tax is filed.
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
