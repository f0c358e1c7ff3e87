import { negate, parseDecimal } from "#schemas/decimal.ts";
import { ParseError } from "../../errors.ts";
import type { RawFact } from "../xbrl/raw-instance.ts";
import { numberFormats, plainNumber } from "./numbers.ts";
import { fixedTexts, textFormats } from "./texts.ts";

/** A fact as the page has it: its text is what stands between its tags, without what `ix:exclude` takes out. */
export interface InlineFact extends RawFact {
  isNumber: boolean;
  /** The local name of the transformation ("num-dot-decimal"); null without one. */
  format: string | null;
  scale: string | null;
  isNegative: boolean;
  continuedAt: string | null;
}

const scaleMax = 30;
/** Characters that a format is asked about. */
const numberMax = 200;
const textMax = 1000;

/** The text that the fact has in an instance. Throws ParseError saying what cannot be read of it. */
export function factText(fact: InlineFact): string {
  return fact.isNumber ? numberText(fact) : plainText(fact);
}

function numberText(fact: InlineFact): string {
  const text = fact.text.replace(/[\s\u00a0]+/g, " ").trim();
  const format = formatOf(fact, numberFormats) ?? plainNumber;
  const number = text.length <= numberMax ? format(text) : null;
  if (number === null) throw unreadable(fact, "is no number");
  const scale = fact.scale === null ? 0 : Number(fact.scale);
  if (!Number.isInteger(scale) || Math.abs(scale) > scaleMax)
    throw unreadable(fact, "has no scale");
  const [digits = "", exponent = "0"] = number.split(/[eE]/);
  const value = parseDecimal(`${digits}e${Number(exponent) + scale}`);
  return fact.isNegative ? negate(value) : value;
}

function plainText(fact: InlineFact): string {
  const format = formatOf(fact, textFormats);
  if (format === null) return fact.text;
  const fixed = fixedTexts.get(formatKey(fact.format));
  if (fixed !== undefined) return fixed;
  const said = fact.text.replace(/[\s\u00a0]+/g, " ").trim();
  const text = said.length <= textMax ? format(said) : null;
  if (text === null) throw unreadable(fact, "is no text");
  return text;
}

/** Hyphens came with the fourth version of the registry. */
const formatKey = (format: string | null) => (format ?? "").replaceAll("-", "").toLowerCase();

/** Null without a format. */
function formatOf<T>(fact: InlineFact, formats: ReadonlyMap<string, T>): T | null {
  if (fact.format === null) return null;
  const format = formats.get(formatKey(fact.format));
  if (format !== undefined) return format;
  throw new ParseError(
    `${fact.taxonomy}:${fact.tag} has the format ${fact.format.slice(0, 60)}, which is not known`,
  );
}

function unreadable({ taxonomy, tag, text, format }: InlineFact, what: string): ParseError {
  const said = JSON.stringify(text.trim().slice(0, 40));
  return new ParseError(`${taxonomy}:${tag} ${what} by ${format ?? "XML Schema"}: ${said}`);
}
