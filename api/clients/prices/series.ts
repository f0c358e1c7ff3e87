/** The closes of one ticker. */
export interface Series {
  /** Days as numbers yyyymmdd, ascending. */
  days: Int32Array;
  closes: Float64Array;
  /** Three letters; USD where the file has no currency. */
  currency: string;
  /** True: later splits are taken out of the closes. */
  isAdjusted: boolean;
}

export interface Close {
  date: string;
  value: number;
  currency: string;
  isAdjusted: boolean;
}

/** A close more than this times the one before, or less than one over it, may show a split. */
const jumpMin = 1.4;

/** The newest close on or before a day; null where there is none. */
export function closeOn(series: Series, day: string): Close | null {
  const at = indexOn(series, numberOf(day));
  const [date, value] = [series.days[at], series.closes[at]];
  if (date === undefined || value === undefined) return null;
  const { currency, isAdjusted } = series;
  return { date: textOf(date), value, currency, isAdjusted };
}

/** The greatest change from one close to the next after `from` and up to `to`; null if none can be a split. */
export function jumpBetween(
  series: Series,
  from: string,
  to: string,
): { date: string; factor: number } | null {
  const [first, last] = [indexOn(series, numberOf(from)), indexOn(series, numberOf(to))];
  let jump: { date: string; factor: number } | null = null;
  let greatest = Math.log(jumpMin);
  for (let at = Math.max(1, first + 1); at <= last; at += 1) {
    const factor = (series.closes[at] ?? 1) / (series.closes[at - 1] ?? 1);
    const size = Math.abs(Math.log(factor));
    if (size < greatest) continue;
    greatest = size;
    jump = { date: textOf(series.days[at] ?? 0), factor };
  }
  return jump;
}

/** What a close is compared with. */
export interface CloseTrend {
  /** The close before it; null where there is none. */
  before: number | null;
  /** Lowest and highest of the 364 days to it. */
  low: number;
  high: number;
}

const yearMs = 364 * 86_400_000;

/** The close before the one of a day, and the range of the year to it; null where there is no close. */
export function trendTo(series: Series, day: string): CloseTrend | null {
  const at = indexOn(series, numberOf(day));
  if (at < 0) return null;
  const since = new Date(Date.parse(textOf(series.days[at] ?? 0)) - yearMs);
  const first = indexOn(series, numberOf(since.toISOString().slice(0, 10)));
  const year = series.closes.subarray(first + 1, at + 1);
  return { before: series.closes[at - 1] ?? null, low: Math.min(...year), high: Math.max(...year) };
}

/** The last index on or before a day; -1 where there is none. */
function indexOn({ days }: Series, day: number): number {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] ?? 0) <= day) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export const numberOf = (day: string) => Number(day.replaceAll("-", ""));

function textOf(day: number): string {
  const text = String(day);
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
}
