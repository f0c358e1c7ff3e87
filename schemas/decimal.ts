import { Decimal } from "decimal.js";

/** Exact arithmetic on decimal text. Every function takes and returns plain decimal strings, never exponents. */
const Exact = Decimal.clone({ precision: 60, toExpNeg: -60, toExpPos: 60 });

/**
 * Parses integers of up to fifteen digits as doubles, which are exact for them and ten times faster; NaN for any other
 * text.
 */
function small(text: string): number {
  if (text.length > 15 || text.length === 0) return Number.NaN;
  const number = Number(text);
  return Number.isInteger(number) ? number : Number.NaN;
}

const unitsPerOne = 10_000;

/**
 * As `small`, in ten-thousandths: figures per share have few decimal places. The product is off by less than a quarter,
 * so that rounding gives the very number.
 */
function tenThousandths(text: string): number {
  const point = text.indexOf(".");
  const isLong = text.length > 15 || (point >= 0 && text.length - point > 5);
  if (isLong || text.length === 0) return Number.NaN;
  const number = Math.round(Number(text) * unitsPerOne);
  return Math.abs(number) < 1e15 ? number : Number.NaN;
}

/** The text of so many ten-thousandths; null where a double may have lost a digit. Fifteen digits name one double. */
function textOf(units: number): string | null {
  return Number.isInteger(units) && Math.abs(units) < 1e15 ? String(units / unitsPerOne) : null;
}

export function add(a: string, b: string): string {
  const total = small(a) + small(b);
  if (!Number.isNaN(total)) return String(total);
  return textOf(tenThousandths(a) + tenThousandths(b)) ?? new Exact(a).plus(b).toFixed();
}

export function sub(a: string, b: string): string {
  const difference = small(a) - small(b);
  if (!Number.isNaN(difference)) return String(difference);
  return textOf(tenThousandths(a) - tenThousandths(b)) ?? new Exact(a).minus(b).toFixed();
}

export function sum(values: readonly string[]): string {
  let total = 0;
  for (const value of values) total += small(value);
  // Below this limit no partial sum can lose a digit. Larger sums and fractions are added exactly.
  return Math.abs(total) < 1e15 && values.length < 10 ? String(total) : values.reduce(add, "0");
}

/** Σ weight × value, term by term; the weights are small whole numbers such as +1 or -1. */
export function weightedSum(
  weights: readonly number[],
  terms: readonly { readonly value: string }[],
): string {
  let total = 0;
  for (let i = 0; i < terms.length; i += 1) {
    total += (weights[i] ?? 0) * small(terms[i]?.value ?? "0");
  }
  if (Math.abs(total) < 1e15 && terms.length < 10) return String(total);
  return (
    sumOfFractions(weights, terms) ??
    terms.reduce((so, { value }, i) => add(so, times(weights[i] ?? 0, value)), "0")
  );
}

/** The sum of a few terms with few decimal places; null for others. */
function sumOfFractions(
  weights: readonly number[],
  terms: readonly { readonly value: string }[],
): string | null {
  let units = 0;
  for (let i = 0; i < terms.length; i += 1) {
    units += (weights[i] ?? 0) * tenThousandths(terms[i]?.value ?? "0");
  }
  return terms.length < 10 ? textOf(units) : null;
}

/** weight × a, where the weight is a small whole number such as +1 or -1. */
export function times(weight: number, a: string): string {
  if (weight === 1) return a;
  if (weight === -1) return negate(a);
  return new Exact(a).times(weight).toFixed();
}

export function negate(a: string): string {
  if (/^-?0+(\.0+)?$/.test(a)) return a.replace("-", "");
  return a.startsWith("-") ? a.slice(1) : `-${a}`;
}

/** Negative, zero or positive as a < b, a = b, a > b. */
export function compare(a: string, b: string): number {
  const difference = small(a) - small(b);
  if (!Number.isNaN(difference)) return difference;
  const units = tenThousandths(a) - tenThousandths(b);
  return Number.isNaN(units) ? new Exact(a).comparedTo(b) : units;
}

export function isZero(a: string): boolean {
  return a === "0" || compare(a, "0") === 0;
}

export function equal(a: string, b: string): boolean {
  return a === b || compare(a, b) === 0;
}

export function abs(a: string): string {
  return a.startsWith("-") ? a.slice(1) : a;
}

/** |a - b| <= tolerance. */
export function within(a: string, b: string, tolerance: string): boolean {
  return compare(abs(sub(a, b)), tolerance) <= 0;
}

/** Rounds half away from zero to a multiple of 10^exponent (3 = thousands, -2 = cents). */
export function roundTo(a: string, exponent: number): string {
  if (exponent <= 0)
    return new Exact(a).toDecimalPlaces(-exponent, Decimal.ROUND_HALF_UP).toFixed();
  const quantum = new Exact(10).pow(exponent);
  return new Exact(a)
    .div(quantum)
    .toDecimalPlaces(0, Decimal.ROUND_HALF_UP)
    .times(quantum)
    .toFixed();
}

/** Plain decimal text of a finite number; throws RangeError for anything else. */
export function fromNumber(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`not a finite number: ${value}`);
  const text = String(value);
  return text.includes("e") ? new Exact(value).toFixed() : text;
}

/**
 * Canonical plain text of decimal text that may carry an exponent, a plus sign or outer zeros; throws on anything else.
 */
export function parseDecimal(text: string): string {
  const trimmed = text.trim();
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?$/.test(trimmed)) {
    throw new RangeError(`not a decimal number: ${trimmed.slice(0, 40)}`);
  }
  const value = new Exact(trimmed);
  return value.isZero() ? "0" : value.toFixed();
}

/** a / b, exact where the division ends within twelve decimal places, else rounded to them; b is not zero. */
export function divide(a: string, b: string): string {
  return new Exact(a).div(b).toDecimalPlaces(12).toFixed();
}

/** a × b, exact for operands of up to thirty digits each. */
export function multiply(a: string, b: string): string {
  return new Exact(a).times(b).toFixed();
}

/** a / b to forty significant digits; b is not zero. */
export function quotient(a: string, b: string): string {
  return new Exact(a).div(b).toSignificantDigits(40).toFixed();
}

/** Decimal text to so many significant digits. */
export function toDigits(a: string, digits: number): string {
  return new Exact(a).toSignificantDigits(digits).toFixed();
}

/** a / b to twelve significant digits, or null when b is zero. */
export function ratio(a: string, b: string): string | null {
  const divisor = new Exact(b);
  return divisor.isZero() ? null : new Exact(a).div(divisor).toSignificantDigits(12).toFixed();
}
