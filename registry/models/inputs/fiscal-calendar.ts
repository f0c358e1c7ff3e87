import { addDays, anniversary, daysBetween } from "./dates.ts";

/** A projected fiscal year: from one anniversary of the last filed year end to the next (models.md 3.1). */
export interface FiscalYear {
  fiscalYear: number;
  /** End of the year before. */
  start: string;
  end: string;
  /** Half way between the two, rounded down to a day. */
  mid: string;
  days: number;
}

/** The `count` fiscal years after the one that ended on `yearEnd`. */
export function fiscalCalendar(fiscalYear: number, yearEnd: string, count: number): FiscalYear[] {
  return Array.from({ length: count }, (_, k) => {
    const start = anniversary(yearEnd, k);
    const end = anniversary(yearEnd, k + 1);
    return {
      fiscalYear: fiscalYear + k + 1,
      start,
      end,
      mid: midDate(start, end),
      days: daysBetween(start, end),
    };
  });
}

export function midDate(start: string, end: string): string {
  return addDays(start, Math.floor(daysBetween(start, end) / 2));
}
