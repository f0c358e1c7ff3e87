import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { entry } from "./entry.ts";

const steps = [9, 6, 5, 3, 2];
const share = 0.9;

/**
 * Precision of each filing: the exponent of the largest power of ten that divides (nearly) all of its
 * large values of one kind, so 6 for a filing that reports in millions. Nearly, because a note or two
 * in whole dollars says nothing about the face statements. Keyed by accession, with `|shares` for counts of shares, and with `|tag` for
 * figures per share that the filing states in whole dollars only. With `|start|end` for a column that is rounded more than a filing in ones.
 */
export function learnFilingQuanta(facts: readonly Fact[]): Map<string, number> {
  const ofFilings = countZeros(facts, quantumKey);
  const quanta = new Map<string, number>();
  for (const [key, seen] of ofFilings) quanta.set(key, commonQuantum(seen));
  for (const key of inWholeDollars(facts)) quanta.set(key, 0);
  for (const [key, quantum] of coarseColumns(facts, quanta)) quanta.set(key, quantum);
  return quanta;
}

/** How many values end in how many zeros, by key; a fact without a key does not count. */
function countZeros(facts: readonly Fact[], keyOf: (fact: Fact) => string | null) {
  const counts = new Map<string, number[]>();
  for (const fact of facts) {
    const key = fact.value.length < 4 ? null : keyOf(fact);
    if (key === null) continue;
    const seen = entry(counts, key, () => new Array<number>(16).fill(0));
    const at = Math.min(trailingZeros(fact.value), 15);
    seen[at] = (seen[at] ?? 0) + 1;
  }
  return counts;
}

/** The fewest values from which the precision of a column is learned. */
const columnMin = 2;

/** Columns of a filing that are rounded more than the filing: its quarters, in a note in thousands. Counts of shares are left out. */
function coarseColumns(facts: readonly Fact[], quanta: ReadonlyMap<string, number>) {
  const inOnes = (fact: Fact) =>
    fact.start !== null && !fact.unit.includes("shares") && quanta.get(fact.accession) === 0;
  const columns = countZeros(facts, (fact) => (inOnes(fact) ? columnKey(fact) : null));
  return [...columns].flatMap(([key, seen]): [string, number][] => {
    const quantum = commonQuantum(seen);
    const count = seen.reduce((a, b) => a + b, 0);
    return quantum >= 3 && count >= columnMin ? [[key, quantum]] : [];
  });
}

/** Where a filing states a tag per share twice or more, and never with cents, it rounds it to dollars. */
function inWholeDollars(facts: readonly Fact[]): string[] {
  const found = new Map<string, { count: number; isWhole: boolean }>();
  for (const fact of facts) {
    if (!isPerShare(fact.unit) || fact.value === "0") continue;
    const seen = entry(found, tagKey(fact), () => ({ count: 0, isWhole: true }));
    seen.count += 1;
    seen.isWhole &&= !fact.value.includes(".");
  }
  return [...found].flatMap(([key, { count, isWhole }]) => (isWhole && count > 1 ? [key] : []));
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
export type RoundedFact = Pick<
  Fact,
  "tag" | "value" | "unit" | "accession" | "decimals" | "start" | "end"
>;

/**
 * Exponent of ten to which a version is known: from `decimals` where filed, else learned and capped by its own zeros. Numbers
 * come without the zeros that the filing prints last: 0.7 a share is 0.70, and a rate of 0.4 is 40 %.
 */
export function quantumOf(fact: RoundedFact, quanta: ReadonlyMap<string, number>): number {
  if (fact.decimals !== null) return -fact.decimals;
  const zeros = trailingZeros(fact.value);
  if (zeros < 0) return Math.min(zeros, hundredths);
  if (isPerShare(fact.unit)) return quanta.get(tagKey(fact)) ?? hundredths;
  if (zeros === 0) return 0;
  const ofFiling = quanta.get(quantumKey(fact)) ?? 0;
  const isFiner = zeros >= 3 && ofFiling === 0 && fact.start !== null;
  return Math.min(zeros, (isFiner ? quanta.get(columnKey(fact)) : undefined) ?? ofFiling);
}

const columnKey = ({ accession, start, end }: Pick<Fact, "accession" | "start" | "end">) =>
  `${accession}|${start}|${end}`;

const hundredths = -2;

const isPerShare = (unit: string) => unit.endsWith("/shares");

const tagKey = ({ accession, tag }: Pick<Fact, "accession" | "tag">) => `${accession}|${tag}`;

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
