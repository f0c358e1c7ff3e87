import { type Point, type Slot, slotOf } from "../../periods/slots.ts";
import type { BuildContext } from "../build-context.ts";
import { type Gap, gap, refusedBy } from "../cells/cell.ts";
import type { Candidate } from "../concept-series.ts";
import type { Series } from "../series.ts";

export const noTroubles: ReadonlyMap<Point, Gap> = new Map();

/** Whether the company has facts that cannot be trusted. */
export const hasTroubles = ({ foreign, shareScales, absurdEarnings }: BuildContext) =>
  foreign.size > 0 || shareScales.size > 0 || absurdEarnings.size > 0;

/** A candidate that was there but could not be trusted explains the gap better than "not reported". */
export function troublesOf(
  context: BuildContext,
  found: readonly Candidate[],
  year: number,
  points: readonly Point[],
): ReadonlyMap<Point, Gap> {
  let troubles: Map<Point, Gap> | null = null;
  for (const { series } of found)
    for (const at of points) {
      const trouble = troubleAt(context, series, slotOf(year, at));
      if (!trouble || troubles?.has(at)) continue;
      troubles ??= new Map();
      troubles.set(at, trouble);
    }
  return troubles ?? noTroubles;
}

function troubleAt(context: BuildContext, series: Series, slot: Slot): Gap | null {
  const picked = hasTroubles(context) ? context.index.pickOf(series, slot) : null;
  const scale = picked && context.shareScales.get(picked.fact);
  if (scale?.factor === "conflict") return refusedBy("scale_conflict", scale.rule);
  const absurd = picked && context.absurdEarnings.get(picked.fact);
  if (absurd) return refusedBy("identity_conflict", absurd);
  const problem = context.index.problemAt(series, slot);
  return problem && gap(problem);
}
