import { sum } from "#schemas/decimal.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { History } from "../../facts/history/history.ts";
import type { Slot } from "../../periods/slots.ts";

/**
 * Cover-page facts, placed at the period of their filing because they are dated after it. Several share
 * classes are added only within one filing and one date (standardization.md 2.13); an undimensioned
 * total of the same filing is preferred to the sum.
 */
export function coverFacts(
  histories: readonly History[],
  ownSlots: ReadonlyMap<string, { slot: Slot }>,
): { fact: Fact; slot: Slot }[] {
  const groups = new Map<string, Fact[]>();
  for (const fact of histories.filter(([first]) => first?.taxonomy === "dei").flat()) {
    const key = `${fact.tag}|${fact.unit}|${fact.accession}|${fact.end}`;
    const group = groups.get(key);
    if (group) group.push(fact);
    else groups.set(key, [fact]);
  }
  const placed: { fact: Fact; slot: Slot }[] = [];
  for (const group of groups.values()) {
    const own = ownSlots.get(group[0]?.accession ?? "");
    if (!own) continue;
    const total = group.find((fact) => fact.dimensions === null) ?? addClasses(group);
    if (total) placed.push({ fact: total, slot: own.slot });
  }
  return placed;
}

/** Marks a sum over share classes; the members stay in the facts under their own dimensions. */
export const allClasses = "sum of share classes";

function addClasses(members: readonly Fact[]): Fact | null {
  const [first] = members;
  if (first?.unit !== "shares") return null;
  return { ...first, value: sum(members.map((m) => m.value)), dimensions: allClasses };
}
