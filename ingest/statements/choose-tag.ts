import type { Picked } from "../facts/versions.ts";
import type { Point } from "../periods/slots.ts";
import type { Cell, CellsByPoint } from "./cell.ts";
import type { Candidate } from "./concept-series.ts";

/** A tag with the versions that the view shows of it in a year, by point. */
export interface Found {
  candidate: Candidate;
  picks: readonly (Picked | null)[];
}

/** The first tag in order. The line was restated, too, where it was first reported as another value under another tag. */
export function preferredCell(
  byTag: readonly CellsByPoint[],
  found: readonly Found[],
  at: Point,
): Cell | undefined {
  const cell = byTag.find((tagged) => tagged[at])?.[at];
  if (!cell?.picked || cell.flags.includes("restated")) return cell;
  const isRestated = found.some((other) => wasReportedBefore(other, at, cell));
  return isRestated ? { ...cell, flags: [...cell.flags, "restated"] } : cell;
}

/** A tag of another scope, or one that a guard refused, is what the line was before only where it is about as large. */
const partRatio = 1.5;

/** True when the other tag stood for the line in an earlier filing, and said something that rounding does not explain. */
function wasReportedBefore({ candidate, picks }: Found, at: Point, cell: Cell): boolean {
  const [said] = picks[at]?.versions ?? [];
  const [first] = cell.picked?.versions ?? [];
  if (!said || !first || candidate.tag === cell.tag) return false;
  const { scope, sign } = candidate.mapping;
  if (said.filed === null || first.filed === null || said.filed >= first.filed) return false;
  const [before, now] = [sign * Number(said.value), Number(cell.value)];
  if (Math.abs(before) * partRatio <= Math.abs(now)) return false;
  if (scope !== cell.mapping?.scope && Math.abs(now) * partRatio <= Math.abs(before)) return false;
  return Math.abs(before - now) >= 10 ** Math.max(picks[at]?.quantum ?? 0, cell.quantum);
}

/** As first reported, a value stands under the tag that was first filed: a later tag's comparative came after it. */
export function earliestCell(byTag: readonly CellsByPoint[], at: Point): Cell | undefined {
  let first: Cell | undefined;
  for (const tagged of byTag) {
    const cell = tagged[at];
    const filed = cell?.picked?.fact.filed ?? "9";
    if (cell && (!first || filed < (first.picked?.fact.filed ?? "9"))) first = cell;
  }
  return first;
}
