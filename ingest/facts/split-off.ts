import reviewed from "#registry/split-off.json" with { type: "json" };
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { entry } from "./entry.ts";
import { tierOf } from "./forms.ts";
import { type History, isDisputed } from "./history/history.ts";

/**
 * Totals that a filer narrows under the same tag: a filing states a period's total less a part, and the part beside it, where
 * an older filing stated both as one. From that filing on the total of its reports lacks the part. So does a total that is less
 * than one of a shorter span from the same day, where the part makes up for that. Each such fact with the part that the same
 * filing states for the same days.
 */
export function findSplitOff(histories: readonly History[]): ReadonlyMap<Fact, Fact> {
  const found = new Map<Fact, Fact>();
  const byLabel = new Map<string, History[]>();
  for (const history of histories) {
    const [first] = history;
    if (first && tags.has(first.tag)) entry(byLabel, labelOf(first), () => []).push(history);
  }
  const of = (label: string) => byLabel.get(label) ?? [];
  for (const { tag, part } of reviewed) addSplitOff(found, of(tag), of(part));
  return found;
}

/** Without their taxonomies, because few facts have one of them. */
const tags = new Set(
  reviewed.flatMap(({ tag, part }) => [tag, part].map((label) => label.split(":")[1])),
);

function addSplitOff(
  found: Map<Fact, Fact>,
  totals: readonly History[],
  parts: readonly History[],
): void {
  if (totals.length === 0 || parts.length === 0) return;
  const partOf = partFinder(parts);
  const since = totals.some(isDisputed) ? firstSplit(totals, partOf) : null;
  const periodic = totals.flat().filter(isPeriodic);
  const isShort = shortOfItsParts(periodic);
  for (const fact of periodic) {
    const own = partOf(fact);
    const isLater = since !== null && (fact.filed ?? "") >= since;
    if (own && (isLater || isShort(fact, own))) found.set(fact, own);
  }
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

/** Whether the total is less than that of a shorter span from the same day, and with its part is not. */
function shortOfItsParts(totals: readonly Fact[]): (fact: Fact, part: Fact) => boolean {
  const byStart = Map.groupBy(totals, ({ unit, start }) => `${unit} ${start}`);
  return (fact, part) => {
    const value = Number(fact.value);
    const whole = value + Number(part.value);
    const others = byStart.get(`${fact.unit} ${fact.start}`) ?? [];
    return others.some(
      ({ end, value: shorter }) =>
        end < fact.end && Number(shorter) > value && Number(shorter) <= whole,
    );
  };
}

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
