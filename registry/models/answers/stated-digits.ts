/** Digits that answers state; money is never coarser than a cent for it. */
const digits = 12;
/** From here on twelve digits would be coarser than cents. */
const centsFrom = 10 ** (digits - 2);

/** A computed number as answers state it: twelve significant digits, and cents where these would be coarser. */
export function stated(value: number): number {
  if (Number.isInteger(value)) return value;
  if (Math.abs(value) >= centsFrom) return Math.round(value * 100) / 100;
  return Number(value.toPrecision(digits));
}

/**
 * Every number of plain data as answers state it. Computing never sees it: this is the one rounding, at the end. What
 * has nothing to round is the same object.
 */
export function inStatedDigits<T>(value: T): T {
  if (typeof value === "number") return stated(value) as T;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const rounded = value.map(inStatedDigits);
    return (rounded.every((one, index) => one === value[index]) ? value : rounded) as T;
  }
  const entries = Object.entries(value);
  const rounded = entries.map(([key, one]) => [key, inStatedDigits(one)] as const);
  const isSame = rounded.every(([, one], index) => one === entries[index]?.[1]);
  return isSame ? value : (Object.fromEntries(rounded) as T);
}
