import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { entry } from "../facts/entry.ts";
import { dayOf, isoOf } from "./days.ts";
import type { Calendar, FiscalYear } from "./fiscal-calendar.ts";

/** Points of a fiscal year at which facts are filed. Durations first, then instants. */
export const point = {
  FY: 0,
  Q1: 1,
  Q2: 2,
  Q3: 3,
  Q4: 4,
  M6: 5,
  M9: 6,
  H2: 7,
  I1: 9,
  I2: 10,
  I3: 11,
  I4: 12,
} as const;
export type Point = (typeof point)[keyof typeof point];

/** Year index × 16 + point. */
export type Slot = number;

const tolerance = 3;

export function slotOf(yearIndex: number, at: Point): Slot {
  return yearIndex * 16 + at;
}

interface SlotSpan {
  start: number;
  end: number;
  label: string;
}

const spans = new WeakMap<FiscalYear, (SlotSpan | null)[]>();

/** The days of a slot, both ends included; null when the calendar does not know the quarter. */
export function spanOf(year: FiscalYear, at: Point): SlotSpan | null {
  let known = spans.get(year);
  if (!known) {
    known = listSpans(year);
    spans.set(year, known);
  }
  return known[at] ?? null;
}

function listSpans(year: FiscalYear): (SlotSpan | null)[] {
  const { start, end } = year;
  const [q1, q2, q3] = year.quarterEnds;
  const listed: (SlotSpan | null)[] = new Array(16).fill(null);
  const set = (at: Point, from: number | null, to: number | null) => {
    if (from === null || to === null) return;
    listed[at] = { start: from, end: to, label: `${isoOf(from)}/${isoOf(to)}` };
  };
  set(point.FY, start, end);
  set(point.Q1, start, q1);
  set(point.Q2, dayAfter(q1), q2);
  set(point.Q3, dayAfter(q2), q3);
  set(point.Q4, dayAfter(q3), end);
  set(point.M6, start, q2);
  set(point.M9, start, q3);
  set(point.H2, dayAfter(q2), end);
  set(point.I1, q1, q1);
  set(point.I2, q2, q2);
  set(point.I3, q3, q3);
  set(point.I4, end, end);
  return listed;
}

function dayAfter(day: number | null): number | null {
  return day === null ? null : day + 1;
}

export const durationPoints: readonly Point[] = [
  point.FY,
  point.Q1,
  point.Q2,
  point.Q3,
  point.Q4,
  point.M6,
  point.M9,
  point.H2,
];
export const instantPoints: readonly Point[] = [point.I1, point.I2, point.I3, point.I4];

interface PlacedSpan extends SlotSpan {
  isInstant: boolean;
  slot: Slot;
}

/** The slot of a period by its own dates, within three days; null for one outside the calendar. */
export type SlotFinder = (period: Pick<Fact, "start" | "end">) => Slot | null;

/** A function that finds slots of the calendar, each by the dates of a period. */
export function slotFinder(calendar: Calendar): SlotFinder {
  const placed = calendar.years.flatMap((year, index) =>
    [...durationPoints, ...instantPoints].flatMap((at): PlacedSpan[] => {
      const span = spanOf(year, at);
      return span ? [{ ...span, isInstant: at >= point.I1, slot: slotOf(index, at) }] : [];
    }),
  );
  const byEnd = new Map<string, Map<string | null, Slot | null>>();
  return ({ start, end }) => {
    // Nearly every period was asked for before.
    const known = byEnd.get(end)?.get(start);
    if (known !== undefined) return known;
    const slot = placeOf(placed, start === null ? null : dayOf(start), dayOf(end));
    entry(byEnd, end, () => new Map()).set(start, slot);
    return slot;
  };
}

/** Slots of one kind are further apart than twice the tolerance, so at most one fits. */
function placeOf(placed: readonly PlacedSpan[], start: number | null, end: number): Slot | null {
  const found = placed.find(
    (span) =>
      span.isInstant === (start === null) &&
      Math.abs(span.end - end) <= tolerance &&
      (start === null || Math.abs(span.start - start) <= tolerance),
  );
  return found?.slot ?? null;
}
