import { parseDecimal } from "#schemas/decimal.ts";
import { currencyCode } from "../currency-code.ts";
import { isCalendarDate } from "../iso-date.ts";

/** A filer's own tag carries the filing's accession number instead of a taxonomy and its year. */
export function taxonomyOf(version: string): string {
  const name = /^([a-z][a-z-]{1,30})\/\d{4}/.exec(version)?.[1];
  if (name === undefined) return "extension";
  return name === "ifrs" ? "ifrs-full" : name;
}

/** The data sets give the currency alone for amounts per share: companyfacts says USD/shares. */
export function unitOf(uom: string, isPerShare: boolean): string {
  return isPerShare && currencyCode.test(uom) ? `${uom}/shares` : uom;
}

/** Exact decimal text; null for what is no number. */
export function exactOrNull(text: string): string | null {
  try {
    return text.length <= digitsMax ? parseDecimal(text) : null;
  } catch {
    return null;
  }
}

/** A hundred digits are more than any filed amount has; the bound keeps exact arithmetic cheap. */
const digitsMax = 100;

export function isoFromDigits(digits: string): string | null {
  if (!/^\d{8}$/.test(digits)) return null;
  const date = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
  return isCalendarDate(date) ? date : null;
}
