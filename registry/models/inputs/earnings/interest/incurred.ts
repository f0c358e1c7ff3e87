import { leavesOf } from "#registry/models/answers/metrics.ts";
import { isFinancialInstitution } from "../../company-type.ts";
import { factsByMember, flowFact, near, newestOf } from "../../filed-facts.ts";
import { belowOperatingIncome as below } from "../../model-tags.ts";
import { type ModelSource, numberOf, type SourceLine, type SourcePeriod } from "../../source.ts";
import { amount, lineOf, type Part, partOfFact, partOfLine, summedLine } from "../income-parts.ts";
import {
  interestCapitalized,
  interestIncurred,
  interestOnBorrowings,
  interestOnLeases,
} from "./interest-tags.ts";

/**
 * Interest before income from it, where the line is just what was incurred less what was capitalized and less that income
 * (Nordstrom 2023: 150 less 13 and 33). Null for any other line.
 */
export function grossOfParts(source: ModelSource, period: SourcePeriod): SourceLine | null {
  const tagged = (tags: readonly string[]) => partOfFact(source, flowFact(source, tags, period));
  const line = partOfLine(period.lines.interest_expense);
  const income = partOfLine(period.lines.interest_income) ?? tagged(below.interestIncome);
  const [incurred, capitalized] = [tagged(interestIncurred), capitalizedIn(source, period)];
  if (line === null || income === null || incurred === null || income.value <= 0) return null;
  const gross = incurred.value - (capitalized?.value ?? 0);
  if (line.value <= 0 || gross - income.value !== line.value) return null;
  return incurredLess(period, { line, incurred, capitalized });
}

/**
 * Interest that was incurred, less what was capitalized of it, where a row of net interest is less and no income from interest
 * is stated (CARBO 2017: 8.058 with 7.700 net). What was capitalized has to be known, be it of one kind of asset alone.
 */
export function grossOfIncurred(
  source: ModelSource,
  period: SourcePeriod,
  line: Part,
): SourceLine | null {
  const incurred = partOfFact(source, flowFact(source, interestIncurred, period));
  const capitalized = capitalizedIn(source, period);
  if (incurred === null || capitalized === null) return null;
  if (incurred.value - capitalized.value <= line.value) return null;
  return incurredLess(period, { line, incurred, capitalized });
}

const incurredLess = (
  period: SourcePeriod,
  of: { line: Part; incurred: Part; capitalized: Part | null },
): SourceLine =>
  summedLine(
    period,
    [
      [1, "interest_incurred", of.incurred],
      ...(of.capitalized === null ? [] : ([[-1, "interest_capitalized", of.capitalized]] as const)),
    ],
    `incurred less capitalized: the statement prints ${amount(of.line)} net of income from interest`,
  );

/** Of the whole company, else of the only kind of asset that filings state it of. */
function capitalizedIn(source: ModelSource, period: SourcePeriod): Part | null {
  const ofAssets = interestCapitalized
    .flatMap((tag) => factsByMember(source, tag))
    .filter(({ start, end }) => near(start, period.start) && near(end, period.end));
  const isOne = new Set(ofAssets.map(({ dimensions }) => dimensions)).size === 1;
  const whole = flowFact(source, interestCapitalized, period);
  return partOfFact(source, whole ?? (isOne ? newestOf(ofAssets) : null));
}

/**
 * Interest on borrowings, where the line is more and filed below zero: the total of financial expenses, with differences of
 * exchange and charges of banks (Gilat 2024: 0.501 of 2.963).
 */
export function interestOfBorrowings(source: ModelSource, period: SourcePeriod): SourceLine | null {
  const line = partOfLine(period.lines.interest_expense);
  const part = partOfFact(source, flowFact(source, interestOnBorrowings, period));
  if (line === null || part === null || part.value < 0 || part.value >= line.value) return null;
  const leaves = leavesOf(line.lineage, source.facts);
  if (!leaves.every(({ value }) => (numberOf(value) ?? 0) < 0)) return null;
  const note = `on borrowings: ${amount(line)} is the total of financial expenses`;
  return { ...lineOf(part, period), note };
}

/**
 * Interest that no row states: what was incurred, because costs hold all of it (Toll Brothers), and without debt that of finance
 * leases, which are all debt then (Moderna 2024: 24).
 */
export function interestOfNotes(source: ModelSource, period: SourcePeriod): SourceLine | null {
  const { lines } = period;
  if (lines.interest_expense?.value != null || isFinancialInstitution(source)) return null;
  const tagged = (tags: readonly string[]) => partOfFact(source, flowFact(source, tags, period));
  if (tagged([...below.operatingInterest, ...below.interestExpense]) !== null) return null;
  const part =
    tagged(interestIncurred) ?? (isWithoutDebt(period) ? tagged(interestOnLeases) : null);
  if (part === null || part.value <= 0) return null;
  return { ...lineOf(part, period), note: "of a note: no row of the statement is interest" };
}

const isWithoutDebt = ({ lines }: SourcePeriod): boolean =>
  Object.entries(lines).every(
    ([key, line]) => !/debt|borrowing/.test(key) || (numberOf(line.value) ?? 0) === 0,
  );
