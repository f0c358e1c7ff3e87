import type { NumberTriple } from "./scenario-values.ts";

/** Digits that answers state; money is never coarser than a cent for it. */
const digits = 12;
/** From here on twelve digits would be coarser than cents. */
const centsFrom = 10 ** (digits - 2);

/** A computed number as answers state it: twelve significant digits, and cents where these would be coarser. */
export function stated(value: number): number {
  if (Number.isInteger(value)) return value;
  const size = Math.abs(value);
  if (size >= centsFrom) return Math.round(value * 100) / 100;
  return scaled(value, size) ?? Number(value.toPrecision(digits));
}

export const statedOrNull = (value: number | null) => (value === null ? null : stated(value));

export const statedTriple = ({ low, mid, high }: NumberTriple): NumberTriple => ({
  low: statedOrNull(low),
  mid: statedOrNull(mid),
  high: statedOrNull(high),
});

const lowest = 10 ** (digits - 1);
const highest = 10 ** digits;
/** The powers of ten that are exact: a table is read in a fraction of the time that a power takes. */
const powers = Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));
/** A product of this size is off by less than a ten-thousandth. Only a rest nearer to a half than this is uncertain. */
const doubt = 0.001;

const float = new DataView(new ArrayBuffer(8));
/** By binary exponent, the decimals with which the smallest number that has it shows twelve digits. */
const decimalsOf = Int16Array.from(
  { length: 2048 },
  (_, exponent) => digits - 1 - Math.floor(Math.log10(2 ** (exponent - 1023))),
);

/**
 * The same number as by `toPrecision`, in a tenth of its time: an answer states hundreds. A whole number of at most
 * twelve digits, divided by an exact power of ten, is the double nearest to the decimal. Null where rounding is
 * uncertain, or the power of ten is not exact.
 */
function scaled(value: number, size: number): number | null {
  float.setFloat64(0, size);
  const most = decimalsOf[float.getUint16(0) >>> 4] ?? -1;
  const scale = size * (powers[most] ?? Infinity) < highest ? powers[most] : powers[most - 1];
  if (scale === undefined) return null;
  const whole = Math.floor(size * scale);
  const rest = size * scale - whole;
  if (whole < lowest || whole + 1 >= highest || Math.abs(rest - 0.5) < doubt) return null;
  const rounded = (rest < 0.5 ? whole : whole + 1) / scale;
  return value < 0 ? -rounded : rounded;
}

/** Objects that were rounded once, by themselves and by what they were made from. */
const remembered = new WeakMap<object, object>();

/** Rounds an object that many answers share, so that `inStatedDigits` does not walk it again. It must not change. */
export function rememberStated(shared: object): void {
  const rounded = inStatedDigits(shared);
  remembered.set(shared, rounded).set(rounded, rounded);
}

/**
 * Every number of plain data as answers state it. Computing never sees it: this is the one rounding, at the end. What
 * has nothing to round is the same object.
 */
export function inStatedDigits<T>(value: T): T {
  if (typeof value === "number") return stated(value) as T;
  if (typeof value !== "object" || value === null) return value;
  const cached = remembered.get(value);
  if (cached !== undefined) return cached as T;
  return (Array.isArray(value) ? statedList(value) : statedMembers(value)) as T;
}

function statedList(list: readonly unknown[]): readonly unknown[] {
  let rounded: unknown[] | null = null;
  for (let i = 0; i < list.length; i += 1) {
    const one = inStatedDigits(list[i]);
    if (one !== list[i]) {
      rounded ??= [...list];
      rounded[i] = one;
    }
  }
  return rounded ?? list;
}

function statedMembers(of: object): object {
  const members = of as Record<string, unknown>;
  let rounded: Record<string, unknown> | null = null;
  // Plain data has no inherited members, and this loop reads own ones without a look-up by name.
  for (const key in members) {
    const before = members[key];
    const one = typeof before === "number" ? stated(before) : inStatedDigits(before);
    if (one !== before) {
      rounded ??= { ...members };
      rounded[key] = one;
    }
  }
  return rounded ?? of;
}
