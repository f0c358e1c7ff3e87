import { tierOf } from "../facts/forms.ts";
import type { PickedVersion } from "../facts/history/versions.ts";
import type { Point } from "../periods/slots.ts";
import type { Cell, CellsByPoint } from "./cells/cell.ts";
import type { Candidate } from "./evidence/concept-series.ts";

/** A tag with the versions that the view shows of it in a year, by point. */
export interface TagChoice {
  candidate: Candidate;
  picks: readonly (PickedVersion | null)[];
}

/** The first tag in order. The line was restated, too, where it was first reported as another value under another tag. */
export function preferredCell(
  byTag: readonly CellsByPoint[],
  found: readonly TagChoice[],
  at: Point,
  areAlike: AreAlike,
): Cell | undefined {
  const cell = newestOfScope(byTag, at, areAlike);
  if (!cell?.picked || cell.flags.includes("restated")) return cell;
  const isRestated = found.some((other) => wasReportedBefore(other, at, cell));
  return isRestated ? { ...cell, flags: [...cell.flags, "restated"] } : cell;
}

/** Whether two tags carry the same values in most periods that both have. */
export type AreAlike = (a: Cell, b: Cell) => boolean;

/**
 * The first tag in order; or a later one that a periodic report states where an 8-K alone states the first (another business
 * that is taken over, figures as if); or a later one that means the same, elsewhere has the same values, and is stated by a filing after the
 * last one that states the first: the filer left the first tag, and shows the period under the other since.
 */
export function newestOfScope(
  byTag: readonly CellsByPoint[],
  at: Point,
  areAlike: AreAlike,
): Cell | undefined {
  let best: Cell | undefined;
  for (const tagged of byTag) {
    const cell = tagged[at];
    if (!cell) continue;
    const isBetter = !best || isOfHigherTier(cell, best);
    if (isBetter || (best && isLater(cell, best) && areAlike(best, cell))) best = cell;
  }
  return best;
}

/** What no periodic report states fills a hole and replaces nothing: no tag of the same scope, and none that is far off. */
function isOfHigherTier(cell: Cell, than: Cell): boolean {
  if (!cell.picked || !than.picked) return false;
  if (tierOf(cell.picked.fact.form) > 1 || tierOf(than.picked.fact.form) === 1) return false;
  const [now, before] = [Math.abs(Number(cell.value)), Math.abs(Number(than.value))];
  const isFarOff = now * partRatio <= before || before * partRatio <= now;
  return isFarOff || cell.mapping?.scope === than.mapping?.scope;
}

function isLater(cell: Cell, than: Cell): boolean {
  const [last, before] = [cell.picked?.lastFiled, than.picked?.lastFiled];
  const areExact = cell.mapping?.scope === "exact" && than.mapping?.scope === "exact";
  return areExact && last != null && before != null && last > before;
}

/** A tag of another scope, or one that a guard refused, is what the line was before only where it is about as large. */
const partRatio = 1.5;

/** True when the other tag stood for the line in an earlier filing, and said something that rounding does not explain. */
function wasReportedBefore({ candidate, picks }: TagChoice, at: Point, cell: Cell): boolean {
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
