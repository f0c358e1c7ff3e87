import { tolerance } from "#registry/resolve.ts";
import * as decimal from "#schemas/decimal.ts";
import type { Concept } from "#schemas/shapes/concept.ts";
import type { StatementPeriod } from "#schemas/shapes/statement.ts";
import { trailingZeros } from "../facts/quantum.ts";
import { areInStep, haveOneTag } from "../statements/arithmetic.ts";
import type { BuildContext } from "../statements/build-context.ts";
import type { Cell } from "../statements/cell.ts";
import { directOf } from "../statements/year-values.ts";
import { dayOf } from "./days.ts";
import { type Point, point } from "./slots.ts";

/** Whether a sum of quarters contradicts what was filed for the same twelve months. */
export type SumCheck = (concept: Concept, sum: string, quarters: readonly Cell[]) => boolean;

const never: SumCheck = () => false;

/**
 * The cross check of a trailing column (standardization.md 2.8): at a year end the sum must be the reported year
 * (TS-01), in between the last year plus the year to date less that of a year before (TS-03), all three
 * filed, of one tag, one entity and one vintage. Where that is not at hand nothing is contradicted.
 */
export function sumCheckOf(
  context: BuildContext,
  last: StatementPeriod,
  reported: ReadonlyMap<string, Cell> | null,
): SumCheck {
  if (reported !== null) {
    return ({ snakeKey }, sum, quarters) => {
      const year = reported.get(snakeKey);
      return year !== undefined && differs(sum, year.value, [...quarters, year], 2);
    };
  }
  const toDate = yearToDate[last.fiscalPeriod];
  const end = dayOf(last.end);
  const now = context.calendar.years.findIndex((year) => year.start <= end && end <= year.end);
  const [before, year] = [context.calendar.years[now - 1], context.calendar.years[now]];
  if (toDate === undefined || !before || !year || before.isTransition || year.isTransition) {
    return never;
  }
  return (concept, sum, quarters) => {
    const prior = directOf(context, concept, now - 1).cells;
    const current = directOf(context, concept, now).cells;
    const [full, added, left] = [prior[point.FY], current[toDate], prior[toDate]];
    if (!full || !added || !left) return false;
    const filed = [full, added, left];
    const moved = decimal.weightedSum([1, 1, -1], filed);
    if (sum === moved || !isOneSeries(context, filed)) return false;
    return differs(sum, moved, [...quarters, ...filed], tolerance(quarters.length + 3, 1));
  };
}

/** What a filing states from the start of the year to the end of each quarter. */
const yearToDate: Partial<Record<StatementPeriod["fiscalPeriod"], Point>> = {
  Q1: point.Q1,
  Q2: point.M6,
  Q3: point.M9,
};

function isOneSeries(context: BuildContext, filed: readonly Cell[]): boolean {
  const picks = filed.flatMap(({ picked }) => picked ?? []);
  return (
    picks.length === filed.length &&
    areInStep(picks) &&
    context.mayCombine(filed) &&
    haveOneTag(context, filed)
  );
}

/** Only rounding, so many quanta of the coarsest value, excuses a difference. */
function differs(sum: string, expected: string, cells: readonly Cell[], quanta: number): boolean {
  if (sum === expected) return false;
  const quantum = Math.max(roundedTo(cells), ...cells.map((cell) => cell.quantum));
  return !decimal.within(sum, expected, decimal.fromNumber(quanta * 10 ** quantum));
}

const largestQuantum = 6;

/** A note in tenths of millions stands in filings that report in thousands: what all its values are rounded to. */
function roundedTo(cells: readonly Cell[]): number {
  const zeros = cells.filter(({ value }) => value !== "0").map(({ value }) => trailingZeros(value));
  return Math.min(largestQuantum, ...zeros);
}
