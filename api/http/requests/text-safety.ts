import { Decimal } from "decimal.js";

/**
 * True when an object in the body's text has a duplicate key. Parsers differ on which of the two values counts, so such
 * a body is ambiguous. `value` is the parsed text.
 */
export function hasKeyTwice(text: string, value: unknown): boolean {
  return keysIn(text) > keysOf(value, 0);
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

function closingQuote(text: string, from: number): number {
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

function keysOf(value: unknown, depth: number): number {
  if (typeof value !== "object" || value === null) return 0;
  // Such a body is refused for its depth later, whatever its keys.
  if (depth > depthMax) return Number.POSITIVE_INFINITY;
  let keys = 0;
  if (Array.isArray(value)) {
    for (const one of value) keys += keysOf(one, depth + 1);
    return keys;
  }
  const members = value as Record<string, unknown>;
  for (const key in members) keys += 1 + keysOf(members[key], depth + 1);
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

/** Deeper than any body in the specification, and shallow enough for the recursion below. */
const depthMax = 64;

/**
 * Returns why a parsed body cannot be stored, or null. PostgreSQL refuses NUL, UTF-8 cannot encode unpaired surrogates,
 * and nesting must be limited.
 */
export function findUnstorable(value: unknown, depth = 0): string | null {
  if (typeof value === "string") return isStorable(value) ? null : broken;
  if (typeof value !== "object" || value === null) return null;
  if (depth === depthMax) return `The body is nested deeper than ${depthMax} levels`;
  if (Array.isArray(value)) return firstUnstorable(value, depth + 1);
  const members = value as Record<string, unknown>;
  for (const key in members) {
    const problem = isStorable(key) ? findUnstorable(members[key], depth + 1) : broken;
    if (problem !== null) return problem;
  }
  return null;
}

function firstUnstorable(list: readonly unknown[], depth: number): string | null {
  for (const one of list) {
    const problem = findUnstorable(one, depth);
    if (problem !== null) return problem;
  }
  return null;
}

const broken = "The body holds a NUL character or an unpaired surrogate";

const isStorable = (text: string) => !text.includes("\0") && text.isWellFormed();
