import { tolerance } from "#registry/resolve/resolve.ts";
import * as decimal from "#schemas/decimal.ts";
import type { Concept } from "#schemas/shapes/companies/concept.ts";
import type { StatementPeriod } from "#schemas/shapes/companies/statement.ts";
import { trailingZeros } from "../facts/quantum.ts";
import { areInStep } from "../statements/arithmetic.ts";
import type { Cell } from "../statements/cells/cell.ts";
import type { Evidence, SeriesEvidence } from "../statements/evidence/evidence.ts";
import { type FiledLines, filedLine } from "../statements/filed-lines.ts";
import { dayOf, isoOf } from "./days.ts";
import type { Calendar } from "./fiscal-calendar.ts";
import { type Point, point, spanOf } from "./slots.ts";

/** What the tables of periods are made of beside the periods. */
export interface TableSources extends Pick<Evidence, "registry" | "calendar" | "series"> {
  filed: FiledLines;
}

/** Whether a sum of quarters contradicts what was filed for the same twelve months. */
export type SumCheck = (concept: Concept, sum: string, quarters: readonly Cell[]) => boolean;

const never: SumCheck = () => false;

/**
 * The cross check of a trailing column (standardization.md 2.8): at a year end the sum must be the reported year
 * (TS-01), in between the last year plus the year to date less that of a year before (TS-03), all three
 * filed, of one tag, one entity and one vintage. Where that is not at hand nothing is contradicted.
 */
export function sumCheckOf(
  sources: TableSources,
  last: StatementPeriod,
  reported: ReadonlyMap<string, Cell> | null,
): SumCheck {
  if (reported !== null) {
    return ({ snakeKey }, sum, quarters) => {
      const year = reported.get(snakeKey);
      return year !== undefined && differs(sum, year.value, [...quarters, year], 2);
    };
  }
  const filedFor = yearsToDateOf(sources, last);
  if (!filedFor) return never;
  return (concept, sum, quarters) => {
    const filed = filedFor(concept)?.map(({ cell }) => cell);
    if (!filed) return false;
    const moved = decimal.weightedSum([1, 1, -1], filed);
    if (sum === moved || !isOneSeries(sources.series, filed)) return false;
    return differs(sum, moved, [...quarters, ...filed], tolerance(quarters.length + 3, 1));
  };
}

/** The filed year before a quarter's end, the year to date, and that of a year before, each with its days. */
export interface YearToDate {
  cell: Cell;
  /** "start/end". */
  span: string;
}

/**
 * What moves the last year on to the end of the quarter: the year, the year to date and, to be left out, the year to date of
 * a year before, as the line's first tags state them. Null at a year end, or where the calendar does not know them.
 */
export function yearsToDateOf(
  sources: TableSources,
  last: StatementPeriod,
): ((concept: Concept) => YearToDate[] | null) | null {
  const places = placesOf(sources.calendar, last);
  if (!places) return null;
  return ({ snakeKey }) => {
    const found: YearToDate[] = [];
    for (const { year, at, span } of places) {
      const cell = filedLine(sources.filed[year], snakeKey).cells[at];
      if (!cell || !span) return null;
      found.push({ cell, span: span.label });
    }
    return found;
  };
}

/**
 * The day after the end of the quarter a year before ("2022-07-01"), from which twelve months run; null where `yearsToDateOf` is,
 * and where they are not 350 to 380 days.
 */
export function yearAgo(calendar: Calendar, last: StatementPeriod): string | null {
  const before = placesOf(calendar, last)?.at(-1)?.span;
  return before && isTwelveMonths(dayOf(last.end) - before.end) ? isoOf(before.end + 1) : null;
}

export const isTwelveMonths = (days: number) => days >= 350 && days <= 380;

/** The year, the year to date and that of a year before. */
function placesOf({ years }: Calendar, last: StatementPeriod) {
  const toDate = yearToDate[last.fiscalPeriod];
  const end = dayOf(last.end);
  const now = years.findIndex((year) => year.start <= end && end <= year.end);
  const [before, year] = [years[now - 1], years[now]];
  if (toDate === undefined || !before || !year || before.isTransition || year.isTransition) {
    return null;
  }
  return [
    { year: now - 1, at: point.FY, span: spanOf(before, point.FY) },
    { year: now, at: toDate, span: spanOf(year, toDate) },
    { year: now - 1, at: toDate, span: spanOf(before, toDate) },
  ];
}

/** What a filing states from the start of the year to the end of each quarter. */
const yearToDate: Partial<Record<StatementPeriod["fiscalPeriod"], Point>> = {
  Q1: point.Q1,
  Q2: point.M6,
  Q3: point.M9,
};

function isOneSeries(series: SeriesEvidence, filed: readonly Cell[]): boolean {
  const picks = filed.flatMap(({ picked }) => picked ?? []);
  return (
    picks.length === filed.length &&
    areInStep(picks) &&
    series.mayCombine(filed) &&
    series.haveOneTag(filed)
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
