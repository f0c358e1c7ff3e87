import { addYears, classifySpan, dayOf, isoOf } from "./days.ts";
import type { FiscalYear, Span } from "./fiscal-calendar.ts";

/** Next year starts the day after the previous one ended, give or take this many days (2.2). */
const chainTolerance = 6;

interface Anchor {
  start: number;
  end: number;
  weight: number;
}

/**
 * The chain of fiscal years: annual spans of annual forms, each starting the day after the last one ended.
 * Rolling twelve-month spans have another start and are no anchors. Gaps shorter than a year are
 * transition periods; longer ones and the years before and after are filled with expected years.
 */
export function chainFiscalYears(
  spans: readonly Span[],
  lastDay: number,
  yearEnd: string | null,
): FiscalYear[] {
  const anchors = chain(candidates(spans));
  if (anchors.length === 0) return guessYears(spans, lastDay, yearEnd);
  const years = joinAnchors(anchors.sort((a, b) => a.start - b.start));
  extendBackward(years, spans);
  extendForward(years, lastDay, spans);
  return years;
}

function candidates(spans: readonly Span[]): Anchor[] {
  const years = spans.filter((s) => classifySpan(s.end - s.start + 1) === "year");
  const annual = years.filter((s) => s.annual > 0);
  return (annual.length > 0 ? withoutMisdated(annual, spans) : years)
    .map((s) => ({ start: s.start, end: s.end, weight: s.annual || s.interim + s.other }))
    .sort((a, b) => b.weight - a.weight || a.end - b.end || a.start - b.start);
}

/**
 * A comparative in a later report may start the year on another day than the reports of the time (Goldman Sachs 2009). Of two years
 * to one day only one counts if quarterly reports start there and not where the other does.
 */
function withoutMisdated(years: readonly Span[], spans: readonly Span[]): readonly Span[] {
  const ends = new Set(years.map(({ end }) => end));
  if (ends.size === years.length) return years;
  const told = new Set(spans.flatMap(({ start, interim }) => (interim > 0 ? [start] : [])));
  return years.filter(
    (year) =>
      told.has(year.start) || !years.some(({ start, end }) => end === year.end && told.has(start)),
  );
}

/** Strongest span first, then whatever continues the chain, then the strongest of the rest: rolling spans never fit. */
function chain(pool: readonly Anchor[]): Anchor[] {
  const accepted: Anchor[] = [];
  const most = pool[0]?.weight ?? 0;
  // Where years are stated a few times at most, each by its revenue alone, one fact states a year.
  const least = Math.max(Math.min(2, most / 4), 0.03 * most);
  for (;;) {
    const free = pool.filter((c) =>
      accepted.every((a) => c.start > a.end - 31 || c.end < a.start + 31),
    );
    const next =
      free.find((c) => accepted.some((a) => isNext(a, c) || isNext(c, a))) ??
      free.find((c) => c.weight >= least || accepted.length === 0);
    if (!next) return accepted;
    accepted.push(next);
  }
}

function isNext(a: Anchor, b: Anchor): boolean {
  return Math.abs(b.start - a.end - 1) <= chainTolerance;
}

function joinAnchors(anchors: readonly Anchor[]): FiscalYear[] {
  const years: FiscalYear[] = [];
  for (const { start, end } of anchors) {
    const last = years.at(-1);
    if (last && start - last.end - 1 > chainTolerance) fillGap(years, last, start);
    const before = years.at(-1);
    const follows = before && Math.abs(start - before.end - 1) <= chainTolerance;
    const segment = !before ? 0 : before.isTransition ? before.segment + 1 : before.segment;
    years.push(newYear(follows ? before.end + 1 : start, end, segment));
  }
  return years;
}

function fillGap(years: FiscalYear[], last: FiscalYear, nextStart: number) {
  const gap = nextStart - last.end - 1;
  if (gap < 340) {
    years.push({ ...newYear(last.end + 1, nextStart - 1, last.segment), isTransition: true });
    return;
  }
  const missing = Math.round(gap / 365.25);
  for (let i = missing; i > 0; i -= 1) {
    const end = i === 1 ? nextStart - 1 : addYears(nextStart - 1, 1 - i);
    const start = (years.at(-1)?.end ?? last.end) + 1;
    if (end - start < 300) continue;
    years.push({ ...newYear(start, end, last.segment), isExpected: true });
  }
}

/** Share of the facts of the first whole year that the period of formation has in annual filings. */
const formationShare = 0.3;

/**
 * A company's books begin on the day it was formed: annual filings state a shorter period that ends where the first
 * whole year begins. It is a transition period (standardization.md 2.15), the quarters in a note are not.
 */
export function withFormation(years: FiscalYear[], spans: readonly Span[]): FiscalYear[] {
  const at = years.findIndex(({ isExpected }) => !isExpected);
  const first = years[at];
  if (!first || years.slice(0, at).some(({ isTransition }) => isTransition)) return years;
  const whole = spans.find((s) => s.start === first.start && s.end === first.end)?.annual ?? 0;
  const formation = spans.find(
    (s) =>
      Math.abs(first.start - s.end - 1) <= chainTolerance &&
      s.end - s.start < 340 &&
      s.annual >= Math.max(3, formationShare * whole),
  );
  if (!formation) return years;
  const before = years.slice(0, at).filter(({ end }) => end < formation.start);
  const own = { ...newYear(formation.start, first.start - 1, first.segment), isTransition: true };
  return [...before, own, ...years.slice(at)];
}

/** How often annual filings state the period of formation, for each time that they state a year around it. */
const formationLead = 2;

const isYear = ({ start, end }: Span) => classifySpan(end - start + 1) === "year";

/**
 * The calendar of a company whose annual filings state no year so far, but the period since it was formed (a shell before its
 * second annual report): that is a transition period, and expected years follow. Null for all others.
 */
export function yearsSinceFormation(spans: readonly Span[], lastDay: number): FiscalYear[] | null {
  const stated = spans.filter(({ annual }) => annual > 0).sort((a, b) => b.annual - a.annual);
  const [formation] = stated;
  if (!formation || formation.annual < 3 || formation.end - formation.start >= 339) return null;
  const { start: formed, annual } = formation;
  // Filers of notes and covers name the calendar year of the formation, too.
  const isSlip = (s: Span) => isYear(s) && s.start <= formed && annual >= formationLead * s.annual;
  const isOther = (s: Span) => isYear(s) || s.start < formed - chainTolerance;
  if (spans.some((span) => isOther(span) && !isSlip(span))) return null;
  const years = [{ ...newYear(formation.start, formation.end, 0), isTransition: true }];
  extendForward(years, lastDay, spans);
  return years;
}

/** Quarters and balances before the first annual filing belong to expected years. */
function extendBackward(years: FiscalYear[], spans: readonly Span[], fewest = years.length + 1) {
  const firstSpan = Math.min(...spans.map((s) => s.start));
  for (let i = 0; i < longestGap; i += 1) {
    const first = years[0];
    if (!first || (years.length >= fewest && first.start <= firstSpan)) return;
    addYearBefore(years, first, spans);
  }
}

function addYearBefore(years: FiscalYear[], first: FiscalYear, spans: readonly Span[]) {
  const start = startNear(addYears(first.start, -1), spans);
  years.unshift({ ...newYear(start, first.start - 1, first.segment), isExpected: true });
}

/** Expected years in a row: old documents may be at hand without those between. */
const longestGap = 40;

/** Where most facts of spans start that start within some days of an expected start; else the expected start. */
function startNear(expected: number, spans: readonly Span[]): number {
  const near = spans.filter(({ start }) => Math.abs(start - expected) <= chainTolerance);
  const facts = new Map<number, number>();
  for (const { start, annual, interim, other } of near) {
    facts.set(start, (facts.get(start) ?? 0) + annual + interim + other);
  }
  const [best] = [...facts].sort(([a, of], [b, than]) => than - of || a - b);
  return best?.[0] ?? expected;
}

function extendForward(years: FiscalYear[], lastDay: number, spans: readonly Span[]) {
  for (let i = 0; i < longestGap; i += 1) {
    const last = years.at(-1);
    if (!last || last.end >= lastDay) return;
    const start = last.end + 1;
    const end = statedEnd(start, spans) ?? startNear(expectedEnd(years) + 1, spans) - 1;
    years.push({ ...newYear(start, end, last.segment), isExpected: true });
  }
}

/** A year end that only a current report or a later comparative states so far. */
function statedEnd(start: number, spans: readonly Span[]): number | null {
  const year = spans.find(
    (s) => Math.abs(s.start - start) <= 3 && classifySpan(s.end - s.start + 1) === "year",
  );
  return year?.end ?? null;
}

/** The same day next year, or 52 weeks on for a filer whose year end is a weekday. */
function expectedEnd(years: readonly FiscalYear[]): number {
  const ends = years.filter((y) => !y.isExpected && !y.isTransition).map((y) => y.end);
  const last = years.at(-1)?.end ?? 0;
  const sameDate = ends.slice(-4).every((end) => isSameMonthDay(end, last));
  return sameDate ? addYears(last, 1) : last + 364;
}

function isSameMonthDay(a: number, b: number): boolean {
  const [x, y] = [isoOf(a).slice(5), isoOf(b).slice(5)];
  return x === y || (x.startsWith("02-2") && y.startsWith("02-2"));
}

/**
 * Without any annual span: years that start where the longest year-to-date spans do, of those that agree with the fiscal
 * year end on file. The date may be of another time than the filings: where no span agrees and one is longer than a
 * quarter, that one tells; else the years end on the date.
 */
function guessYears(spans: readonly Span[], lastDay: number, yearEnd: string | null): FiscalYear[] {
  if (lastDay === 0) return [];
  const agreeing = yearEnd ? agreeingWith(yearEnd, spans) : [];
  const telling = agreeing.length > 0 ? agreeing : spans;
  const isTold = agreeing.length > 0 || telling.some(isLongerThanQuarter) || yearEnd === null;
  const end = isTold ? endFromSpans(telling, lastDay) : nextYearEnd(yearEnd, lastDay);
  const start = startNear(addYears(end, -1) + 1, spans);
  const years = [{ ...newYear(start, end, 0), isExpected: true }];
  extendBackward(years, spans, fewestGuessed);
  return years;
}

/** A comparative balance may be older than any span. */
const fewestGuessed = 4;

const isLongerThanQuarter = ({ start, end }: Span) => classifySpan(end - start + 1) !== "quarter";

/**
 * Days by which the start of a year may miss the date on file: weeks of the calendar, else starts that were worked out. No
 * quarter but the first starts so near to the day after the date.
 */
const startTolerances = [9, 40];

/** The spans that start after the year end on file, as near as any does. */
function agreeingWith(yearEnd: string, spans: readonly Span[]): readonly Span[] {
  for (const tolerance of startTolerances) {
    const near = spans.filter(({ start }) => {
      const nearest = nextYearEnd(yearEnd, start - 1 - 180);
      return Math.abs(start - 1 - nearest) <= tolerance;
    });
    if (near.length > 0) return near;
  }
  return [];
}

function nextYearEnd(yearEnd: string, lastDay: number): number {
  const year = Number(isoOf(lastDay).slice(0, 4));
  const monthDay = `${yearEnd.slice(0, 2)}-${yearEnd.slice(2)}`.replace("02-29", "02-28");
  const end = dayOf(`${year}-${monthDay}`);
  // A 52/53-week year may end some days after its usual date.
  return end + 6 >= lastDay ? end : addYears(end, 1);
}

function endFromSpans(spans: readonly Span[], lastDay: number): number {
  const longest = [...spans].sort(
    (a, b) => b.end - b.start - (a.end - a.start) || b.end - a.end,
  )[0];
  if (!longest) return lastDay;
  let end = addYears(longest.start, 1) - 1;
  while (end < lastDay) end = addYears(end, 1);
  return end;
}

function newYear(start: number, end: number, segment: number): FiscalYear {
  return {
    start,
    end,
    isTransition: false,
    isExpected: false,
    quarterEnds: [null, null, null],
    hasHalves: false,
    segment,
    label: 0,
  };
}
