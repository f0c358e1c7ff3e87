import reviewed from "#registry/split-off.json" with { type: "json" };
import type { Fact } from "#schemas/shapes/fact.ts";
import { tierOf } from "./forms.ts";
import { type History, isDisputed } from "./history/history.ts";

/**
 * Totals that a filer narrows under the same tag: a filing states a period's total less a part, and the part beside it, where
 * an older filing stated both as one. From that filing on the total of its reports lacks the part: each such fact with
 * the part that the same filing states for the same days.
 */
export function findSplitOff(histories: readonly History[]): ReadonlyMap<Fact, Fact> {
  const found = new Map<Fact, Fact>();
  for (const { tag, part } of reviewed) {
    const totals = histories.filter(([first]) => first && labelOf(first) === tag);
    if (!totals.some(isDisputed)) continue;
    const partOf = partFinder(histories.filter(([first]) => first && labelOf(first) === part));
    const since = firstSplit(totals, partOf);
    if (since === null) continue;
    for (const fact of totals.flat()) {
      const own = (fact.filed ?? "") >= since ? partOf(fact) : undefined;
      if (own && isPeriodic(fact)) found.set(fact, own);
    }
  }
  return found;
}

type PartOf = (fact: Fact) => Fact | undefined;

function partFinder(histories: readonly History[]): PartOf {
  const parts = histories.flat().filter(({ dimensions }) => dimensions === null);
  const byPlace = new Map(parts.map((fact) => [placeOf(fact), fact]));
  return (fact) => byPlace.get(placeOf(fact));
}

const labelOf = ({ taxonomy, tag }: Fact) => `${taxonomy}:${tag}`;
const placeOf = ({ accession, unit, start, end }: Fact) => `${accession} ${unit} ${start} ${end}`;
const isPeriodic = ({ form, filed, dimensions }: Fact) =>
  tierOf(form) === 1 && filed !== null && dimensions === null;

/** The day of the first filing whose total and part come to what an older one stated as the total. */
function firstSplit(totals: readonly History[], partOf: PartOf): string | null {
  const days = totals.filter(isDisputed).flatMap((history) => {
    const versions = history.filter(isPeriodic);
    return versions.flatMap((newer, i) => {
      const part = Number(partOf(newer)?.value ?? 0);
      const isSplit =
        part > 0 &&
        versions.slice(0, i).some((older) => Number(older.value) - Number(newer.value) === part);
      return isSplit ? [newer.filed ?? ""] : [];
    });
  });
  return days.sort()[0] ?? null;
}
