import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { DrawSummary } from "#schemas/shapes/models/valuation.ts";
import { mean } from "../answers/rounding.ts";
import { settle } from "../assumption.ts";
import { tryModel } from "../compute.ts";
import type { Model } from "../family.ts";
import type { Overrides } from "../overrides.ts";
import { quantileOf } from "./distribution.ts";

/** A triangular distribution: `mode` is most likely, `min` and `max` bound it. */
export interface DrawRange {
  min: number;
  mode: number;
  max: number;
}

export type DrawRanges = ReadonlyMap<string, DrawRange>;

/** The inputs that the model itself states a range of: its edges, around what it takes. */
export function statedRanges(model: Model, overrides: Overrides): Map<string, DrawRange> {
  const { get } = settle(model.table, overrides.assumptions);
  const ranges = new Map<string, DrawRange>();
  for (const { key, editable } of model.table.seeds) {
    const [min, mode, max] = [get(`${key}_low`), get(key), get(`${key}_high`)];
    if (!editable || min === null || mode === null || max === null) continue;
    ranges.set(key, { min, mode, max });
  }
  return ranges;
}

/**
 * The value per share of the middle scenario with each input drawn from its range, independently of the others, one draw
 * after another. The same seed gives the same draws. Null where the model refuses a draw or has no value for it.
 */
export function* drawValues(
  model: Model,
  { overrides, ranges, seed }: { overrides: Overrides; ranges: DrawRanges; seed: number },
): Generator<number | null, never> {
  const random = xoroshiro128plus(seed);
  while (true) {
    const assumptions = new Map(overrides.assumptions);
    for (const [key, range] of ranges) {
      assumptions.set(key, triangular(range, uniformFloat64(random)));
      // Edges that were set belong to the middle that was there.
      assumptions.delete(`${key}_low`);
      assumptions.delete(`${key}_high`);
    }
    yield valueWith(model, { ...overrides, assumptions });
  }
}

/** The value that a share of all draws lies below. */
function triangular({ min, mode, max }: DrawRange, share: number): number {
  const width = max - min;
  if (width === 0) return min;
  return share < (mode - min) / width
    ? min + Math.sqrt(share * width * (mode - min))
    : max - Math.sqrt((1 - share) * width * (max - mode));
}

const valueWith = (model: Model, overrides: Overrides): number | null =>
  tryModel(model, overrides)?.valuation.fairValuePerShare ?? null;

const percentiles = [5, 10, 25, 50, 75, 90, 95] as const;
const barCount = 20;

/** Sums draws up. `above` is what they are compared with, on the day of the values. */
export function summarizeDraws(
  drawn: readonly (number | null)[],
  above: number | null,
): DrawSummary {
  const sorted = drawn.filter((value) => value !== null).sort((a, b) => a - b);
  const count = sorted.filter((value) => above !== null && value > above).length;
  return {
    draws: drawn.length,
    valued: sorted.length,
    mean: mean(sorted),
    percentiles: percentiles.map((percentile) => ({
      percentile,
      value: sorted.length === 0 ? null : quantileOf(sorted, percentile / 100),
    })),
    bars: barsOf(sorted),
    shareAbove: above === null || sorted.length === 0 ? null : count / sorted.length,
  };
}

function barsOf(sorted: readonly number[]): DrawSummary["bars"] {
  const [least, greatest] = [sorted[0], sorted.at(-1)];
  if (least === undefined || greatest === undefined) return [];
  const width = (greatest - least) / barCount;
  const bars = Array.from({ length: width === 0 ? 1 : barCount }, (_, index) => ({
    from: least + index * width,
    to: least + (index + 1) * width,
    count: 0,
  }));
  for (const value of sorted) {
    const index = width === 0 ? 0 : Math.floor((value - least) / width);
    const bar = bars[Math.min(index, bars.length - 1)];
    if (bar !== undefined) bar.count += 1;
  }
  return bars;
}
