import { type ApiError, invalid, payloadTooLarge } from "../errors.ts";
import { closingQuote } from "./text-safety.ts";

/** The most that a request may hold. Each bound is checked before the work that grows with it. */
export const requestBounds = {
  /** Fields of a form. */
  formFields: 500,
  /** Parameters of a query. */
  queryParameters: 500,
  /** Members of all objects and elements of all arrays of a JSON body. */
  jsonValues: 20_000,
  /** Objects and arrays within each other in a JSON body. More than any body in the specification has. */
  jsonDepth: 64,
} as const;

const ampersand = 38;

/** Why a form is refused: it has too many fields. Null when it is taken. */
export function refuseLongForm(body: Buffer): ApiError | null {
  const { formFields: max } = requestBounds;
  if (countPast(max, (at) => body.indexOf(ampersand, at)) <= max) return null;
  return payloadTooLarge(`A form has at most ${max} fields`);
}

/** Why an address is refused: its query has too many parameters. Null when it is taken. */
export function refuseLongQuery(url: string): ApiError | null {
  const { queryParameters: max } = requestBounds;
  if (countPast(max, (at) => url.indexOf("&", at)) <= max) return null;
  return invalid(`A query has at most ${max} parameters`);
}

/** Parts between separators, counted up to one more than `max`. */
function countPast(max: number, next: (from: number) => number): number {
  let parts = 1;
  for (let at = next(0); at !== -1 && parts <= max; at = next(at + 1)) parts += 1;
  return parts;
}

/** What a character outside strings adds to the number of values and to the depth. */
const steps: Readonly<Record<string, { values: number; depth: number }>> = {
  ",": { values: 1, depth: 0 },
  "[": { values: 1, depth: 1 },
  "{": { values: 1, depth: 1 },
  "]": { values: 0, depth: -1 },
  "}": { values: 0, depth: -1 },
};

/**
 * Why the text of a JSON body is refused: it is nested too deep or has too many values. Null when it is taken, and for
 * text that is not JSON. It reads the text once, and stops at the bound.
 */
export function refuseLargeJson(text: string): ApiError | null {
  const { jsonValues, jsonDepth } = requestBounds;
  let [values, depth] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') at = closingQuote(text, at + 1);
    if (at === -1) return null;
    const step = steps[text[at] ?? ""];
    if (step === undefined) continue;
    values += step.values;
    depth += step.depth;
    if (depth > jsonDepth) {
      return invalid(`The body is nested deeper than ${jsonDepth} levels`);
    }
    if (values > jsonValues) {
      return payloadTooLarge(`A JSON body has at most ${jsonValues} members and elements`);
    }
  }
  return null;
}
