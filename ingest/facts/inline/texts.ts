import { isCalendarDate } from "../iso-date.ts";
import { countries, edgarCountries } from "./countries.ts";
import { duration, durationWords } from "./durations.ts";
import { exchanges, filerCategories, nameKey, states, type TextFormat } from "./names.ts";

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/** 1 to 12 for "September", "Sept." or "SEP". */
function monthOf(word: string): number {
  return months.indexOf(word.slice(0, 3).toLowerCase()) + 1;
}

const two = (number: number) => String(number).padStart(2, "0");

/** Years of two digits are of this century, as the registry has it. */
function yearOf(text: string): string {
  return text.length <= 2 ? `20${text.padStart(2, "0")}` : text;
}

type Part = "day" | "month" | "year";

/** A date of which the page gives these parts in this order; a word is the name of a month. */
function date(...parts: readonly Part[]): TextFormat {
  return (text) => {
    const found = text.match(/\d+|[A-Za-z]{3,}/g)?.filter((one) => !/^(?:the|day|of)$/i.test(one));
    if (!found || found.length !== parts.length) return null;
    const said = Object.fromEntries(parts.map((part, i) => [part, found[i] ?? ""]));
    const month = /^\d/.test(said.month ?? "") ? Number(said.month) : monthOf(said.month ?? "");
    return isoDate(said.year, month, said.day);
  };
}

/** "2024-09-28", "2024-09" or "--09-28". */
function isoDate(year: string | undefined, month: number, day: string | undefined): string | null {
  if (month < 1 || month > 12) return null;
  const inYear = year === undefined ? "2000" : yearOf(year);
  const inMonth = day === undefined ? "01" : two(Number(day));
  if (!isCalendarDate(`${inYear}-${two(month)}-${inMonth}`)) return null;
  const start = year === undefined ? "-" : inYear;
  return `${start}-${two(month)}${day === undefined ? "" : `-${inMonth}`}`;
}

/** Ordinals lose their end before: "1st" is day 1. */
const withOrdinals =
  (format: TextFormat): TextFormat =>
  (text) =>
    format(text.replace(/(\d)(?:st|nd|rd|th)\b/gi, "$1"));

const quarterEnds: readonly [RegExp, string][] = [
  [/\b(?:1|first)\b/i, "03-31"],
  [/\b(?:2|second)\b/i, "06-30"],
  [/\b(?:3|third)\b/i, "09-30"],
  [/\b(?:4|fourth|last)\b/i, "12-31"],
];

/** "third quarter of 2024" to the last day of that calendar quarter. */
const quarterEnd: TextFormat = (text) => {
  const year = /\b\d{4}\b/.exec(text)?.[0];
  const named = quarterEnds.filter(([shape]) => shape.test(text));
  return year && named.length === 1 ? `${year}-${named[0]?.[1]}` : null;
};

/** What these formats give whatever the page says, which may be a whole paragraph. */
export const fixedTexts: ReadonlyMap<string, string> = new Map([
  ["fixedempty", ""],
  ["nocontent", ""],
  ["fixedtrue", "true"],
  ["fixedfalse", "false"],
  ["booleantrue", "true"],
  ["booleanfalse", "false"],
]);

const named =
  (names: ReadonlyMap<string, string>): TextFormat =>
  (text) =>
    names.get(nameKey(text)) ?? null;

/** A box that is ticked, or not. */
const ballotBox =
  (yes: string, no: string): TextFormat =>
  (text) => {
    if (/^[\u2611\u2612\u25a0\u2713\u2714\u00fe\u0078\u0058\u00fd]$/.test(text)) return yes;
    return /^[\u2610\u00a8\u006f\u25a1]$/.test(text) ? no : null;
  };

const dayMonthYear = date("day", "month", "year");
const monthDayYear = date("month", "day", "year");

/** By the name of the format without hyphens, in all versions of the registry. */
export const textFormats: ReadonlyMap<string, TextFormat> = new Map([
  ...[
    "datedaymonthyear",
    "datedaymonthyearen",
    "datedaymonthnameyearen",
    "dateshortuk",
    "datelonguk",
    "dateslasheu",
    "datedoteu",
  ].map((name): [string, TextFormat] => [name, withOrdinals(dayMonthYear)]),
  ...[
    "datemonthdayyear",
    "datemonthdayyearen",
    "datemonthnamedayyearen",
    "dateshortus",
    "datelongus",
    "dateslashus",
    "datedotus",
  ].map((name): [string, TextFormat] => [name, withOrdinals(monthDayYear)]),
  ["dateyearmonthday", date("year", "month", "day")],
  ["dateyearmonthnamedayen", date("year", "month", "day")],
  ["datedaymonth", date("day", "month")],
  ["dateslashdaymontheu", date("day", "month")],
  ["datelongdaymonthuk", date("day", "month")],
  ["dateshortdaymonthuk", date("day", "month")],
  ["datedaymonthen", withOrdinals(date("day", "month"))],
  ["datedaymonthnameen", withOrdinals(date("day", "month"))],
  ["datemonthday", date("month", "day")],
  ["dateslashmonthdayus", date("month", "day")],
  ["datelongmonthdayus", withOrdinals(date("month", "day"))],
  ["dateshortmonthdayus", withOrdinals(date("month", "day"))],
  ["datemonthdayen", withOrdinals(date("month", "day"))],
  ["datemonthnamedayen", withOrdinals(date("month", "day"))],
  ["datemonthyear", date("month", "year")],
  ["datelongmonthyear", date("month", "year")],
  ["dateshortmonthyear", date("month", "year")],
  ["datemonthyearen", date("month", "year")],
  ["datemonthnameyearen", date("month", "year")],
  ["dateyearmonth", date("year", "month")],
  ["datelongyearmonth", date("year", "month")],
  ["dateshortyearmonth", date("year", "month")],
  ["dateyearmonthen", date("year", "month")],
  ["dateyearmonthnameen", date("year", "month")],
  ...[...fixedTexts].map(([name, text]): [string, TextFormat] => [name, () => text]),
  ["boolballotbox", ballotBox("true", "false")],
  ["yesnoballotbox", ballotBox("Yes", "No")],
  ["duryear", duration("year")],
  ["durmonth", duration("month")],
  ["durweek", duration("week")],
  ["durday", duration("day")],
  ["durhour", duration("hour")],
  ["durwordsen", durationWords],
  ["stateprovnameen", named(states)],
  ["countrynameen", named(countries)],
  ["edgarprovcountryen", named(edgarCountries)],
  ["datequarterend", quarterEnd],
  ["exchnameen", named(exchanges)],
  ["entityfilercategoryen", named(filerCategories)],
]);
