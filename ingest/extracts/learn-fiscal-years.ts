import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { listHistories } from "../facts/history/history.ts";
import { buildCalendar } from "../periods/calendar.ts";
import { dayOf } from "../periods/days.ts";
import type { Calendar } from "../periods/fiscal-calendar.ts";

const daysPerYear = 365.2425;
/** Years of weeks end up to this many days beside the day of other years. */
const weekTolerance = 6;

/** The calendar that the company's own facts describe, the one behind its statements. `facts` are in canonical order. */
export function learnCalendar(facts: readonly Fact[], fiscalYearEnd: string | null): Calendar {
  return buildCalendar(listHistories(facts), facts, fiscalYearEnd);
}

/**
 * The fiscal year in which a day falls: the same labels as statements carry. Days before and after the known years are
 * counted on from the nearest of them; a company without a calendar has calendar years. Days are ISO dates.
 */
export function fiscalYearsOf({ years }: Pick<Calendar, "years">): (end: string) => number {
  const [first, last] = [years[0], years.at(-1)];
  const labels = new Map<string, number>();
  const labelOf = (end: string) => {
    if (!first || !last) return Number(end.slice(0, 4));
    const day = dayOf(end);
    if (day < first.start) return first.label - 1 + yearsBetween(first.start - 1, day);
    if (day > last.end) return last.label + yearsBetween(last.end, day);
    return years.find((year) => day <= year.end)?.label ?? last.label;
  };
  return (end) => {
    const year = labels.get(end) ?? labelOf(end);
    labels.set(end, year);
    return year;
  };
}

/** How many year ends lie from this one, not counted, to the one on or after the day; negative before it. */
function yearsBetween(yearEnd: number, day: number): number {
  return Math.ceil((day - yearEnd - weekTolerance) / daysPerYear);
}
