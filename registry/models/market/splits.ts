import type { Warning } from "#schemas/shapes/models/figures.ts";
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

/** The code of what `beforeSplits` tells. */
export const beforeSplitCode = "before_split";

/**
 * That values of a past day are of shares that splits have changed since; nothing where none came later. `splits` are those
 * that all filings show.
 */
export function beforeSplits(splits: readonly Split[], day: string): Warning[] {
  const later = splits.filter(({ firstNew }) => firstNew > day);
  if (later.length === 0) return [];
  const named = later.map(
    ({ ratio, lastOld, firstNew }) =>
      `the ${splitName(ratio)} between the filings of ${lastOld} and ${firstNew}`,
  );
  const now = Number(later.reduce((product, { ratio }) => product * ratio, 1).toPrecision(6));
  return [
    {
      code: beforeSplitCode,
      message: `Per share of ${day}, before ${named.join(" and ")}: one such share is ${now} of today's.`,
    },
  ];
}

const denominatorMax = 10;

/** "10-for-1 split", "3-for-2 split", and "1-for-8 reverse split" for an eighth. */
function splitName(ratio: number): string {
  if (ratio < 1)
    return `${sharesFor(1 / ratio)
      .reverse()
      .join("-for-")} reverse split`;
  return `${sharesFor(ratio).join("-for-")} split`;
}

/** The least whole numbers of that ratio: 3 and 2 for 1.5. */
function sharesFor(ratio: number): [number, number] {
  for (let old = 1; old <= denominatorMax; old += 1) {
    const fresh = Math.round(ratio * old);
    if (Math.abs(fresh / old / ratio - 1) < nearly) return [fresh, old];
  }
  return [Number(ratio.toPrecision(6)), 1];
}

const nearly = 1e-6;
