import { rulesOf } from "#registry/rules/book.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { AppliesOf } from "#schemas/shapes/companies/rule.ts";
import type { PickedVersion } from "../../facts/history/versions.ts";
import { instantPoints, type Slot, slotOf } from "../../periods/slots.ts";
import { all, first, firstOfEach, slotsOf, type TaggedLines } from "./tagged-lines.ts";
import { findUntestedScales, type ProvenScale } from "./untested-scale.ts";

/** By what a count of shares must be multiplied, or that no second fact confirms the factor, and the rule that says so. */
export interface ShareScale {
  factor: Factor;
  rule: string;
}

type Factor = number | "conflict";

/** An average count of shares against income and earnings per share of its period. */
interface Test {
  fact: Fact;
  slot: Slot;
  shares: number;
  /** 1 where income / earnings per share is the count; 1000 where the count was filed in thousands. */
  factor: number;
}

type Keys = AppliesOf<"share_scale">;

const factors = [1, 1e3, 1e6, 1e-3, 1e-6];

/** A count with a part of a share that is below this is in another scale. */
const fractionMax = 100_000;

/** How far a count may be from another of about the same time: issues and buybacks, but no power of a thousand. */
const nearby = 3;

/**
 * The facts that state a number of shares in thousands or millions as if it were one (PS-01). Income / earnings per share
 * tells the factor; a second fact must confirm it: the same factor in another period of the filing, or a count of another
 * filing, of the cover or of the balance sheet. What nothing confirms is a conflict. Counts on the cover and the balance
 * sheet are corrected where an average of the year that was tested tells the factor. `parts` are earnings per share that tell nothing.
 */
export function findShareScales(
  filed: TaggedLines,
  parts: ReadonlyMap<Fact, string>,
): ReadonlyMap<Fact, ShareScale> {
  const [rule] = rulesOf(filed.registry.rules, "share_scale");
  if (!rule) return new Map();
  const tests = listTests(rule.applies, filed, parts);
  const untested = findUntestedScales(filed, new Set(tests.map(({ fact }) => fact)));
  const factors = factorsBy(rule.applies, filed, tests, untested);
  const ruleOf = (fact: Fact, factor: Factor) => {
    const other = untested.get(fact);
    return other?.factor === factor ? other.rule : rule.id;
  };
  return new Map(
    [...factors].map(([fact, factor]) => [fact, { factor, rule: ruleOf(fact, factor) }]),
  );
}

function factorsBy(
  keys: Keys,
  filed: TaggedLines,
  tests: readonly Test[],
  untested: ReadonlyMap<Fact, ProvenScale>,
): ReadonlyMap<Fact, Factor> {
  const found = emptyAverages(keys, filed);
  for (const [fact, { factor }] of untested) found.set(fact, factor);
  scaleFractions(keys, filed, found);
  // Hardly any company files counts in another scale.
  if (tests.every(({ factor }) => factor === 1) && !hasSmallCount(keys, filed, tests)) return found;
  const byFiling = Map.groupBy(tests, ({ fact }) => fact.accession);
  for (const test of tests) {
    if (test.factor === 1) continue;
    const own = byFiling.get(test.fact.accession) ?? [];
    const isConfirmed = confirmsInFiling(test, own) || confirmsElsewhere(keys, filed, test, tests);
    found.set(test.fact, isConfirmed ? test.factor : "conflict");
  }
  scaleUntested(keys, filed, byFiling, found);
  scaleCounts(keys, filed, tests, found);
  return found;
}

/** An average of no shares is none: filers put 0 where they leave the column out (Hertz 2015Q2, diluted). */
function emptyAverages({ pairs }: Keys, filed: TaggedLines): Map<Fact, Factor> {
  const found = new Map<Fact, Factor>();
  for (const slot of slotsOf(filed)) {
    for (const { shares } of pairs) {
      for (const { fact, number } of all(filed, shares, slot)) {
        if (number === 0) found.set(fact, "conflict");
      }
    }
  }
  return found;
}

/** No company has so few shares and a part of one: LabCorp's 108.8 of 2009 are millions, as its counts of 2010 in full say. */
function scaleFractions(keys: Keys, filed: TaggedLines, found: Map<Fact, Factor>): void {
  const years = Array.from({ length: filed.years }, (_, year) => year);
  const counts = years.flatMap((year) => countsOf(keys, filed, year));
  for (const { fact, number } of counts) {
    if (number >= fractionMax || Number.isInteger(number)) continue;
    const confirmed = factors.find(
      (one) => one > 1 && counts.some((other) => isNear(number * one, other.number)),
    );
    found.set(fact, confirmed ?? "conflict");
  }
}

function listTests(
  { pairs, incomes }: Keys,
  filed: TaggedLines,
  parts: ReadonlyMap<Fact, string>,
): Test[] {
  const [basic] = pairs;
  return slotsOf(filed).flatMap((slot) => {
    const [income] = firstOfEach(filed, incomes, slot);
    if (!income || !basic) return [];
    return pairs.flatMap(({ figure, shares }) => {
      const own = first(filed, figure, slot);
      const eps = own && !parts.has(own.fact) ? own : first(filed, basic.figure, slot);
      return eps ? testsAt(filed, shares, slot, { eps, income: income.number }) : [];
    });
  });
}

function testsAt(
  filed: TaggedLines,
  key: string,
  slot: Slot,
  { eps, income }: { eps: PickedVersion; income: number },
): Test[] {
  return all(filed, key, slot).flatMap(({ fact, number: shares }) => {
    const factor = factorOf(income, eps, shares);
    return factor ? [{ fact, slot, shares, factor }] : [];
  });
}

/** The factor that makes the count income / earnings per share, as far as these are rounded; null where none does. */
function factorOf(income: number, eps: PickedVersion, shares: number): number | null {
  const half = 0.5 * 10 ** (eps.fact.value.includes(".") ? eps.quantum : -2);
  const size = Math.abs(eps.number);
  if (income === 0 || shares <= 0 || size <= half) return null;
  const [low, high] = [Math.abs(income) / (size + half), Math.abs(income) / (size - half)];
  const fits = (factor: number) => shares * factor >= low * 0.7 && shares * factor <= high * 1.4;
  return factors.find(fits) ?? null;
}

/** Another period of the filing has the same factor, and none another one. */
function confirmsInFiling({ fact, slot, factor }: Test, own: readonly Test[]): boolean {
  if (own.some((other) => other.factor !== factor)) return false;
  return own.some((other) => other.fact !== fact && other.slot !== slot);
}

function confirmsElsewhere(
  keys: Keys,
  filed: TaggedLines,
  test: Test,
  tests: readonly Test[],
): boolean {
  const corrected = test.shares * test.factor;
  const year = test.slot >> 4;
  const counted = countsOf(keys, filed, year).some(({ number }) => isNear(number, corrected));
  return counted || tests.some((other) => isSoundNeighbour(other, year, corrected));
}

function isSoundNeighbour({ factor, slot, shares }: Test, year: number, count: number): boolean {
  return factor === 1 && Math.abs((slot >> 4) - year) <= 1 && isNear(shares, count);
}

/** Averages of the same filing that no earnings per share could test share the scale of those that were. */
function scaleUntested(
  { pairs }: Keys,
  filed: TaggedLines,
  byFiling: ReadonlyMap<string, readonly Test[]>,
  found: Map<Fact, Factor>,
): void {
  const tested = new Set([...byFiling.values()].flat().map(({ fact }) => fact));
  const untested = slotsOf(filed)
    .flatMap((slot) => pairs.flatMap(({ shares }) => all(filed, shares, slot)))
    .filter(({ fact }) => !tested.has(fact));
  for (const { fact, number } of untested) {
    const own = byFiling.get(fact.accession) ?? [];
    const like = own.find(({ factor, shares }) => factor !== 1 && isNear(shares, number));
    const scale = like && found.get(like.fact);
    if (scale !== undefined) found.set(fact, scale);
  }
}

/**
 * Averages of other filings may be on another basis of shares: a split looks like a scale. A count that would have a part of a share is
 * in full: a split in the year leaves the average far below it (Cardiff Lexington 2023: 8,664,495 beside 14,444).
 */
function scaleCounts(
  keys: Keys,
  filed: TaggedLines,
  tests: readonly Test[],
  found: Map<Fact, Factor>,
): void {
  const sound = Map.groupBy(
    tests.filter(({ fact }) => found.get(fact) !== "conflict"),
    ({ fact }) => fact.accession,
  );
  for (let year = 0; year < filed.years; year += 1) {
    for (const { fact, number } of countsOf(keys, filed, year)) {
      const own = sound.get(fact.accession) ?? [];
      const factor = factors.find(
        (one) =>
          (one >= 1 || number % (1 / one) === 0) &&
          own.some((test) => isNear(number * one, test.shares * test.factor)),
      );
      if (factor !== undefined && factor !== 1) found.set(fact, factor);
    }
    scaleFollowers(keys, filed, year, found);
  }
}

/** Shares in treasury are in the scale of the shares issued beside them; no average tells how many they are. */
function scaleFollowers(
  { follows }: Keys,
  filed: TaggedLines,
  year: number,
  found: Map<Fact, Factor>,
): void {
  for (const { count, other } of follows) {
    for (const slot of instantPoints.map((at) => slotOf(year, at))) {
      const issued = first(filed, other, slot)?.fact;
      const scale = issued && found.get(issued);
      if (!issued || scale === undefined) continue;
      for (const { fact } of all(filed, count, slot)) {
        if (fact.accession === issued.accession) found.set(fact, scale);
      }
    }
  }
}

/** Whether some count is a power of a thousand away from an average of its year that was tested. */
function hasSmallCount(keys: Keys, filed: TaggedLines, tests: readonly Test[]): boolean {
  const byYear = new Map(tests.map(({ slot, shares }) => [slot >> 4, shares]));
  return [...byYear].some(([year, shares]) =>
    countsOf(keys, filed, year).some(({ number }) => {
      const ratio = shares / number;
      return ratio > 1000 / nearby || ratio < nearby / 1000;
    }),
  );
}

function countsOf({ counts }: Keys, filed: TaggedLines, year: number): PickedVersion[] {
  return counts.flatMap((key) => instantPoints.flatMap((at) => all(filed, key, slotOf(year, at))));
}

const isNear = (a: number, b: number) => a > 0 && b > 0 && a / b < nearby && b / a < nearby;
