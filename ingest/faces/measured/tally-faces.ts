import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { FaceMeasure } from "./measure-faces.ts";
import { fedStatements } from "./unfed-lines.ts";

/** Where the measured values of a statement or of a line stand. */
export interface ValueTally {
  measured: number;
  face: number;
  note: number;
  off: number;
}

export interface LineTally {
  printed: number;
  fed: number;
  /** Of those that feed: printed as a part of a line, or as the sum of lines. */
  parts: number;
  subtotals: number;
  /** Below the statement proper, and of these those that feed nothing. */
  below: number;
  belowUnfed: number;
}

export interface SumTally {
  checked: number;
  closed: number;
}

/** Counts of measures, of one company or of many. */
export interface FaceTally {
  reports: number;
  /** By statement of the line: "income_statement" … */
  values: Record<string, ValueTally>;
  /** By statement: "income", "balance", "cash_flow". */
  lines: Record<string, LineTally>;
  sums: Record<string, SumTally>;
  /** By snakeKey: lines with values off the face or in notes, and subtotals that stay open. */
  byLine: Record<string, ValueTally>;
  byTotal: Record<string, SumTally>;
}

export function emptyTally(): FaceTally {
  const of = <T>(make: () => T) => Object.fromEntries(fedStatements.map((kind) => [kind, make()]));
  return {
    reports: 0,
    values: {},
    lines: of(noLines),
    sums: of(() => ({ checked: 0, closed: 0 })),
    byLine: {},
    byTotal: {},
  };
}

/** Adds what was measured on a company. */
export function addToTally(tally: FaceTally, measure: FaceMeasure, registry: Registry): void {
  tally.reports += measure.reports;
  for (const { concept, standing } of measure.values) {
    const statement = registry.bySnakeKey.get(concept)?.statement ?? "other";
    for (const one of [
      at(tally.values, statement, noValues),
      at(tally.byLine, concept, noValues),
    ]) {
      one.measured += 1;
      one[standing] += 1;
    }
  }
  for (const { statement, feeds, isBelow } of measure.lines) {
    const one = at(tally.lines, statement, noLines);
    if (isBelow) {
      one.below += 1;
      one.belowUnfed += Number(feeds === null);
    } else {
      one.printed += 1;
      one.fed += Number(feeds !== null);
      one.parts += Number(feeds === "part");
      one.subtotals += Number(feeds === "subtotal");
    }
  }
  for (const { statement, total, closes } of measure.sums) {
    for (const one of [at(tally.sums, statement, noSums), at(tally.byTotal, total, noSums)]) {
      one.checked += 1;
      one.closed += Number(closes);
    }
  }
}

const noValues = (): ValueTally => ({ measured: 0, face: 0, note: 0, off: 0 });
/** The counts before a line was measured. */
export const noLines = (): LineTally => ({
  printed: 0,
  fed: 0,
  parts: 0,
  subtotals: 0,
  below: 0,
  belowUnfed: 0,
});
const noSums = (): SumTally => ({ checked: 0, closed: 0 });

function at<T>(record: Record<string, T>, key: string, make: () => T): T {
  record[key] ??= make();
  return record[key];
}

/** One tally of several, by the sum of each count. */
export function totalOf<T extends object>(tallies: readonly T[]): Record<keyof T, number> {
  const total: Record<string, number> = {};
  for (const [key, count] of tallies.flatMap((one) => Object.entries(one))) {
    total[key] = (total[key] ?? 0) + Number(count);
  }
  return total as Record<keyof T, number>;
}

/** In percent, rounded down to hundredths: 100 is all. Null of nothing. */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.floor((10_000 * part) / whole) / 100;
