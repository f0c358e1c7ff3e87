import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { entry } from "./entry.ts";

const steps = [9, 6, 5, 3, 2];
const share = 0.9;

/**
 * Precision of each filing: the exponent of the largest power of ten that divides (nearly) all of its
 * large values of one kind, so 6 for a filing that reports in millions. Nearly, because a note or two
 * in whole dollars says nothing about the face statements. Keyed by accession, with `|shares` for counts of shares.
 */
export function learnFilingQuanta(facts: readonly Fact[]): Map<string, number> {
  const counts = new Map<string, number[]>();
  for (const fact of facts) {
    if (fact.value.length < 4) continue;
    const zeros = trailingZeros(fact.value);
    const key = quantumKey(fact);
    const seen = entry(counts, key, () => new Array<number>(16).fill(0));
    const at = Math.min(zeros, 15);
    seen[at] = (seen[at] ?? 0) + 1;
  }
  const quanta = new Map<string, number>();
  for (const [key, seen] of counts) quanta.set(key, commonQuantum(seen));
  return quanta;
}

function commonQuantum(seen: readonly number[]): number {
  const total = seen.reduce((a, b) => a + b, 0);
  let divisible = 0;
  for (let zeros = 15; zeros >= 0; zeros -= 1) {
    divisible += seen[zeros] ?? 0;
    if (steps.includes(zeros) && divisible >= share * total) return zeros;
  }
  return 0;
}

/** What says how far a value is rounded. */
export type RoundedFact = Pick<Fact, "value" | "unit" | "accession" | "decimals">;

/** Exponent of ten to which a version is known: from `decimals` where filed, else learned and capped by its own zeros. */
export function quantumOf(fact: RoundedFact, quanta: ReadonlyMap<string, number>): number {
  if (fact.decimals !== null) return -fact.decimals;
  const zeros = trailingZeros(fact.value);
  return zeros <= 0 ? zeros : Math.min(zeros, quanta.get(quantumKey(fact)) ?? 0);
}

/** Whole trailing zeros, or minus the number of decimal places. */
export function trailingZeros(value: string): number {
  const point = value.indexOf(".");
  if (point >= 0) return point + 1 - value.length;
  let end = value.length;
  while (end > 1 && value.charCodeAt(end - 1) === 48) end -= 1;
  return value.length - end;
}

function quantumKey(fact: Pick<Fact, "unit" | "accession">): string {
  return fact.unit === "shares" ? `${fact.accession}|shares` : fact.accession;
}
