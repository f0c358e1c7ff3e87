import { monthsBetween } from "./months-between.ts";

/** The period among `periods` that ended so many years before another one; undefined where a fiscal year changed between. */
export const yearsBefore = <P extends { end: string }>(
  periods: readonly P[],
  { end }: { end: string },
  years: number,
): P | undefined => periods.find((one) => monthsBetween(one.end, end) === 12 * years);
