import type { Split } from "#registry/series/adjust-for-splits.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";

const ratios = [2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 16, 20, 25, 30, 35, 40, 50, 100, 1.5, 1.25];

/** A restated figure: the ratio, the filings around it, and the period that it is of. */
interface Step extends Split {
  /** Null for a count of a day. */
  period: string | null;
}

/**
 * The split ledger, from two agreeing sources (standardization.md 2.12): the same share count restated by a
 * usual ratio and the same per-share figure restated by its inverse, between the same two filings' dates. A filing without
 * figures per share at hand shows a split by average counts of several periods.
 */
export function learnSplits(facts: readonly Fact[]): Split[] {
  const shareSteps = restatedBy(facts, (unit) => unit === "shares", 1);
  if (shareSteps.length === 0) return [];
  const perShareSteps = restatedBy(facts, isPerShare, -1);
  const byCounts = provenByCounts(shareSteps, facts);
  const splits: Split[] = [];
  for (const { period: _, ...step } of shareSteps) {
    const agrees =
      perShareSteps.some(
        (other) => other.ratio === step.ratio && other.firstNew === step.firstNew,
      ) || byCounts.some((other) => other.ratio === step.ratio && overlaps(other, step));
    if (!agrees) continue;
    const same = splits.find((split) => split.ratio === step.ratio && overlaps(split, step));
    if (!same) splits.push({ ...step });
    // Several facts bracket one split; the narrowest bracket is the best knowledge of its date.
    else if (step.lastOld > same.lastOld) same.lastOld = step.lastOld;
  }
  return splits;
}

const isPerShare = (unit: string) => unit.endsWith("/shares");

/** Steps of a whole ratio by which a filing restates average counts of two periods or more and has no figure per share. */
function provenByCounts(steps: readonly Step[], facts: readonly Fact[]): Step[] {
  const daysPerShare = new Set(facts.flatMap(({ unit, filed }) => (isPerShare(unit) ? filed : [])));
  const ofPeriods = steps.filter(
    ({ period, ratio, firstNew }) =>
      period !== null && isWhole(ratio) && !daysPerShare.has(firstNew),
  );
  return ofPeriods.filter((step) =>
    ofPeriods.some(
      (other) =>
        other.period !== step.period &&
        other.ratio === step.ratio &&
        other.firstNew === step.firstNew,
    ),
  );
}

function isWhole(ratio: number): boolean {
  const times = Math.max(ratio, 1 / ratio);
  return Math.abs(times - Math.round(times)) < 1e-9;
}

function overlaps(a: Split, b: Split): boolean {
  return a.lastOld < b.firstNew && b.lastOld < a.firstNew;
}

/** Steps of a restated ratio, in order of the filings that state the new value. */
function restatedBy(
  facts: readonly Fact[],
  isUnit: (unit: string) => boolean,
  direction: 1 | -1,
): Step[] {
  const steps: Step[] = [];
  const last = new Map<string, Fact>();
  const ordered = facts.filter((f) => isUnit(f.unit) && f.filed !== null && f.taxonomy !== "dei");
  ordered.sort((a, b) => ((a.filed ?? "") < (b.filed ?? "") ? -1 : 1));
  for (const fact of ordered) {
    const key = `${fact.tag}|${fact.unit}|${fact.start}|${fact.end}`;
    const before = last.get(key);
    last.set(key, fact);
    if (!before || before.value === fact.value) continue;
    const ratio = usualRatio(Number(fact.value) / Number(before.value), direction);
    if (!ratio) continue;
    const period = fact.start === null ? null : `${fact.start}/${fact.end}`;
    steps.push({ ratio, lastOld: before.filed ?? "", firstNew: fact.filed ?? "", period });
  }
  return steps;
}

/** Share counts are exact to about 0.2 %, per-share cents to about 2 %. */
function usualRatio(change: number, direction: 1 | -1): number | null {
  if (!Number.isFinite(change) || change <= 0) return null;
  const grown = direction === 1 ? change : 1 / change;
  const slack = direction === 1 ? 0.003 : 0.03;
  for (const ratio of ratios) {
    if (Math.abs(grown / ratio - 1) < slack) return ratio;
    if (Math.abs(grown * ratio - 1) < slack) return 1 / ratio;
  }
  return null;
}

/** Product of the splits that took effect between the fact's period end and its filing: "1" when there were none. */
export function splitBasisOf(fact: Fact, splits: readonly Split[]): string {
  if (splits.length === 0 || fact.filed === null || !fact.unit.endsWith("shares")) return "1";
  let basis = 1;
  for (const split of splits) {
    if (fact.end <= split.lastOld && fact.filed >= split.firstNew) basis *= split.ratio;
  }
  return basis === 1 ? "1" : String(Number(basis.toPrecision(8)));
}

/** True when both facts count shares on the same basis, so that they may be subtracted or added. */
export function sameSplitBasis(a: Fact, b: Fact, splits: readonly Split[]): boolean {
  if (!a.unit.endsWith("shares")) return true;
  return splits.every((s) => (a.filed ?? "") >= s.firstNew === (b.filed ?? "") >= s.firstNew);
}
