import type { Calendar } from "../../periods/fiscal-calendar.ts";
import { point, slotFinder } from "../../periods/slots.ts";

const names: Partial<Record<number, string>> = {
  [point.FY]: "FY",
  [point.Q1]: "Q1",
  [point.Q2]: "Q2",
  [point.Q3]: "Q3",
  [point.Q4]: "Q4",
  [point.I1]: "Q1",
  [point.I2]: "Q2",
  [point.I3]: "Q3",
  [point.I4]: "FY",
};
const pointsOfYear = 16;

/** Names a period by its dates; null for one that no series has (a half, nine months, a period outside the calendar). */
export type PeriodKeys = (period: { start: string | null; end: string }) => string | null;

/** Fiscal years and quarters ("2024FY", "2024Q3") of the calendar; without one every period by its dates. */
export function periodKeysOf(calendar: Pick<Calendar, "years"> | null): PeriodKeys {
  if (calendar === null) return ({ start, end }) => (start === null ? end : `${start}/${end}`);
  const find = slotFinder({ years: calendar.years, mismatches: [] });
  return (period) => {
    const slot = find(period);
    if (slot === null) return null;
    const year = calendar.years[Math.floor(slot / pointsOfYear)];
    const name = names[slot % pointsOfYear];
    return year && name && !year.isTransition ? `${year.label}${name}` : null;
  };
}
