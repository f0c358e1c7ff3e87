import { add, compare, equal, parseDecimal, within } from "#schemas/decimal.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";

/** A fact with its precision: digits after the point that are right, Infinity for INF, null when not stated. */
export interface PreciseFact {
  fact: Fact;
  precision: number | null;
}

/**
 * One fact for each that the instance repeats (standardization.md 2.1, the rule of OIM inside one filing):
 * equal values count once, values that agree within their stated precision leave the more precise one, and
 * values that do not agree all stay, for a later stage to call a conflict.
 */
export function mergeDuplicates(facts: readonly PreciseFact[]): Fact[] {
  const groups = new Map<string, PreciseFact[]>();
  for (const precise of facts) {
    const key = keyOf(precise.fact);
    const group = groups.get(key);
    if (group) group.push(precise);
    else groups.set(key, [precise]);
  }
  return [...groups.values()].flatMap((group) => mergeGroup(group).map(({ fact }) => fact));
}

function keyOf(fact: Fact): string {
  const { taxonomy, tag, unit, start, end, dimensions } = fact;
  return [taxonomy, tag, unit, start, end, dimensions].join("|");
}

/** The most precise first, so that a coarse value cannot stand between two fine ones that disagree. */
function mergeGroup(group: PreciseFact[]): PreciseFact[] {
  if (group.length === 1) return group;
  const distinctFacts: PreciseFact[] = [];
  for (const candidate of [...group].sort(byPrecision)) {
    if (!distinctFacts.some((other) => areConsistent(other, candidate)))
      distinctFacts.push(candidate);
  }
  return distinctFacts;
}

function byPrecision(a: PreciseFact, b: PreciseFact): number {
  const left = a.precision ?? -Infinity;
  const right = b.precision ?? -Infinity;
  if (left !== right) return left > right ? -1 : 1;
  return compare(a.fact.value, b.fact.value);
}

function areConsistent(a: PreciseFact, b: PreciseFact): boolean {
  if (equal(a.fact.value, b.fact.value)) return true;
  if (a.precision === null || b.precision === null) return false;
  return within(a.fact.value, b.fact.value, add(halfUnit(a.precision), halfUnit(b.precision)));
}

/** Half of the last digit that is right: "0.5" for decimals 0, "500000" for decimals -6. */
function halfUnit(precision: number): string {
  return precision === Infinity ? "0" : parseDecimal(`5e${-precision - 1}`);
}
