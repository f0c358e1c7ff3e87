import { readPeriodKey } from "#schemas/period-key.ts";
import { badRequest } from "../../http/errors.ts";

/** Periods as they were asked for: single ones and ranges, in that order. */
export interface PeriodsAsked {
  hasYears: boolean;
  hasQuarters: boolean;
  hasTtm: boolean;
  /** The keys that were asked for, single ones whether the company has them or not, ranges as far as it has them. */
  keys(known: readonly string[]): string[];
}

type Part = { key: string } | { from: string; to: string };

const partsMax = 40;
const rowsMax = 120;

/**
 * "2019FY..TTM,2023Q4" as periods: a range goes from year to year or quarter to quarter, and one that ends in TTM has
 * the newest twelve months last. Default: all years that a company has since ten before its newest, and TTM.
 * Throws 400 for a malformed period.
 */
export function readPeriods(text: string | undefined): PeriodsAsked {
  const parts = (text ?? "..TTM")
    .split(",")
    .filter((one) => one.trim() !== "")
    .map(readPart);
  if (parts.length > partsMax) throw badRequest(`periods takes at most ${partsMax}`);
  const mentioned = parts.flatMap((part) => ("key" in part ? [part.key] : [part.from, part.to]));
  const isRangeToTtm = parts.some((part) => "to" in part && part.to === "TTM");
  return {
    hasTtm: mentioned.includes("TTM"),
    hasQuarters: mentioned.some(isQuarter),
    hasYears: mentioned.some(isYear) || isRangeToTtm,
    keys: (known) => [...new Set(parts.flatMap((part) => keysOf(part, known)))].slice(0, rowsMax),
  };
}

function readPart(text: string): Part {
  const [first = "", last] = text.split("..").map((one) => one.trim());
  if (last === undefined) return { key: readKey(first) };
  const from = first === "" ? "" : readKey(first);
  const to = readKey(last);
  const isOfKind = to === "TTM" || isQuarter(from) === isQuarter(to);
  if (from === "TTM" || !isOfKind) throw badRequest(`There is no range ${text.slice(0, 40)}`);
  return { from, to };
}

function readKey(text: string): string {
  const key = readPeriodKey(text);
  if (key !== null && (key === "TTM" || isYear(key) || isQuarter(key))) return key;
  throw badRequest(
    `"${text.slice(0, 40)}" is no period: they are written like 2023FY, 2023Q4 and TTM`,
  );
}

const isYear = (key: string) => /^\d{4}FY$/.test(key);
const isQuarter = (key: string) => /^\d{4}Q[1-4]$/.test(key);
const usualYears = 10;

function keysOf(part: Part, known: readonly string[]): string[] {
  if ("key" in part) return [part.key];
  const { from, to } = part;
  const isKind = isQuarter(from) ? isQuarter : isYear;
  const own = known.filter(isKind).sort();
  const within = own.filter((key) => key >= from && (to === "TTM" || key <= to));
  const shown = from === "" ? within.slice(-usualYears) : within;
  return to === "TTM" ? [...shown, "TTM"] : shown;
}
