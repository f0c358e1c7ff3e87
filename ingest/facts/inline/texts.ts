import { isCalendarDate } from "../iso-date.ts";
import { exchanges, filerCategories, states } from "./names.ts";
import { numberWords } from "./numbers.ts";

/** A text as a page prints it, to the text of the fact; null for what is none in the format. */
export type TextFormat = (text: string) => string | null;

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

/** "1.5" years are "P1Y6M": parts of a unit are whole ones of the next. */
function duration(
  unit: "Y" | "M" | "W" | "D" | "H",
  next?: { unit: "M" | "D"; count: number },
): TextFormat {
  return (text) => {
    const plain = text.replace(/,/g, "").trim();
    const number = /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
    const counted = Number.isNaN(number) ? Number(numberWords(text) ?? Number.NaN) : number;
    if (Number.isNaN(counted)) return null;
    const whole = Math.floor(counted);
    if (unit === "H") return `PT${counted}H`;
    if (unit === "W") return `P${whole * 7}D`;
    const rest = next ? Math.round((counted - whole) * next.count) : 0;
    return `P${whole}${unit}${rest > 0 ? `${rest}${next?.unit}` : ""}`;
  };
}

const durationUnits = { year: "Y", month: "M", week: "W", day: "D" } as const;

/** "five years, two months" to "P5Y2M". */
const durationWords: TextFormat = (text) => {
  const counts = { Y: 0, M: 0, D: 0 };
  let isAny = false;
  for (const [, count = "", unit = ""] of text
    .toLowerCase()
    .matchAll(/([a-z\d\s-]+?)\s*-?\s*(year|month|week|day)s?\b/g)) {
    const said = count.replace(/^[\s-]*(?:and\b)?/, "").trim();
    const number = /^\d+$/.test(said) ? Number(said) : Number(numberWords(said) ?? Number.NaN);
    const letter = durationUnits[unit as keyof typeof durationUnits];
    if (Number.isNaN(number)) return null;
    if (letter === "W") counts.D += number * 7;
    else counts[letter] += number;
    isAny = true;
  }
  const parts = Object.entries(counts).map(([letter, count]) =>
    count > 0 ? `${count}${letter}` : "",
  );
  return isAny ? `P${parts.join("") || "0D"}` : null;
};

const fixed =
  (value: string): TextFormat =>
  () =>
    value;
const named =
  (names: ReadonlyMap<string, string>): TextFormat =>
  (text) =>
    names.get(
      text
        .toLowerCase()
        .replace(/[.,]/g, "")
        .replace(/\s*-\s*/g, "-")
        .replace(/\s+/g, " ")
        .trim(),
    ) ?? null;

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
  ["datedaymonthen", withOrdinals(date("day", "month"))],
  ["datedaymonthnameen", withOrdinals(date("day", "month"))],
  ["datemonthday", date("month", "day")],
  ["datemonthdayen", withOrdinals(date("month", "day"))],
  ["datemonthnamedayen", withOrdinals(date("month", "day"))],
  ["datemonthyear", date("month", "year")],
  ["datemonthyearen", date("month", "year")],
  ["datemonthnameyearen", date("month", "year")],
  ["dateyearmonth", date("year", "month")],
  ["dateyearmonthen", date("year", "month")],
  ["dateyearmonthnameen", date("year", "month")],
  ["fixedempty", fixed("")],
  ["nocontent", fixed("")],
  ["fixedtrue", fixed("true")],
  ["fixedfalse", fixed("false")],
  ["booleantrue", fixed("true")],
  ["booleanfalse", fixed("false")],
  ["boolballotbox", ballotBox("true", "false")],
  ["yesnoballotbox", ballotBox("Yes", "No")],
  ["duryear", duration("Y", { unit: "M", count: 12 })],
  ["durmonth", duration("M", { unit: "D", count: 30 })],
  ["durweek", duration("W")],
  ["durday", duration("D")],
  ["durhour", duration("H")],
  ["durwordsen", durationWords],
  ["stateprovnameen", named(states)],
  ["exchnameen", named(exchanges)],
  ["entityfilercategoryen", named(filerCategories)],
]);
