import type { FilingRecord } from "#schemas/shapes/companies/company.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { dayOf, isoOf } from "../../periods/days.ts";
import { entry } from "../entry.ts";
import { isPeriodic } from "../forms.ts";
import type { DataSetFiling } from "./data-set.ts";
import type { DataSetValue } from "./values.ts";

/** A true period found for a rounded one. `isCertain` is false where its end is only estimated. */
export interface FoundPeriod {
  start: string | null;
  end: string;
  isCertain: boolean;
}

export type PeriodFinder = (
  filing: DataSetFiling,
  value: Pick<DataSetValue, "roundedEnd" | "quarters">,
) => FoundPeriod;

const roundingDaysMax = 15;
const daysPerQuarter = 365.25 / 4;
const weeksOfYear = 52;

interface Span {
  /** Day before the first one, and last day. */
  from: number;
  end: number;
}

interface KnownDates {
  /** Of one filing and, under "", of the company: how often a period and a period end is reported. */
  spans: Map<string, Map<string, { span: Span; count: number }>>;
  ends: Map<string, Map<number, number>>;
  /** Ends of the periods 52 weeks before those that filings are of: their comparatives, where periods end inside a month. */
  yearBefore: Set<number>;
}

/**
 * Undoes the rounding of the Financial Statement Data Sets for one company. What its other documents report
 * of the same filing is taken first; then the period that the filing's instance is named after; then period
 * ends of the company's other filings (facts, reports' dates in the filing index, other instances), always
 * within 15 days. Else the date is estimated: the month end where the filing's own period ends with a month, else the
 * fiscal year end on file or whole weeks from that period.
 */
export function findPeriods(
  facts: readonly Fact[],
  filings: readonly FilingRecord[],
  dataSets: readonly DataSetFiling[],
): PeriodFinder {
  const known: KnownDates = { spans: new Map(), ends: new Map(), yearBefore: new Set() };
  for (const fact of facts) noteFact(known, fact);
  for (const { form, reportDate } of filings) {
    if (reportDate !== null && isPeriodic(form)) noteEnd(known, "", dayOf(reportDate));
  }
  for (const { periodEnd } of dataSets) {
    if (periodEnd === null) continue;
    const end = dayOf(periodEnd);
    noteEnd(known, "", end);
    if (!isMonthEnd(end)) known.yearBefore.add(end - weeksOfYear * 7);
  }
  const endsWithMonths = alwaysEndsWithMonths(known);
  const found = new Map<string, FoundPeriod>();
  return (filing, { roundedEnd, quarters }) =>
    // A filing has a few dozen periods and thousands of values.
    entry(found, `${filing.accession}|${roundedEnd}|${quarters}`, () =>
      findPeriod(known, filing, { rounded: dayOf(roundedEnd), quarters, endsWithMonths }),
    );
}

interface RoundedSpan {
  rounded: number;
  quarters: number;
  endsWithMonths: boolean;
}

function findPeriod(
  known: KnownDates,
  filing: DataSetFiling,
  { rounded, quarters, endsWithMonths }: RoundedSpan,
): FoundPeriod {
  const span = quarters > 0 ? findSpan(known, filing, rounded, quarters) : null;
  if (span) return { start: isoOf(span.from + 1), end: isoOf(span.end), isCertain: true };
  const found = findEnd(known, filing, rounded);
  const end = found ?? estimate(filing, rounded);
  const isCertain = found !== null || (endsWithMonths && end === rounded);
  if (quarters === 0) return { start: null, end: isoOf(end), isCertain };
  const from = findStart(known, filing, { rounded, end, quarters });
  return { start: isoOf(from + 1), end: isoOf(end), isCertain };
}

/** Length in quarters as the data sets round it. */
export function quartersBetween(dayBeforeStart: number, end: number): number {
  return Math.round((end - dayBeforeStart) / daysPerQuarter);
}

function noteFact(known: KnownDates, fact: Fact): void {
  if (fact.taxonomy === "dei" || fact.dimensions !== null) return;
  const end = dayOf(fact.end);
  noteEnd(known, fact.accession, end);
  if (fact.start === null) return;
  const span = { from: dayOf(fact.start) - 1, end };
  noteEnd(known, fact.accession, span.from);
  for (const owner of [fact.accession, ""]) {
    const spans = entry(known.spans, owner, () => new Map());
    entry(spans, `${span.from}|${span.end}`, () => ({ span, count: 0 })).count += 1;
  }
  if (span.end - span.from < 75) return;
  noteEnd(known, "", span.end);
  noteEnd(known, "", span.from);
}

function noteEnd(known: KnownDates, of: string, day: number): void {
  const ends = entry(known.ends, of, () => new Map<number, number>());
  ends.set(day, (ends.get(day) ?? 0) + 1);
}

function findSpan(
  known: KnownDates,
  { accession }: DataSetFiling,
  rounded: number,
  quarters: number,
): Span | null {
  for (const owner of [accession, ""]) {
    const spans = [...(known.spans.get(owner)?.values() ?? [])].filter(
      ({ span }) =>
        Math.abs(span.end - rounded) <= roundingDaysMax &&
        quartersBetween(span.from, span.end) === quarters,
    );
    const best = mostReported(spans, ({ span }) => [Math.abs(span.end - rounded), span.from]);
    if (best) return best.span;
  }
  return null;
}

function findEnd(known: KnownDates, filing: DataSetFiling, rounded: number): number | null {
  const own = filing.periodEnd === null ? [] : [[dayOf(filing.periodEnd), 1] as const];
  const sources = [known.ends.get(filing.accession) ?? [], own, known.ends.get("") ?? []];
  for (const ends of sources) {
    const near = [...ends]
      .map(([day, count]) => ({ day, count }))
      .filter(({ day }) => Math.abs(day - rounded) <= roundingDaysMax);
    const best = mostReported(near, ({ day }) => [Math.abs(day - rounded), day]);
    if (best) return best.day;
  }
  return null;
}

interface Ending {
  rounded: number;
  end: number;
  quarters: number;
}

/**
 * Last day before a duration: a known period end at this distance in quarters, the fiscal year end on file, or the end of another
 * filing's comparative, so that estimates meet; else estimated.
 */
function findStart(known: KnownDates, filing: DataSetFiling, { rounded, end, quarters }: Ending) {
  const roundedFrom = monthEnd(rounded, -3 * quarters);
  const fits = (day: number) => quartersBetween(day, end) === quarters;
  const isNear = (day: number) => fits(day) && Math.abs(day - roundedFrom) <= longQuarterDays;
  const isLongAtMost = (day: number) => end - day <= quarters * quarterDays + longQuarterMore;
  const startsYear = (day: number) =>
    isNear(day) && isLongAtMost(day) && day <= roundedFrom + roundingDaysMax;
  const nearest = (days: Iterable<number>) =>
    [...days].sort((a, b) => Math.abs(a - roundedFrom) - Math.abs(b - roundedFrom) || a - b)[0];
  const ends = [...(known.ends.get("")?.keys() ?? [])];
  return (
    nearest(ends.filter(fits)) ??
    nearest(yearEndsNear(filing.fiscalYearEnd, roundedFrom).filter(startsYear)) ??
    nearest([...known.yearBefore].filter(isNear)) ??
    estimate(filing, roundedFrom)
  );
}

/** More reports first, then what `order` puts first; the same whatever the order of the candidates. */
function mostReported<T extends { count: number }>(
  candidates: readonly T[],
  order: (candidate: T) => [number, number],
): T | null {
  let best: T | null = null;
  for (const candidate of candidates) {
    if (best === null || precedes(candidate, best, order)) best = candidate;
  }
  return best;
}

function precedes<T extends { count: number }>(a: T, b: T, order: (of: T) => [number, number]) {
  if (a.count !== b.count) return a.count > b.count;
  const [a1, a2] = order(a);
  const [b1, b2] = order(b);
  return a1 === b1 ? a2 < b2 : a1 < b1;
}

/** Thirteen weeks, and by how much a year's first quarter may be longer: three weeks, and the year end on file may be some days off. */
const quarterDays = 91;
const longQuarterMore = 28;

/** How far from whole quarters a span may start where its end is rounded, too. */
const longQuarterDays = 31;

/** The days of a fiscal year end ("1231") around a day, nearest first; none where none is on file. */
function yearEndsNear(yearEnd: string | null, near: number): number[] {
  if (yearEnd === null) return [];
  const [month, day] = [Number(yearEnd.slice(0, 2)), Number(yearEnd.slice(2))];
  const year = Number(isoOf(near).slice(0, 4));
  const days = [year - 1, year, year + 1].map((one) => {
    const last = new Date(Date.UTC(one, month, 0)).getUTCDate();
    return Math.floor(Date.UTC(one, month - 1, Math.min(day, last)) / 86_400_000);
  });
  return days.sort((a, b) => Math.abs(a - near) - Math.abs(b - near));
}

/**
 * The fiscal year end on file, else quarters of thirteen weeks back or on from the filing's own period, unless that ends with a
 * month.
 */
function estimate(
  { periodEnd, roundedPeriodEnd, fiscalYearEnd }: DataSetFiling,
  rounded: number,
): number {
  if (periodEnd === null || roundedPeriodEnd === null) return rounded;
  const own = dayOf(periodEnd);
  if (isMonthEnd(own)) return rounded;
  const [yearEnd] = yearEndsNear(fiscalYearEnd, rounded);
  if (yearEnd !== undefined && Math.abs(yearEnd - rounded) <= roundingDaysMax) return yearEnd;
  const months = monthsBetween(rounded, dayOf(roundedPeriodEnd));
  const estimated = own - (months / 3) * quarterDays;
  const isUsable = months % 3 === 0 && Math.abs(estimated - rounded) <= roundingDaysMax;
  return isUsable ? estimated : rounded;
}

/** A filer whose quarters end on weekdays meets the end of a month once in seven quarters, not three times in a row. */
function alwaysEndsWithMonths({ ends }: KnownDates): boolean {
  const days = [...(ends.get("")?.keys() ?? [])];
  return days.length >= 3 && days.every(isMonthEnd);
}

function isMonthEnd(day: number): boolean {
  return isoOf(day + 1).endsWith("-01");
}

function monthsBetween(earlier: number, later: number): number {
  return monthNumber(later) - monthNumber(earlier);
}

function monthNumber(day: number): number {
  const iso = isoOf(day);
  return Number(iso.slice(0, 4)) * 12 + Number(iso.slice(5, 7)) - 1;
}

/** The last day of the month that many months on. */
function monthEnd(day: number, months: number): number {
  const next = monthNumber(day) + months + 1;
  return Math.floor(Date.UTC(Math.floor(next / 12), next % 12, 1) / 86_400_000) - 1;
}
