import { isFinancialInstitution } from "../../company-type.ts";
import { flowFact } from "../../filed-facts.ts";
import { belowOperatingIncome as below } from "../../model-tags.ts";
import type { ModelSource, SourceLine, SourcePeriod } from "../../source.ts";
import {
  amount,
  type Indexes,
  lineOf,
  partOfFact,
  partOfLine,
  summedLine,
} from "../income-parts.ts";
import { interestCapitalized, interestIncurred } from "./interest-tags.ts";

/**
 * Interest before income from it, where the line is just what was incurred less what was capitalized and less that income
 * (Nordstrom 2023: 150 less 13 and 33). Null for any other line.
 */
export function grossOfParts(
  source: ModelSource,
  indexes: Indexes,
  period: SourcePeriod,
): SourceLine | null {
  const tagged = (tags: readonly string[]) => partOfFact(flowFact(source, tags, period), indexes);
  const line = partOfLine(period.lines.interest_expense);
  const income = partOfLine(period.lines.interest_income) ?? tagged(below.interestIncome);
  const incurred = tagged(interestIncurred);
  if (line === null || income === null || incurred === null || income.value <= 0) return null;
  const capitalized = tagged(interestCapitalized);
  const gross = incurred.value - (capitalized?.value ?? 0);
  if (line.value <= 0 || gross - income.value !== line.value) return null;
  return summedLine(
    period,
    [
      [1, "interest_incurred", incurred],
      ...(capitalized === null ? [] : ([[-1, "interest_capitalized", capitalized]] as const)),
    ],
    `incurred less capitalized: the statement prints ${amount(line)} net of income from interest`,
  );
}

/** Interest that no row states, because costs hold all of it: what was incurred (Toll Brothers). */
export function interestOfNotes(
  source: ModelSource,
  indexes: Indexes,
  period: SourcePeriod,
): SourceLine | null {
  const { lines } = period;
  if (lines.interest_expense?.value != null || isFinancialInstitution(source)) return null;
  const tagged = (tags: readonly string[]) => partOfFact(flowFact(source, tags, period), indexes);
  if (tagged([...below.operatingInterest, ...below.interestExpense]) !== null) return null;
  const part = tagged(interestIncurred);
  if (part === null || part.value <= 0) return null;
  return { ...lineOf(part, period), note: "of a note: no row of the statement is interest" };
}
