import type { FiscalYear, Span } from "./fiscal-calendar.ts";

/**
 * Where the quarters of a year end, by vote of the spans that start with the year or lie in it. The
 * quarter is the position inside the year, never the calendar month: round(4 × elapsed / year length),
 * which holds for quarters of 12 to 17 weeks too.
 */
export function findQuarterEnds(
  year: FiscalYear,
  spans: readonly Span[],
): FiscalYear["quarterEnds"] {
  const votes: [Map<number, number>, Map<number, number>, Map<number, number>] = [
    new Map(),
    new Map(),
    new Map(),
  ];
  const length = year.end - year.start + 1;
  if (year.isTransition) return [null, null, null];
  for (const span of spans) {
    if (span.start < year.start - 3) continue;
    const position = Math.round((4 * (span.end - year.start + 1)) / length);
    const ballot = votes[position - 1];
    if (!ballot || !fits(span, year, position)) continue;
    // Interim filings state quarters; annual ones repeat some of them in notes.
    const weight = 3 * span.interim + span.annual + span.other;
    ballot.set(span.end, (ballot.get(span.end) ?? 0) + weight);
  }
  return [winner(votes[0]), winner(votes[1]), winner(votes[2])];
}

/** A year-to-date span starts with the year; a discrete quarter starts where the one before may end. */
function fits(span: Span, year: FiscalYear, position: number): boolean {
  if (Math.abs(span.start - year.start) <= 3) return true;
  const length = year.end - year.start + 1;
  const startsAt = (4 * (span.start - year.start)) / length;
  return Math.abs(startsAt - (position - 1)) < 0.35;
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
