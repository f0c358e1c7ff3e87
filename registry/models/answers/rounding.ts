/**
 * A value this much of its last place below a half is a half: what separates the two is binary noise, which programs
 * treat in different ways.
 */
export const belowHalf = 0.000001;

/** Half up at `digits` decimals (models.md 5.4): what is displayed is what is computed with. */
export function round(value: number, digits: number): number {
  const scale = 10 ** digits;
  return Math.floor(value * scale + (0.5 + belowHalf)) / scale;
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Null for no values. */
export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : sum(values) / values.length;
}

/** The middle value, or the mean of the two in the middle; null for no values. */
export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(half) - 1] ?? 0, sorted[Math.floor(half)] ?? 0];
  return (low + high) / 2;
}

/** a / b; null when either is null, b is zero, or so small that the ratio is beyond all numbers. */
export function ratio(a: number | null, b: number | null): number | null {
  return a === null || b === null || b === 0 ? null : finite(a / b);
}

/** Null for what is no number or beyond all numbers: such a figure says nothing. */
export function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/** A fraction as a percentage with two decimals: 0.025 is "2.50%". */
export function percent(value: number): string {
  return `${(value * 100).toFixed(2)}%`;
}
