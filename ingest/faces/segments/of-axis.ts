import type { FiledReport } from "#schemas/shapes/companies/filed-report.ts";
import type { BreakdownKind } from "#schemas/shapes/companies/segments.ts";
import { attemptsFor } from "./attempts.ts";
import type { DimensionedFact } from "./dimensioned-facts.ts";
import {
  type Above,
  type Preference,
  type Reconciled,
  reconcile,
  unreconciled,
  withSums,
} from "./reconcile.ts";
import type { RowSets } from "./rows.ts";

/** The values of one period by one axis, and what they are held against. */
export interface OfAxis {
  axis: string;
  kind: BreakdownKind;
  report: FiledReport;
  /** The company's own figures, the best first. */
  totals: readonly DimensionedFact[];
  sets: RowSets;
  above: Above;
}

/** The rows of a breakdown with the figure that they were held against. */
export interface Found {
  reconciled: Reconciled;
  total: DimensionedFact | null;
  /** The axes that were added up; empty for values of members alone. */
  acrossAxes: string[];
}

/** Filers put products on the axis of segments, after the segments. */
export function preferenceOf(kind: BreakdownKind): Preference {
  return kind === "business" ? "first" : "most";
}

/** What adds up to the company's figure; null where nothing does. */
export function addedUp({ totals, kind, sets, above }: OfAxis): Found | null {
  for (const total of totals) {
    for (const group of attemptsFor(kind, sets)) {
      const reconciled = reconcile(group, total, { above, prefer: preferenceOf(kind) });
      if (reconciled) return { reconciled, total, acrossAxes: [] };
    }
  }
  return null;
}

/** The members that add up to the filed total of all segments; null where none do. */
export function allSegments({ kind, sets, above }: OfAxis): Reconciled | null {
  const memo = [...sets.bridges, ...sets.crossed];
  const [alone = []] = attemptsFor(kind, { ...sets, bridges: [], crossed: [] });
  const attempts = alone.map(({ rows }) => ({ rows, memo }));
  for (const segments of sets.segments) {
    const reconciled = reconcile(attempts, segments, { above, prefer: preferenceOf(kind) });
    if (reconciled) return reconciled;
  }
  return null;
}

/** What adds up to the total of the segments, or to nothing. */
export function asItIs(about: OfAxis): Found | null {
  const { totals, kind, sets, above } = about;
  const [total = null] = totals;
  const segments = total && allSegments(about);
  if (segments) {
    return { reconciled: withSums("unallocated", segments.rows, total), total, acrossAxes: [] };
  }
  const isBusiness = kind === "business";
  const used = isBusiness ? sets : { ...sets, bridges: [], crossed: [] };
  const reconciled = unreconciled(attemptsFor(kind, used).flat(), total, above);
  return reconciled && { reconciled, total, acrossAxes: [] };
}
