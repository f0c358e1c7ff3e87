import type { Split } from "../../series/adjust-for-splits.ts";

/**
 * What multiplies a share count that was filed on a day, so that it counts today's shares. A split between two filings
 * counts for a document that was filed before the first one with the new count.
 */
export function factorSince(splits: readonly Split[], filed: string): number {
  return splits.reduce((product, { ratio, firstNew }) => {
    return filed < firstNew ? product * ratio : product;
  }, 1);
}

/**
 * What divides a price as it was paid on a day, so that it is one of today's shares. Null where a split took effect
 * some day between two filings and the day lies between them.
 */
export function priceDivisor(splits: readonly Split[], day: string): number | null {
  let divisor = 1;
  for (const { ratio, lastOld, firstNew } of splits) {
    if (day > lastOld && day < firstNew) return null;
    if (day <= lastOld) divisor *= ratio;
  }
  return divisor;
}

/**
 * What multiplies a close so that it is the one of its day: an adjusted close of the past by the splits that came after
 * it. Null where a split took effect around the day.
 */
export const factorOfClose = (
  splits: readonly Split[],
  { isAdjusted, date }: { isAdjusted: boolean; date: string | null },
): number | null => (isAdjusted && date !== null ? priceDivisor(splits, date) : 1);
