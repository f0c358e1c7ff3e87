import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { View } from "../../company-input.ts";
import { currencyCode } from "../currency-code.ts";
import { entry } from "../entry.ts";
import { tierOf } from "../forms.ts";
import { type History, isDisputed } from "./history.ts";

const fewestFacts = 5;
const largeShare = 0.8;

/**
 * The filing dates from which a registrant reports another entity: after a reverse merger or a spin-off the
 * comparatives are those of the business that goes on under the registrant's number (beside standardization.md 2.6).
 * A periodic report shows it by a period of which it states five monetary facts at least anew, four fifths of
 * them more than half off what was first reported, while most of all that it states anew is off. No
 * restatement of one and the same business looks like that; misscaled filings do and do not count.
 */
export function findEntityChanges(
  histories: readonly History[],
  misscaled: ReadonlySet<Fact>,
): string[] {
  const monetary = histories.filter(
    ([first, later]) => later && currencyCode.test(first?.unit ?? ""),
  );
  const isCounted = (fact: Fact) =>
    fact.filed !== null && tierOf(fact.form) === 1 && !misscaled.has(fact);
  const changes: string[] = [];
  for (;;) {
    const since = changes.at(-1) ?? "";
    const next = nextChange(monetary, (fact) => isCounted(fact) && (fact.filed ?? "") >= since);
    if (next === null) return changes;
    changes.push(next);
  }
}

/** Facts stated anew, counted by filing and period. */
type Counts = Map<string, { filed: string; periods: Map<string, number> }>;

function nextChange(
  histories: readonly History[],
  isCounted: (fact: Fact) => boolean,
): string | null {
  // Hardly any filing has four facts far off, and the others need no counting.
  const off = countRestated(histories.filter(isDisputed), isCounted, isFarOff);
  for (const [accession, { periods }] of off) {
    if (Math.max(...periods.values()) < largeShare * fewestFacts) off.delete(accession);
  }
  if (off.size === 0) return null;
  const all = countRestated(histories, isCounted, ({ accession }) => off.has(accession));
  const dates = [...all].flatMap(([accession, { filed, periods }]) =>
    isOtherEntity(periods, off.get(accession)?.periods ?? new Map()) ? [filed] : [],
  );
  return dates.sort()[0] ?? null;
}

function countRestated(
  histories: readonly History[],
  isCounted: (fact: Fact) => boolean,
  isMeant: (fact: Fact, first: Fact) => boolean,
): Counts {
  const counts: Counts = new Map();
  for (const history of histories) {
    const first = history.find(isCounted);
    for (const fact of history) {
      if (!first || !isCounted(fact) || fact.filed === first.filed || !isMeant(fact, first))
        continue;
      const { periods } = entry(counts, fact.accession, () => {
        return { filed: fact.filed ?? "", periods: new Map<string, number>() };
      });
      const period = `${fact.start}/${fact.end}`;
      periods.set(period, (periods.get(period) ?? 0) + 1);
    }
  }
  return counts;
}

function isOtherEntity(
  all: ReadonlyMap<string, number>,
  off: ReadonlyMap<string, number>,
): boolean {
  const sum = (counts: ReadonlyMap<string, number>) =>
    [...counts.values()].reduce((a, b) => a + b, 0);
  const isClear = [...all].some(
    ([period, count]) => count >= fewestFacts && (off.get(period) ?? 0) >= largeShare * count,
  );
  return isClear && sum(off) > sum(all) / 2;
}

/** By size alone: a filer that turns the signs of a statement is the same filer. */
function isFarOff(fact: Fact, first: Fact): boolean {
  if (fact.value === first.value) return false;
  const [a, b] = [Math.abs(Number(fact.value)), Math.abs(Number(first.value))];
  return Math.abs(a - b) > 0.5 * Math.max(a, b);
}

/** Which of the registrant's entities a fact is of: 0 before the first change. An undated fact counts as the last one's. */
export function entityOf({ filed }: Fact, changes: readonly string[]): number {
  return filed === null ? changes.length : changes.filter((date) => date <= filed).length;
}

/**
 * The facts that a period must not be mixed with: a period that several entities reported is the last one's, and
 * as first reported the first one's. Facts of periods that only one entity reported stay.
 */
export function findForeign(
  histories: readonly History[],
  changes: readonly string[],
  view: View,
  periodOf: (fact: Fact) => number | null,
): ReadonlySet<Fact> {
  if (changes.length === 0) return new Set();
  const byPeriod = new Map<number, Fact[]>();
  for (const history of histories) {
    const [first] = history;
    const period = first && first.taxonomy !== "dei" ? periodOf(first) : null;
    if (period !== null) entry(byPeriod, period, () => []).push(...history);
  }
  const choose = view.kind === "asFirstReported" ? Math.min : Math.max;
  return new Set(
    [...byPeriod.values()].flatMap((facts) => {
      const own = choose(...decisive(facts).map((fact) => entityOf(fact, changes)));
      return facts.filter((fact) => entityOf(fact, changes) !== own);
    }),
  );
}

/** Periodic reports say whose a period is; others only where there are none. */
function decisive(facts: readonly Fact[]): readonly Fact[] {
  const periodic = facts.filter(({ form }) => tierOf(form) === 1);
  return periodic.length > 0 ? periodic : facts;
}
