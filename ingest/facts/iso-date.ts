const isoDate = /^\d{4}-\d{2}-\d{2}$/;

/** True for text of the form YYYY-MM-DD, whether or not the calendar has that day. */
export function hasDateShape(text: string): boolean {
  return isoDate.test(text);
}

/** True for YYYY-MM-DD text that names a day of the calendar: 2023-02-30 is none, and there was no year 0. */
export function isCalendarDate(text: string): boolean {
  if (!isoDate.test(text) || text.startsWith("0000")) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** The calendar day before a calendar date. */
export function dayBefore(text: string): string {
  return moved(text, -1);
}

/** The calendar day after a calendar date. */
export function dayAfter(text: string): string {
  return moved(text, 1);
}

function moved(text: string, days: number): string {
  const date = new Date(`${text}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
