const dayMs = 86_400_000;
const pattern = /^((?:19|20|21)\d\d)-W(\d\d)$/;

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Monday is 0. */
const weekday = (ms: number) => (new Date(ms).getUTCDay() + 6) % 7;

/** Monday and Sunday of an ISO week such as `2026-W07`; null for text that names none. */
export function daysOfWeek(week: string): { startDate: string; endDate: string } | null {
  const [, year, number] = pattern.exec(week) ?? [];
  if (year === undefined || number === undefined) return null;
  // The fourth of January is in the first week of every year.
  const fourth = Date.UTC(Number(year), 0, 4);
  const monday = fourth + ((Number(number) - 1) * 7 - weekday(fourth)) * dayMs;
  if (isoWeekOf(monday) !== week) return null;
  return { startDate: dayOf(monday), endDate: dayOf(monday + 6 * dayMs) };
}

/** The ISO week of a moment in UTC: that of its Thursday's year. */
export function isoWeekOf(ms: number): string {
  const thursday = ms + (3 - weekday(ms)) * dayMs;
  const year = new Date(thursday).getUTCFullYear();
  const days = Math.floor((thursday - Date.UTC(year, 0, 1)) / dayMs);
  return `${year}-W${String(Math.floor(days / 7) + 1).padStart(2, "0")}`;
}
