import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { entry } from "../facts/entry.ts";
import { formClass, isHalfYearly } from "../facts/forms.ts";
import type { History } from "../facts/history/history.ts";
import { classifySpan, dayOf } from "./days.ts";
import type { Calendar, FiscalYear, Span } from "./fiscal-calendar.ts";
import { chainFiscalYears, withFormation, yearsSinceFormation } from "./fiscal-years.ts";
import { labelFiscalYears } from "./labels.ts";

/**
 * The fiscal calendar that the filings' own periods describe. The `fy` and `fp` of company facts describe
 * the filing and are never read to classify a fact (2.2); they only teach the company's year labels (2.3).
 */
export function buildCalendar(
  histories: readonly History[],
  facts: readonly Fact[],
  yearEnd: string | null,
): Calendar {
  const all = collectSpans(histories);
  const spans = all.filter((s) => classifySpan(s.end - s.start + 1) !== "other");
  const last = lastDay(facts);
  const years =
    yearsSinceFormation(all, last) ?? withFormation(chainFiscalYears(spans, last, yearEnd), all);
  for (const year of years) {
    year.quarterEnds = findQuarterEnds(year, spans);
    year.hasHalves = reportsHalves(year, spans);
  }
  return { years, mismatches: labelFiscalYears(years, facts) };
}

function collectSpans(histories: readonly History[]): Span[] {
  const spans: Span[] = [];
  const byStart = new Map<string, Map<string, Span>>();
  for (const history of histories) {
    const first = history[0];
    if (!first || first.start === null || history.every(isAfterFiling)) continue;
    const { start, end } = first;
    const byEnd = entry(byStart, start, () => new Map<string, Span>());
    let span = byEnd.get(end);
    if (!span) {
      span = { start: dayOf(start), end: dayOf(end), annual: 0, interim: 0, other: 0 };
      byEnd.set(end, span);
      spans.push(span);
    }
    for (const fact of history) {
      if (isAfterFiling(fact)) continue;
      span[kindOf(fact)] += 1;
    }
  }
  return spans;
}

/** A report of a half year states no quarter. */
function kindOf({ form }: Fact): "annual" | "interim" | "other" {
  const kind = formClass(form);
  if (kind === "annual") return kind;
  return kind === "interim" && !isHalfYearly(form) ? kind : "other";
}

/** Maturity and amortization schedules end after their filing: they are not reported periods (2.2). */
export function isAfterFiling(fact: Fact): boolean {
  return fact.filed !== null && fact.end > fact.filed;
}

function lastDay(facts: readonly Fact[]): number {
  let last = "";
  for (const fact of facts) if (fact.end > last && !isAfterFiling(fact)) last = fact.end;
  return last === "" ? 0 : dayOf(last);
}

/**
 * Where the quarters of a year end, by vote of the spans that start with the year or lie in it. The
 * quarter is the position inside the year, never the calendar month: round(4 × elapsed / year length),
 * which holds for quarters of 12 to 17 weeks too. A quarter of which nothing is stated ends on the day before the next
 * one starts.
 */
export function findQuarterEnds(
  year: FiscalYear,
  spans: readonly Span[],
): FiscalYear["quarterEnds"] {
  if (year.isTransition) return [null, null, null];
  const stated = newBallots();
  const before = newBallots();
  for (const span of spans) {
    if (span.start < year.start - 3) continue;
    const position = positionOf(year, span.end);
    if (!fits(span, year, position)) continue;
    vote(stated, position, span.end, span);
    if (startsAt(year, span) > 0.5) vote(before, position - 1, span.start - 1, span);
  }
  const endOf = (at: 0 | 1 | 2) => winner(stated[at]) ?? winner(before[at]);
  return [endOf(0), endOf(1), endOf(2)];
}

/** A first half that no quarterly report states, in a year without a span to the end of its first or third quarter. */
function reportsHalves(year: FiscalYear, spans: readonly Span[]): boolean {
  const [first, second, third] = year.quarterEnds;
  if (second === null) return false;
  return spans.every(({ start, end, interim }) => {
    const isHalf = end === second && Math.abs(start - year.start) <= 3;
    return end !== first && end !== third && !(isHalf && interim > 0);
  });
}

type Ballot = Map<number, number>;
type Ballots = [first: Ballot, second: Ballot, third: Ballot];

const newBallots = (): Ballots => [new Map(), new Map(), new Map()];

/** Interim filings state quarters; annual ones repeat some of them in notes. */
function vote(ballots: Ballots, position: number, end: number, { interim, annual, other }: Span) {
  const ballot = ballots[position - 1];
  ballot?.set(end, (ballot.get(end) ?? 0) + 3 * interim + annual + other);
}

const lengthOf = ({ start, end }: { start: number; end: number }) => end - start + 1;

/** The quarter of the year that ends nearest to the day, from 1. */
const positionOf = (year: FiscalYear, end: number) =>
  Math.round((4 * (end - year.start + 1)) / lengthOf(year));

/** Quarters of the year that passed before the span starts. */
const startsAt = (year: FiscalYear, span: Span) => (4 * (span.start - year.start)) / lengthOf(year);

/** A year-to-date span starts with the year; a discrete quarter starts where the one before may end. */
function fits(span: Span, year: FiscalYear, position: number): boolean {
  if (Math.abs(span.start - year.start) <= 3) return true;
  return Math.abs(startsAt(year, span) - (position - 1)) < 0.35;
}

function winner(ballot: ReadonlyMap<number, number>): number | null {
  let best: number | null = null;
  let most = 0;
  for (const [end, count] of ballot) {
    if (count > most || (count === most && best !== null && end > best))
      [best, most] = [end, count];
  }
  return best;
}
