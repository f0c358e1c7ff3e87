import type { Distribution } from "#schemas/shapes/models/compared.ts";
import { mean, median } from "../answers/rounding.ts";

/** Fewer values than this give no usual range. */
export const valuesMin = 3;

/** Null for fewer than three values. Quartiles lie between the ranks next to them, as spreadsheets compute them. */
export function distribution(values: readonly number[]): Distribution | null {
  const [middle, average] = [median(values), mean(values)];
  if (values.length < valuesMin || middle === null || average === null) return null;
  const sorted = [...values].sort((a, b) => a - b);
  return {
    count: values.length,
    lowerQuartile: quantileOf(sorted, 0.25),
    median: middle,
    upperQuartile: quantileOf(sorted, 0.75),
    mean: average,
  };
}

/** The value that a share of sorted values lies below: between the ranks next to it, as spreadsheets compute it. */
export function quantileOf(sorted: readonly number[], share: number): number {
  const rank = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(rank)] ?? 0, sorted[Math.ceil(rank)] ?? 0];
  return low + (high - low) * (rank - Math.floor(rank));
}
