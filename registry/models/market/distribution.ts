import { median } from "../answers/rounding.ts";

/** Fewer values than this give no usual range. */
export const valuesMin = 3;

/** The middle of some values and the quarters of them beside it. */
export interface Distribution {
  count: number;
  lowerQuartile: number;
  median: number;
  upperQuartile: number;
}

/** Null for fewer than three values. Quartiles lie between the ranks next to them, as spreadsheets compute them. */
export function distribution(values: readonly number[]): Distribution | null {
  const middle = median(values);
  if (values.length < valuesMin || middle === null) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => {
    const rank = share * (sorted.length - 1);
    const [low, high] = [sorted[Math.floor(rank)] ?? 0, sorted[Math.ceil(rank)] ?? 0];
    return low + (high - low) * (rank - Math.floor(rank));
  };
  return {
    count: values.length,
    lowerQuartile: at(0.25),
    median: middle,
    upperQuartile: at(0.75),
  };
}
