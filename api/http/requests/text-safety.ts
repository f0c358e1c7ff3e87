import { Decimal } from "decimal.js";

/**
 * True when an object in the body's text has a duplicate key. Parsers differ on which of the two values counts, so such
 * a body is ambiguous. `value` is the parsed text.
 */
export function hasKeyTwice(text: string, value: unknown): boolean {
  return keysIn(text) > keysOf(value);
}

function keysIn(text: string): number {
  let keys = 0;
  for (let open = text.indexOf('"'); open !== -1; ) {
    const close = closingQuote(text, open + 1);
    let next = close + 1;
    while (isBlank(text.charCodeAt(next))) next += 1;
    if (text[next] === ":") keys += 1;
    open = text.indexOf('"', next);
  }
  return keys;
}

/** Where the string ends whose text begins at `from`; -1 when it does not end. */
export function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === "\\") backslashes += 1;
  return backslashes % 2 === 1;
}

const isBlank = (code: number) => code === 32 || (code >= 9 && code <= 13);

/** Recursive: `refuseLargeJson` bounds the depth of bodies. */
function keysOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let keys = 0;
  if (Array.isArray(value)) {
    for (const one of value) keys += keysOf(one);
    return keys;
  }
  const members = value as Record<string, unknown>;
  for (const key in members) keys += 1 + keysOf(members[key]);
  return keys;
}

/** A number with more digits than every reader of JSON keeps. */
const longNumber = /-?\d[\d.]{15,}([eE][+-]?\d+)?/g;
/** Found in every text with such a number; few bodies have it, and only these are searched. */
const manyDigits = /\d[\d.]{15}/;

/**
 * True when the text of a valid JSON body has a number that would be stored rounded: a number is read as a double, and
 * this is not how one is written. Doubles are written shortest (JavaScript), with 17 digits (C), or whole.
 */
export function roundsNumber(text: string): boolean {
  if (!manyDigits.test(text)) return false;
  for (const part of outsideStrings(text)) {
    for (const [number] of part.matchAll(longNumber)) if (!isDouble(number)) return true;
  }
  return false;
}

function* outsideStrings(text: string): Generator<string> {
  let from = 0;
  for (let open = text.indexOf('"'); open !== -1; open = text.indexOf('"', from)) {
    yield text.slice(from, open);
    from = closingQuote(text, open + 1) + 1;
  }
  yield text.slice(from);
}

function isDouble(number: string): boolean {
  const value = Number(number);
  const exact = new Decimal(number);
  const whole = Number.isInteger(value) ? [String(BigInt(value))] : [];
  return [value, value.toPrecision(17), ...whole].some((one) => exact.eq(one));
}

/**
 * True when a parsed body can be stored: PostgreSQL refuses NUL, and UTF-8 cannot encode unpaired surrogates.
 * Recursive: `refuseLargeJson` bounds the depth of bodies.
 */
export function canBeStored(value: unknown): boolean {
  if (typeof value === "string") return isStorable(value);
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(canBeStored);
  return Object.entries(value).every(([key, one]) => isStorable(key) && canBeStored(one));
}

const isStorable = (text: string) => !text.includes("\0") && text.isWellFormed();
