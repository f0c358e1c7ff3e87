import * as decimal from "#schemas/decimal.ts";
import type { Concept } from "#schemas/shapes/companies/concept.ts";
import type { LineageRule, Operand } from "#schemas/shapes/companies/statement.ts";
import type { PickedVersion } from "../facts/history/versions.ts";
import { dayOf } from "../periods/days.ts";
import { type Cell, gap, isCell, type Outcome, rulesBehind } from "./cells/cell.ts";
import { isFlipped } from "./cells/earlier-cell.ts";
import type { SeriesEvidence } from "./evidence/evidence.ts";

/**
 * The first cell less the others, over periods of one concept and inside one vintage (standardization.md 2.4
 * to 2.6). `labelOf` names a term in the lineage: "revenue@2023-01-01/2023-12-31".
 *
 * Null with `non_additive` for averages and per-share figures of earnings, `series_break` when the terms
 * rest on tags that never agreed, `vintage_conflict` when one was restated and the others not since
 * and no compatible pair exists, `conflict` when a line that cannot fall does.
 */
export function subtractPeriods(
  series: SeriesEvidence,
  concept: Concept,
  rule: LineageRule,
  cells: readonly Cell[],
  labelOf: (term: number) => string,
): Outcome {
  if (!concept.additive) return gap("non_additive");
  const weights = cells.map((_, i) => (i === 0 ? 1 : -1));
  const combined = combinePeriods(series, rule, cells, weights, labelOf);
  const isNegative = isCell(combined) && combined.value.startsWith("-");
  if (concept.nonNegative && isNegative && !cells[0]?.value.startsWith("-")) return gap("conflict");
  return combined;
}

/** Σ weight × cell over periods of one concept, inside one vintage: the nulls are those of `subtractPeriods`. */
export function combinePeriods(
  series: SeriesEvidence,
  rule: LineageRule,
  cells: readonly Cell[],
  weights: readonly number[],
  labelOf: (term: number) => string,
): Outcome {
  if (!series.haveOneTag(cells)) return gap("series_break");
  const compatible = atOneVintage(series, cells);
  if (!compatible || !series.mayCombine(compatible.cells)) return gap("vintage_conflict");
  const flipped = compatible.cells.filter(isFlipped);
  const [first] = compatible.cells;
  if (!first) return gap("not_reported");
  const value = decimal.weightedSum(weights, compatible.cells);
  // A value that was turned is larger than the shorter one that was filed right, or one of them is another thing. Losses are not compared.
  const isMixed = flipped.length > 0 && flipped.length < cells.length;
  if (isMixed && value.startsWith("-") && !first.value.startsWith("-")) return gap("conflict");
  const operands = compatible.cells.map(
    (cell, i): Operand => [weights[i] ?? 0, labelOf(i), cell.value, cell.lineage],
  );
  const flags = scopeFlags(cells);
  if (flipped.length > 0) flags.push("sign_corrected");
  if (compatible.isFallback) flags.push("vintage:as_first_reported");
  return {
    ...first,
    value,
    lineage: [rule, ...operands],
    rank: null,
    picked: null,
    basis: compatible.cells.find(({ picked }) => picked)?.picked?.fact ?? first.basis,
    quantum: Math.max(...cells.map((c) => c.quantum)),
    flags,
    ...rulesBehind(compatible.cells),
  };
}

/** What the tags behind a computed value measure where that is not exactly the concept, each once. */
export function scopeFlags(cells: readonly Pick<Cell, "flags">[]): string[] {
  const found: string[] = [];
  // By index: hardly any cell has a flag, and an iterator makes an object for each.
  for (let i = 0; i < cells.length; i += 1) {
    const flags = cells[i]?.flags ?? [];
    if (flags.length === 0) continue;
    found.push(...flags.filter((flag) => flag.startsWith("scope:") && !found.includes(flag)));
  }
  return found;
}

interface Vintage {
  cells: readonly Cell[];
  isFallback: boolean;
}

/**
 * The cells as they stand when nothing was restated out of step; else the last pair that was in step: the values
 * as known when the first (the longest period) was last filed before the restatement, or when it was
 * originally filed. Null when not all were known then.
 */
function atOneVintage(series: SeriesEvidence, cells: readonly Cell[]): Vintage | null {
  // Hardly any value was ever restated.
  if (!cells.some(({ picked }) => picked?.restated)) return { cells, isFallback: false };
  const picks = cells.map((c) => c.picked).filter((p): p is PickedVersion => p !== null);
  if (areInStep(picks)) return { cells, isFallback: false };
  if (picks.length !== cells.length) return null;
  for (const date of earlierFilings(picks)) {
    const then = cells.map((cell) => series.asKnownOn(cell, date));
    const known = then.filter((cell): cell is Cell => cell !== null);
    if (known.length < cells.length) continue;
    if (areInStep(known.flatMap(({ picked }) => picked ?? []))) {
      return { cells: known, isFallback: true };
    }
  }
  return null;
}

/** When the first value was filed as it stood before the newest restatement: last, then first. */
function earlierFilings([longest, ...others]: readonly PickedVersion[]): string[] {
  const restated = [longest, ...others].map((p) => (p?.restated ? (p.since ?? "") : "")).sort();
  const before = (longest?.versions ?? []).flatMap(({ filed }) =>
    filed !== null && filed < (restated.at(-1) ?? "") ? [filed] : [],
  );
  return [before.at(-1), before[0]].filter((date) => date !== undefined);
}

/** True when no value was restated without the others having been filed again since (standardization.md 2.6). */
export function areInStep(picks: readonly PickedVersion[]): boolean {
  if (!picks.some(({ restated }) => restated)) return true;
  return picks.every((p) => picks.every((q) => isInStep(p, q)));
}

/** Days from a first quarter's comparative in May to the year's in February or March. */
const roundOfComparatives = 330;

/**
 * If `a` was restated, `b` has been filed again since, or comes from the same yearly round of comparatives: its
 * silence would mean an older vintage.
 */
function isInStep(a: PickedVersion, b: PickedVersion): boolean {
  if (!a.restated || a.since === null || b.lastFiled === null) return true;
  if (b.lastFiled >= a.since) return true;
  if (b.since === null) return false;
  if (b.restated) return dayOf(a.since) - dayOf(b.since) <= roundOfComparatives;
  return isComparative(a) && isComparative(b);
}

/** Days from the end of a period to the reports of the same period of the next year. */
const comparative = { first: 366, last: 456 };

/** Stated first as a comparative: what is shown is a restatement, or the filings at hand lack the period's own report. */
function isComparative({ since, fact }: PickedVersion): boolean {
  const days = since === null ? 0 : dayOf(since) - dayOf(fact.end);
  return days >= comparative.first && days <= comparative.last;
}
