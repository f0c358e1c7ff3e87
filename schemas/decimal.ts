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

/**
 * Exact a + b.
 * @example add("0.1", "0.2") // "0.3"
 */
export function add(a: string, b: string): string {
  const total = small(a) + small(b);
  if (!Number.isNaN(total)) return String(total);
  return textOf(tenThousandths(a) + tenThousandths(b)) ?? new Exact(a).plus(b).toFixed();
}

/**
 * Exact a − b.
 * @example sub("383285000000", "214137000000") // "169148000000"
 */
export function sub(a: string, b: string): string {
  const difference = small(a) - small(b);
  if (!Number.isNaN(difference)) return String(difference);
  return textOf(tenThousandths(a) - tenThousandths(b)) ?? new Exact(a).minus(b).toFixed();
}

/**
 * The exact sum; "0" of none.
 * @example sum(["1", "2.5", "-3"]) // "0.5"
 * @example sum([]) // "0"
 */
export function sum(values: readonly string[]): string {
  let total = 0;
  for (const value of values) total += small(value);
  // Below this limit no partial sum can lose a digit. Larger sums and fractions are added exactly.
  return Math.abs(total) < 1e15 && values.length < 10 ? String(total) : values.reduce(add, "0");
}

/**
 * Σ weight × value, term by term; the weights are small whole numbers such as +1 or -1.
 * @example weightedSum([1, -1], [{ value: "10" }, { value: "2.5" }]) // "7.5"
 */
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

/**
 * weight × a, where the weight is a small whole number such as +1 or -1.
 * @example times(-1, "4.10") // "-4.10"
 * @example times(4, "0.25") // "1"
 */
export function times(weight: number, a: string): string {
  if (weight === 1) return a;
  if (weight === -1) return negate(a);
  return new Exact(a).times(weight).toFixed();
}

/**
 * The same digits with the other sign; zero has none.
 * @example negate("1.50") // "-1.50"
 * @example negate("-0") // "0"
 */
export function negate(a: string): string {
  if (/^-?0+(\.0+)?$/.test(a)) return a.replace("-", "");
  return a.startsWith("-") ? a.slice(1) : `-${a}`;
}

/**
 * Negative, zero or positive as a < b, a = b, a > b.
 * @example compare("2", "10") < 0 // true
 * @example compare("1.0", "1") // 0
 */
export function compare(a: string, b: string): number {
  const difference = small(a) - small(b);
  if (!Number.isNaN(difference)) return difference;
  const units = tenThousandths(a) - tenThousandths(b);
  return Number.isNaN(units) ? new Exact(a).comparedTo(b) : units;
}

/**
 * True for zero, however it is written.
 * @example isZero("0.00") // true
 */
export function isZero(a: string): boolean {
  return a === "0" || compare(a, "0") === 0;
}

/**
 * True for the same number, however it is written.
 * @example equal("1.50", "1.5") // true
 */
export function equal(a: string, b: string): boolean {
  return a === b || compare(a, b) === 0;
}

/**
 * The digits without the sign.
 * @example abs("-2.5") // "2.5"
 */
export function abs(a: string): string {
  return a.startsWith("-") ? a.slice(1) : a;
}

/**
 * |a - b| <= tolerance.
 * @example within("100", "101", "1") // true
 * @example within("100", "101.01", "1") // false
 */
export function within(a: string, b: string, tolerance: string): boolean {
  return compare(abs(sub(a, b)), tolerance) <= 0;
}

/**
 * Rounds half away from zero to a multiple of 10^exponent (3 = thousands, -2 = cents).
 * @example roundTo("1234500", 3) // "1235000"
 * @example roundTo("-0.125", -2) // "-0.13"
 */
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

/**
 * Plain decimal text of a finite number; throws RangeError for anything else.
 * @example fromNumber(1e21) // "1000000000000000000000"
 */
export function fromNumber(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`not a finite number: ${value}`);
  const text = String(value);
  return text.includes("e") ? new Exact(value).toFixed() : text;
}

/**
 * Canonical plain text of decimal text that may carry an exponent, a plus sign or outer zeros; throws on anything
 * else.
 * @example parseDecimal(" +1.50E3 ") // "1500"
 */
export function parseDecimal(text: string): string {
  const trimmed = text.trim();
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?$/.test(trimmed)) {
    throw new RangeError(`not a decimal number: ${trimmed.slice(0, 40)}`);
  }
  const value = new Exact(trimmed);
  return value.isZero() ? "0" : value.toFixed();
}

/**
 * a / b, exact where the division ends within twelve decimal places, else rounded to them; b is not zero.
 * @example divide("1", "8") // "0.125"
 * @example divide("2", "3") // "0.666666666667"
 */
export function divide(a: string, b: string): string {
  return new Exact(a).div(b).toDecimalPlaces(12).toFixed();
}

/**
 * a × b, exact for operands of up to thirty digits each.
 * @example multiply("1.5", "-0.02") // "-0.03"
 */
export function multiply(a: string, b: string): string {
  return new Exact(a).times(b).toFixed();
}

/**
 * a / b to forty significant digits; b is not zero.
 * @example quotient("1", "3") // "0.3333333333333333333333333333333333333333"
 */
export function quotient(a: string, b: string): string {
  return new Exact(a).div(b).toSignificantDigits(40).toFixed();
}

/**
 * Decimal text to so many significant digits.
 * @example toDigits("123456", 3) // "123000"
 */
export function toDigits(a: string, digits: number): string {
  return new Exact(a).toSignificantDigits(digits).toFixed();
}

/**
 * a / b to twelve significant digits, or null when b is zero.
 * @example ratio("97000", "383285") // "0.253075387766"
 * @example ratio("1", "0") // null
 */
export function ratio(a: string, b: string): string | null {
  const divisor = new Exact(b);
  return divisor.isZero() ? null : new Exact(a).div(divisor).toSignificantDigits(12).toFixed();
}
