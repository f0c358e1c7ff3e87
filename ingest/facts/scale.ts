import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { isAmendment } from "./forms.ts";
import { type History, isDisputed } from "./history/history.ts";

const fewest = 3;

/**
 * The facts of filings that state one unit in another scale than other filings state the same facts (standardization.md 2.1,
 * scale guard): millions as ones, thousands as ones. Of two values a thousand or a million times apart the one
 * that fewer filings state is the slip, and of equals the later, unless it amends; a filing is misscaled when
 * that is so for three facts at least and for most that can be compared.
 */
export function findMisscaled(histories: readonly History[]): ReadonlySet<Fact> {
  const comparableHistories = histories.filter((history) => history.length > 1);
  const slips = countByScale(
    comparableHistories.filter(isDisputed).flatMap((history) => history.filter(isSlip)),
  );
  const isSuspect = (fact: Fact) => (slips.get(scaleKey(fact)) ?? 0) >= fewest;
  // Hardly any company has one, and the rest need not be counted.
  if (![...slips.values()].some((count) => count >= fewest)) return new Set();
  const totals = countByScale(comparableHistories.flatMap((history) => history.filter(isSuspect)));
  const isMisscaled = (fact: Fact) => {
    const key = scaleKey(fact);
    return isSuspect(fact) && (slips.get(key) ?? 0) > (totals.get(key) ?? 0) / 2;
  };
  return new Set(histories.flatMap((history) => history.filter(isMisscaled)));
}

function countByScale(facts: readonly Fact[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const fact of facts) {
    const key = scaleKey(fact);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function scaleKey({ accession, unit }: Fact): string {
  return `${accession}|${unit}`;
}

/** True when one value is a thousand or a million times the other, to 0.1 %. */
export function isScaleSlip(value: number, other: number): boolean {
  if (other === 0 || value === 0) return false;
  const ratio = Math.abs(value / other);
  // Nearly all values are of one magnitude.
  if (ratio > 0.01 && ratio < 100) return false;
  return [1e3, 1e6, 1e-3, 1e-6].some((scale) => Math.abs(ratio / scale - 1) < 0.001);
}

function isSlip(fact: Fact, _at: number, versions: History): boolean {
  const own = support(fact, versions);
  return versions.some((other) => {
    if (!isScaleSlip(Number(fact.value), Number(other.value))) return false;
    const theirs = support(other, versions);
    return own === theirs ? isLessLikely(fact, other) : own < theirs;
  });
}

function support(fact: Fact, versions: readonly Fact[]): number {
  return versions.filter(({ value }) => value === fact.value).length;
}

function isLessLikely(a: Fact, b: Fact): boolean {
  if (isAmendment(a.form) !== isAmendment(b.form)) return isAmendment(b.form);
  return (a.filed ?? "") > (b.filed ?? "");
}
