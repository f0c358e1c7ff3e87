import { type Point, type Slot, slotOf } from "../../periods/slots.ts";
import { type Gap, gap, refusedBy } from "../cells/cell.ts";
import type { Candidate } from "../evidence/concept-series.ts";
import type { FactEvidence } from "../evidence/evidence.ts";
import type { Series } from "../evidence/series.ts";

export const noTroubles: ReadonlyMap<Point, Gap> = new Map();

/** Whether the company has facts that cannot be trusted. */
export const hasTroubles = ({ foreign, shareScales, absurdEarnings }: FactEvidence) =>
  foreign.size > 0 || shareScales.size > 0 || absurdEarnings.size > 0;

/** A candidate that was there but could not be trusted explains the gap better than "not reported". */
export function troublesOf(
  facts: FactEvidence,
  found: readonly Candidate[],
  year: number,
  points: readonly Point[],
): ReadonlyMap<Point, Gap> {
  let troubles: Map<Point, Gap> | null = null;
  for (const { series } of found)
    for (const at of points) {
      const trouble = troubleAt(facts, series, slotOf(year, at));
      if (!trouble || troubles?.has(at)) continue;
      troubles ??= new Map();
      troubles.set(at, trouble);
    }
  return troubles ?? noTroubles;
}

function troubleAt(facts: FactEvidence, series: Series, slot: Slot): Gap | null {
  const picked = hasTroubles(facts) ? facts.index.pickOf(series, slot) : null;
  const scale = picked && facts.shareScales.get(picked.fact);
  if (scale?.factor === "conflict") return refusedBy("scale_conflict", scale.rule);
  const absurd = picked && facts.absurdEarnings.get(picked.fact);
  if (absurd) return refusedBy("identity_conflict", absurd);
  const problem = facts.index.problemAt(series, slot);
  return problem && gap(problem);
}
