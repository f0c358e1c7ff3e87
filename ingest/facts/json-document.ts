import { fromNumber, parseDecimal } from "#schemas/decimal.ts";

export type JsonObject = { readonly [key: string]: unknown };

/** An object of the JSON sense: neither null nor an array. Read its keys through `Object.keys`, never by inheritance. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Carries the source text of a number that a double would change. A symbol key cannot come out of JSON. */
const sourceText = Symbol("sourceText");
type ExactNumber = { readonly [sourceText]: string };

/**
 * JSON.parse of UTF-8 bytes that loses no digit of a member named `val`.
 *
 * Doubles carry fifteen significant digits exactly. A document with a longer number anywhere is read
 * a second way, ten times slower, that keeps the source text of its `val` members: see `exactText`.
 * What is written with an exponent under -308 is zero, as everywhere in JSON.
 * Throws SyntaxError for anything that is not one whole JSON document.
 */
export function parseJson(body: Buffer): unknown {
  const text = body.toString("utf8").replace(/^\uFEFF/, "");
  return hasLongNumber(body) ? JSON.parse(text, keepSourceText) : JSON.parse(text);
}

/** The exact plain decimal text of a number out of `parseJson`; null for anything that is not a finite number. */
export function exactText(value: unknown): string | null {
  if (typeof value === "number") return Number.isFinite(value) ? fromNumber(value) : null;
  if (typeof value !== "object" || value === null || !(sourceText in value)) return null;
  const source = (value as ExactNumber)[sourceText];
  return plainNumber.test(source) ? parseDecimal(source) : null;
}

/** No filed amount comes near a hundred digits; the bound keeps exact arithmetic cheap. */
const plainNumber = /^-?[\d.]{1,100}(?:[eE][+-]?\d{1,3})?$/;

function keepSourceText(key: string, value: unknown, context?: { source?: string }): unknown {
  if (key !== "val" || typeof value !== "number") return value;
  const source = context?.source ?? "";
  return source.length > 15 && Number.isFinite(value) ? { [sourceText]: source } : value;
}

const stride = 16;

/** A run of sixteen digits and points cannot hide between two probes sixteen bytes apart. */
function hasLongNumber(body: Buffer): boolean {
  for (let probe = stride - 1; probe < body.length; probe += stride) {
    if (!isDigitOrPoint(body[probe])) continue;
    let start = probe;
    while (isDigitOrPoint(body[start - 1])) start -= 1;
    let end = probe + 1;
    while (isDigitOrPoint(body[end])) end += 1;
    if (end - start > 15 && hasManyDigits(body, start, end)) return true;
    // The run is judged: go on behind it, so that a very long one is walked only once.
    probe = Math.max(probe, end - stride);
  }
  return false;
}

/** Outer zeros are no significant digits: 1200000000000000 has two. Runs past any plausible amount always count. */
function hasManyDigits(body: Buffer, start: number, end: number): boolean {
  if (end - start > 100) return true;
  const digits = body.toString("latin1", start, end).replaceAll(".", "");
  let first = 0;
  while (digits[first] === "0") first += 1;
  let last = digits.length;
  while (last > first && digits[last - 1] === "0") last -= 1;
  return last - first > 15;
}

function isDigitOrPoint(byte: number | undefined): boolean {
  return byte !== undefined && ((byte >= 48 && byte <= 57) || byte === 46);
}
