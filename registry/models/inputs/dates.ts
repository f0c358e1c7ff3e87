/** Calendar dates as ISO text (YYYY-MM-DD), without time zones. */
const dayMs = 86_400_000;

// Inputs compare a hundred thousand days: parsing text through Date or in parts takes most of their time.
function dayOf(date: string): number {
  const year = twoFrom(date, 0) * 100 + twoFrom(date, 2);
  return Date.UTC(year, twoFrom(date, 5) - 1, twoFrom(date, 8)) / dayMs;
}

const zero = "0".charCodeAt(0);
/** The number that two digits write. */
const twoFrom = (date: string, at: number) =>
  (date.charCodeAt(at) - zero) * 10 + date.charCodeAt(at + 1) - zero;

function textOf(day: number): string {
  const date = new Date(day * dayMs);
  const year = String(date.getUTCFullYear()).padStart(4, "0");
  return `${year}-${twoDigits(date.getUTCMonth() + 1)}-${twoDigits(date.getUTCDate())}`;
}

const twoDigits = (value: number) => (value < 10 ? `0${value}` : String(value));

/** Years that averages and growth look back over (models.md 6.1). */
export const averageYears = 5;

/** Calendar days from a to b; negative when b is earlier. */
export function daysBetween(a: string, b: string): number {
  return dayOf(b) - dayOf(a);
}

export function addDays(date: string, days: number): string {
  return textOf(dayOf(date) + days);
}

/** The same month and day `years` later; 29 February becomes the 28th in a year that has none (models.md 3.1). */
export function anniversary(date: string, years: number): string {
  const year = Number(date.slice(0, 4)) + years;
  const day = date.slice(4);
  return `${year}${day === "-02-29" && !isLeap(year) ? "-02-28" : day}`;
}

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** 20230930 for 2023-09-30: compute bodies carry numbers only. */
export function toDateNumber(date: string): number {
  return Number(date.replaceAll("-", ""));
}

/** The date a number yyyymmdd writes; null when it is no calendar date. */
export function fromDateNumber(value: number): string | null {
  if (!Number.isInteger(value) || value < 10_000_101 || value > 99_991_231) return null;
  const text = String(value);
  const date = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
  return textOf(dayOf(date)) === date ? date : null;
}
