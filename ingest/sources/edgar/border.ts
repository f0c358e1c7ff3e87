import { z } from "zod";
import { isCalendarDate } from "#ingest/facts/iso-date.ts";
import { ParseError } from "../../errors.ts";

/** Ten digits from the number or the string, padded or not, that EDGAR writes. */
export const cik = z
  .union([z.string().regex(/^\d{1,10}$/, "not a CIK"), z.int().min(0).max(9_999_999_999)])
  .transform((value) => String(value).padStart(10, "0"));

export const accessionNumber = z.string().regex(/^\d{10}-\d{2}-\d{6}$/, "not an accession number");

export const calendarDate = z.string().refine(isCalendarDate, "not a calendar date");

/** The JSON value of a whole document; throws ParseError. */
export function parseJsonBody(what: string, body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8").replace(/^\uFEFF/, ""));
  } catch (cause) {
    throw new ParseError(`${what}: not one whole JSON document`, { cause });
  }
}

/** The value in its expected shape; throws ParseError naming the first place that differs. */
export function parseShape<T>(what: string, shape: z.ZodType<T>, value: unknown): T {
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = pathText(issue?.path ?? []);
  throw new ParseError(`${what}: ${where}: ${issue?.message}`, { where, cause: parsed.error });
}

function pathText(path: readonly PropertyKey[]): string {
  const text = path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
    .join("");
  return text.replace(/^\./, "") || "the document";
}

/**
 * Text of filers as it may be shown: composed (NFC), every kind of space a plain one and single, without
 * control, bidirectional and zero-width characters or broken surrogates, cut after `maxChars`.
 */
export function cleanText(text: string, maxChars = 400): string {
  const plain = text
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\s\p{Zs}]+/gu, " ")
    .replace(/[\p{Cc}\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu, "")
    .trim();
  return plain.length > maxChars ? plain.slice(0, maxChars).toWellFormed().trimEnd() : plain;
}

/** As `cleanText`; null when nothing is left. */
export function cleanTextOrNull(text: string | null | undefined, maxChars?: number): string | null {
  return text ? cleanText(text, maxChars) || null : null;
}

/** Names of members that the format did not have when the parser was written: ignored, reported as drift. */
export function unknownMembers(value: object, known: ReadonlySet<string>): string[] {
  return Object.keys(value)
    .filter((key) => !known.has(key))
    .sort();
}
