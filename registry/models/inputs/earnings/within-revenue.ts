import { near } from "../filed-facts.ts";
import { belowOperatingIncome } from "../model-tags.ts";
import { isKnown, type ModelSource, numberOf, type SourcePeriod } from "../source.ts";
import { type Indexes, type Part, partOfFact, partOfLine } from "./income-parts.ts";

const sales = /Revenue|Sales/;

/** True where the statement prints the income of associates among the rows of its total revenue (Chevron). */
export const areAssociatesWithin = ({ lines }: SourcePeriod): boolean =>
  lines.equity_method_income?.flags?.includes("within:revenue") ?? false;

/**
 * Other non-operating income that total revenue holds: revenue without it, and without income of associates among the rows
 * of revenue, is just what the filing states as sales (AngloGold, Chevron). Null where no figure says so.
 */
export function otherIncomeWithin(
  source: ModelSource,
  indexes: Indexes,
  period: SourcePeriod,
): Part | null {
  const revenue = partOfLine(period.lines.revenue);
  if (revenue === null) return null;
  const associates = areAssociatesWithin(period)
    ? (partOfLine(period.lines.equity_method_income)?.value ?? 0)
    : 0;
  const facts = source.facts.filter(
    ({ dimensions, start, end, unit }) =>
      dimensions === null &&
      near(start, period.start) &&
      near(end, period.end) &&
      unit === period.currency,
  );
  const known = facts.filter((fact) => isKnown(source, fact));
  const other = known.find(({ taxonomy, tag }) => `${taxonomy}:${tag}` === otherIncome) ?? null;
  const part = partOfFact(other, indexes);
  if (part === null || part.value <= 0) return null;
  const left = revenue.value - associates - part.value;
  const isStated = known.some(({ tag, value }) => sales.test(tag) && numberOf(value) === left);
  return isStated ? part : null;
}

const otherIncome = belowOperatingIncome.others.find(
  ([, label]) => label === "nonoperating_income",
)?.[2];
