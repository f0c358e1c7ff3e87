const daysAMonth = 365.2425 / 12;

/**
 * Months from one ISO date to another, to the nearest whole one: a fiscal year of 52 or 53 weeks has twelve. Negative
 * where the second is earlier.
 */
export function monthsBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000 / daysAMonth);
}
