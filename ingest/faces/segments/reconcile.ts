import { abs, compare, negate } from "#schemas/decimal.ts";
import type { Reconciliation, SegmentRole } from "#schemas/shapes/companies/segments.ts";
import { type Candidate, chooseParts, type Parts, subtotalsIn } from "./choose-parts.ts";
import type { Row } from "./rows.ts";
import { type Units, unitsFor } from "./units.ts";

/** A row with how it counts. */
export interface CountedRow extends Row {
  role: SegmentRole;
  weight: 1 | -1 | 0;
}

export interface Reconciled {
  reconciliation: Reconciliation;
  rows: CountedRow[];
  sum: string;
  difference: string | null;
}

export interface Figure {
  value: string;
  decimals: number | null;
}

/** Members above a member, by the arrangement of the filing. */
export type Above = (member: string) => readonly string[];

/** How the rows of a breakdown add up to the company's figure. `rows` may count or not, `memo` never do. */
export interface Attempt {
  rows: readonly Row[];
  memo: readonly Row[];
}

/** What decides between sets of members that have none in common. */
export type Preference = "most" | "first";

/**
 * The attempt that adds up to the figure: exactly before by rounding, then the one with most parts, then the first. Null
 * where none does. Eliminations that are filed without their sign count -1 where that makes the sum right.
 */
export function reconcile(
  attempts: readonly Attempt[],
  figure: Figure,
  { above, prefer }: { above: Above; prefer: Preference },
): Reconciled | null {
  let best: { parts: Parts; attempt: Attempt; sign: 1 | -1 } | null = null;
  for (const attempt of attempts) {
    for (const sign of signsFor(attempt)) {
      const parts = partsOf(attempt.rows, figure, { above, prefer, sign });
      if (parts && (best === null || isBetter(parts, best.parts))) best = { parts, attempt, sign };
    }
  }
  if (best === null) return null;
  const { parts, attempt, sign } = best;
  const kept = new Set(parts.parts);
  const counted = attempt.rows.map((row, place): CountedRow => {
    if (!kept.has(place)) return { ...row, role: parts.others.get(place) ?? "memo", weight: 0 };
    return { ...row, role: row.lineage, weight: row.lineage === "elimination" ? sign : 1 };
  });
  const reconciliation = parts.isExact ? "exact" : "rounding";
  return withSums(reconciliation, [...counted, ...memoRows(attempt.memo)], figure);
}

function isBetter(parts: Parts, than: Parts): boolean {
  if (parts.isExact !== than.isExact) return parts.isExact;
  return parts.parts.length > than.parts.length;
}

function signsFor({ rows }: Attempt): readonly (1 | -1)[] {
  const isUnsigned = rows.some(
    ({ lineage, value }) => lineage === "elimination" && !value.startsWith("-") && value !== "0",
  );
  return isUnsigned ? [1, -1] : [1];
}

function partsOf(
  rows: readonly Row[],
  figure: Figure,
  { above, prefer, sign }: { above: Above; prefer: Preference; sign: 1 | -1 },
): Parts | null {
  if (rows.length === 0) return null;
  const units = unitsFor([figure.value, ...rows.map(({ value }) => value)]);
  const candidates = rows.map((row): Candidate => {
    const value = row.lineage === "elimination" && sign === -1 ? negate(row.value) : row.value;
    const rounding = units.roundingOf(row.decimals);
    return { value: units.of(value), rounding, below: placesBelow(rows, row, above) };
  });
  return chooseParts(candidates, wholeOf(figure, units), prefer);
}

function wholeOf({ value, decimals }: Figure, units: Units) {
  return { value: units.of(value), rounding: units.roundingOf(decimals) };
}

function placesBelow(rows: readonly Row[], { member, axis }: Row, above: Above): number[] {
  return rows.flatMap((row, place) =>
    row.axis === axis && row.member !== member && above(row.member).includes(member) ? [place] : [],
  );
}

/**
 * The attempt that comes nearest to the figure. All its rows count but those that the filing arranges above others and
 * those that are the sum of their neighbours. Without a figure the first attempt.
 */
export function unreconciled(
  attempts: readonly Attempt[],
  figure: Figure | null,
  above: Above,
): Reconciled | null {
  let best: Reconciled | null = null;
  for (const { rows, memo } of attempts) {
    const counted = withoutSubtotals(rows, above);
    const isAlone = counted.filter(({ weight }) => weight !== 0).length === 1;
    const state = figure === null ? "no_total" : isAlone ? "partial" : "difference";
    const found = withSums(state, [...counted, ...memoRows(memo)], figure);
    if (best === null || isNearer(found, best)) best = found;
  }
  return best;
}

function isNearer(a: Reconciled, b: Reconciled): boolean {
  if (a.difference === null || b.difference === null) return false;
  return compare(abs(a.difference), abs(b.difference)) < 0;
}

function withoutSubtotals(rows: readonly Row[], above: Above): CountedRow[] {
  const units = unitsFor(rows.map(({ value }) => value));
  const totals = subtotalsIn(rows.map(({ value }) => units.of(value)));
  return rows.map((row, place): CountedRow => {
    const isTotal = totals.has(place) || placesBelow(rows, row, above).length > 0;
    return isTotal
      ? { ...row, role: "subtotal", weight: 0 }
      : { ...row, role: row.lineage, weight: 1 };
  });
}

function memoRows(rows: readonly Row[]): CountedRow[] {
  return rows.map((row) => ({ ...row, role: "memo", weight: 0 }));
}

export function withSums(
  reconciliation: Reconciliation,
  rows: CountedRow[],
  figure: Figure | null,
): Reconciled {
  const units = unitsFor([...rows.map(({ value }) => value), figure?.value ?? "0"]);
  const sum = rows.reduce(
    (total, { weight, value }) => total + BigInt(weight) * units.of(value),
    0n,
  );
  const difference = figure && units.textOf(units.of(figure.value) - sum);
  return { reconciliation, rows, sum: units.textOf(sum), difference };
}
