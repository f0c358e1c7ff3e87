import type { PeriodCoverage } from "#schemas/shapes/companies/quality.ts";
import { dayOf } from "../periods/days.ts";

/** A period of before, and the same period after a change. */
export interface PeriodMatch {
  before: PeriodCoverage;
  /** Null where the period is gone. */
  after: PeriodCoverage | null;
  /** A half-year that is gone because its company reports quarters: the quarter of the other half's end, or the year, is there. */
  isHalfOfQuarters: boolean;
}

/** How far the end of a year or quarter moves when its last day becomes known. Periods of one kind are further apart. */
const toleranceDays = 7;

/**
 * Finds each period again by the day that it ends on and its kind of length. Another fiscal year is another name of the same
 * period. So is a second quarter that was taken for a half-year, where no period had the quarter's name before. Pure.
 */
export function matchPeriods(
  before: readonly PeriodCoverage[],
  after: readonly PeriodCoverage[],
): PeriodMatch[] {
  const still = before.map((period) => findSame(period, after));
  const taken = new Set(still);
  const others = after.filter((period) => isPart(period) && !taken.has(period));
  const matches = before.map((period, i) => ({
    before: period,
    after:
      still[i] ?? (isPart(period) ? (others.find((one) => isNear(one, period)) ?? null) : null),
  }));
  const endsOfHalves = matches
    .filter((match) => match.before.fiscalPeriod === "H1" && match.after?.fiscalPeriod === "Q2")
    .map((match) => match.before.fiscalYear);
  return matches.map((match) => ({
    ...match,
    isHalfOfQuarters:
      match.after === null &&
      match.before.fiscalPeriod === "H2" &&
      endsOfHalves.includes(match.before.fiscalYear),
  }));
}

function findSame(period: PeriodCoverage, after: readonly PeriodCoverage[]): PeriodCoverage | null {
  const same = after.filter((one) => one.fiscalPeriod === period.fiscalPeriod);
  return (
    same.find((one) => one.end === period.end) ?? same.find((one) => isNear(one, period)) ?? null
  );
}

/** Quarters and halves; years and transition periods keep their kind. */
const isPart = ({ fiscalPeriod }: PeriodCoverage) => /^[QH]/.test(fiscalPeriod);

const isNear = (a: PeriodCoverage, b: PeriodCoverage) =>
  Math.abs(dayOf(a.end) - dayOf(b.end)) <= toleranceDays;
