/** A quantity in the unit it was filed in; `value` is exact decimal text. */
export interface Quantity {
  value: string;
  unit: string;
}

/** A rounded zero carries no minus sign. */
const signDisplay = "negative";

const compact = {
  notation: "compact",
  signDisplay,
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
} as const;

/** Intl formatters cost a thousand times a call of theirs, so each is made once. */
const formatters = new Map<string, Intl.NumberFormat>();

function formatter(key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const cached = formatters.get(key);
  if (cached) return cached;
  const formatter = new Intl.NumberFormat("en-US", options);
  formatters.set(key, formatter);
  return formatter;
}

/** The nearest double, rounded once; null when no finite double is near. */
export function toNumber(value: string): number | null {
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** "$394.33B", "NT$2.89T", "$6.13" (per share), "15.55B" (shares); null when the value is no finite number. */
export function display({ value, unit }: Quantity): string | null {
  const number = toNumber(value);
  if (number === null) return null;
  const perShare = unit.endsWith("/shares");
  const currency = perShare ? unit.slice(0, -"/shares".length) : unit;
  if (!/^[A-Z]{3}$/.test(currency)) return plain(number, unit);
  if (!perShare)
    return formatter(currency, { ...compact, style: "currency", currency }).format(number);
  return formatter(unit, { style: "currency", currency, signDisplay }).format(number);
}

/** Counts and pure numbers: two decimals only once the number is abbreviated. */
function plain(number: number, unit: string): string {
  const small = Math.abs(number) < 1000;
  const text = small
    ? formatter("small", { maximumFractionDigits: 2, signDisplay }).format(number)
    : formatter("compact", compact).format(number);
  return unit === "shares" || unit === "pure" ? text : `${text} ${unit}`;
}

/** "43.3%" for the fraction 0.433. */
export function percent(fraction: number): string {
  return formatter("percent", {
    style: "percent",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay,
  }).format(fraction);
}

/** "+2.8%", "-2.8%", "0.0%". */
export function signedPercent(fraction: number): string {
  return formatter("signed", {
    style: "percent",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  }).format(fraction);
}

/** "+1.2 pp" between two fractions. */
export function signedPoints(difference: number): string {
  const points = formatter("points", {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  }).format(difference * 100);
  return `${points} pp`;
}

/** "0.99x". */
export function multiple(ratio: number): string {
  return `${formatter("multiple", { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay }).format(ratio)}x`;
}

/** Whole days from one ISO date to a later one; negative when it is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}
