import type { Concept } from "#schemas/shapes/companies/concept.ts";
import type { Line, NullReason } from "#schemas/shapes/companies/statement.ts";
import { combinePeriods } from "../statements/arithmetic.ts";
import type { EvaluatedPeriod } from "../statements/build-periods.ts";
import { isCell } from "../statements/cells/cell.ts";
import { lineOf } from "../statements/cells/line.ts";
import { type TableSources, yearAgo, yearsToDateOf } from "./ttm-check.ts";

/** The flag of twelve months that are no sum of quarters. */
export const yearPlusToDate = "year_plus_to_date";

const movedOn = [1, 1, -1];

/** Why there is no sum of quarters where the filed years may still say the twelve months. */
const withoutSum: ReadonlySet<NullReason> = new Set(["insufficient_quarters", "series_break"]);

/**
 * A flow of twelve months whose quarters are not all there: the year, plus the year to date, less that of a year before, all three
 * as filed, under one tag and in one vintage. Otherwise the line as it is.
 */
export function movedOnFlow(
  sources: TableSources,
  { period }: EvaluatedPeriod,
  concept: Concept,
  line: Line,
): Line {
  if (line.reason === null || !withoutSum.has(line.reason)) return line;
  if (yearAgo(sources.calendar, period) === null) return line;
  const filed = yearsToDateOf(sources, period)?.(concept);
  if (!filed) return line;
  const cells = filed.map(({ cell }) => cell);
  const labelOf = (term: number) => `${concept.snakeKey}@${filed[term]?.span}`;
  const moved = combinePeriods(sources.series, "year_plus_to_date", cells, movedOn, labelOf);
  if (!isCell(moved) || moved.flags.includes("vintage:as_first_reported")) return line;
  // No line that knows no negative values comes out below nothing.
  if (concept.nonNegative && moved.value.startsWith("-")) return line;
  return lineOf({ ...moved, flags: [...moved.flags, yearPlusToDate] });
}

/** Whether the line came about so. */
export const isMovedOnLine = ({ flags }: Line) => flags.includes(yearPlusToDate);
