const msPerDay = 86_400_000;
const known = new Map<string, number>();

/** Days since 1970-01-01 of an ISO date. A company has a few hundred distinct dates, so each is computed once. */
export function dayOf(iso: string): number {
  const cached = known.get(iso);
  if (cached !== undefined) return cached;
  if (known.size > 50_000) known.clear();
  const day = Math.floor(
    Date.UTC(Number(iso.slice(0, 4)), Number(iso.slice(5, 7)) - 1, Number(iso.slice(8, 10))) /
      msPerDay,
  );
  known.set(iso, day);
  return day;
}

const texts = new Map<number, string>();

export function isoOf(day: number): string {
  let text = texts.get(day);
  if (text === undefined) {
    if (texts.size > 50_000) texts.clear();
    text = new Date(day * msPerDay).toISOString().slice(0, 10);
    texts.set(day, text);
  }
  return text;
}

/** The same calendar day `years` later; 29 February becomes 28 February. */
export function addYears(day: number, years: number): number {
  const date = new Date(day * msPerDay);
  const month = date.getUTCMonth();
  const moved = new Date(Date.UTC(date.getUTCFullYear() + years, month, date.getUTCDate()));
  if (moved.getUTCMonth() !== month) moved.setUTCDate(0);
  return Math.floor(moved.getTime() / msPerDay);
}

export type SpanClass = "quarter" | "half" | "nineMonths" | "year" | "other";

/**
 * Class of a period by its length in days, both ends counted (standardization.md 2.2). The windows
 * hold quarters of 12 to 17 weeks and years of 52 and 53 weeks.
 */
export function classifySpan(days: number): SpanClass {
  if (days >= 70 && days <= 125) return "quarter";
  if (days >= 150 && days <= 215) return "half";
  if (days >= 235 && days <= 305) return "nineMonths";
  if (days >= 340 && days <= 390) return "year";
  return "other";
}
