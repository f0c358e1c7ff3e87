/** Values of a series by tick; a null is a gap. */
type Values = readonly (number | null)[];

/** The ends of a value axis and the distance of its lines. */
export interface Axis {
  min: number;
  max: number;
  step: number;
}

/** When values far from the rest of their series are cut. */
interface CutRule {
  /** How many times the next smaller value the smallest cut one is at least. */
  gap: number;
  /** The share of the values that may be cut. */
  share: number;
  /** Only what later values come back from: growth is not cut. */
  isSpike: boolean;
}

const rules: Readonly<Record<"ratio" | "amount", CutRule>> = {
  ratio: { gap: 4, share: 0.5, isSpike: false },
  amount: { gap: 5, share: 0.25, isSpike: true },
};

const fewest = 4;

/**
 * The axis that a few values far from all others would otherwise stretch until the others are flat; null where no value is
 * beyond it. Whether a value is far is judged by its own series.
 */
export function axisOf(
  series: readonly { values: Values }[],
  kind: keyof typeof rules,
): Axis | null {
  const all = series.flatMap(({ values }) => values.filter((value) => value !== null));
  const limit = Math.max(0, ...series.map(({ values }) => limitOf(values, rules[kind])));
  if (limit === 0 || all.every((value) => Math.abs(value) <= limit)) return null;
  const kept = all.filter((value) => Math.abs(value) <= limit);
  const isBelow = all.some((value) => value < -limit);
  const isAbove = all.some((value) => value > limit);
  // A side with a cut value needs room for its mark, also where nothing else is on it.
  const low = Math.min(0, ...kept, isBelow ? -limit / 4 : 0);
  const high = Math.max(0, ...kept, isAbove ? limit / 4 : 0);
  const step = niceStep((high - low) / lines);
  return { min: Math.floor(low / step) * step, max: Math.ceil(high / step) * step, step };
}

const lines = 4;

/** The largest size among a series' values that are not far from the rest. */
function limitOf(values: Values, { gap, share, isSpike }: CutRule): number {
  const sizes = values
    .flatMap((value) => (value === null ? [] : [Math.abs(value)]))
    .toSorted((a, b) => b - a);
  const largest = sizes[0] ?? 0;
  if (sizes.length < fewest) return largest;
  const most = Math.floor(sizes.length * share);
  for (let cut = most; cut > 0; cut -= 1) {
    const [outer = 0, inner = 0] = [sizes[cut - 1], sizes[cut]];
    if (inner > 0 && outer >= inner * gap && (!isSpike || comesBack(values, inner))) return inner;
  }
  return largest;
}

/** Whether the newest value is within the limit. */
const comesBack = (values: Values, limit: number): boolean =>
  Math.abs(values.findLast((value) => value !== null) ?? 0) <= limit;

/** 1, 2 or 5 times a power of ten, not less than the size. */
function niceStep(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  const factor = [1, 2, 5].find((one) => one * power >= size) ?? 10;
  return factor * power;
}
