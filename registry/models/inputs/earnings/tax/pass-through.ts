import { clamp, median, round } from "#registry/models/answers/rounding.ts";
import { isReit } from "../../company-type.ts";
import { averageYears } from "../../dates.ts";
import type { ModelFacts } from "../../facts.ts";

/** The tax of a company that pays next to none by its kind. */
export interface PassThrough {
  rate: number;
  note: string;
}

/** Fiscal years that a rate of such a company needs. */
const yearsMin = 2;
/** One that is taxed at more than this pays tax as others do. */
const rateMax = 0.1;

/**
 * The rate of a REIT or partnership, whose owners are taxed in its place, and of a company none of whose years is taxed;
 * null for others. Years of losses count, too: what is not taxed saves no tax.
 */
export function passThrough(facts: ModelFacts): PassThrough | null {
  const years = facts.yearsInRow.slice(-averageYears);
  const rates = years.flatMap(
    ({ values: { income_tax_expense: tax, income_before_tax: income } }) =>
      tax == null || income == null || income === 0 ? [] : [tax / income],
  );
  const untaxed = years.filter(({ isUntaxed }) => isUntaxed).length;
  if (rates.length === 0 && untaxed >= yearsMin) return { rate: 0, note: noneFiled(untaxed) };
  const rate = median(rates);
  const owners = ownersOf(facts);
  if (owners === null || rate === null || rates.length < yearsMin || rate > rateMax) return null;
  return {
    rate: round(clamp(rate, 0, rateMax), 6),
    note: `median of ${rates.length} fiscal years, at least 0: ${owners}`,
  };
}

const noneFiled = (years: number) =>
  `income before tax is net income in ${years} fiscal years: the company pays no income tax`;

function ownersOf(facts: ModelFacts): string | null {
  if (isReit(facts)) return "a REIT pays no corporate tax on what it distributes";
  return facts.isPartnership ? "partners pay the tax on what a partnership earns" : null;
}
