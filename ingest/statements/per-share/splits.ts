import type { Split } from "#registry/series/adjust-for-splits.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";

const ratios = [2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 16, 20, 25, 30, 35, 40, 50, 100, 200, 1.5, 1.25];

/** A restated figure: what the count of shares grew by, the filings around it, and the period that it is of. */
interface Step extends Split {
  /** Null for a count of a day. */
  period: string | null;
}

/**
 * The split ledger, from two agreeing sources (standardization.md 2.12): the same share count restated by a
 * usual ratio and the same per-share figure restated by its inverse in the same filing. A per-share figure of an older filing has
 * the splits since, too (SUNation 2024: 683,107 shares became 13,663, and a loss of 0.65 from before one for fifteen 486.46). A
 * filing without figures per share at hand shows a split by average counts of several periods.
 */
export function learnSplits(facts: readonly Fact[]): Split[] {
  const shareSteps = restatedBy(facts, (unit) => unit === "shares").flatMap(ofUsualRatio);
  if (shareSteps.length === 0) return [];
  const perShareSteps = restatedBy(facts, isPerShare);
  const byCounts = provenByCounts(shareSteps, facts);
  const splits: Split[] = [];
  for (const { period: _, ...step } of shareSteps) {
    const agrees =
      perShareSteps.some((other) => isInverse(other, step, splits)) ||
      byCounts.some((other) => other.ratio === step.ratio && overlaps(other, step));
    if (!agrees) continue;
    const same = splits.find((split) => split.ratio === step.ratio && overlaps(split, step));
    if (!same) splits.push({ ...step });
    // Several facts bracket one split; the narrowest bracket is the best knowledge of its date.
    else if (step.lastOld > same.lastOld) same.lastOld = step.lastOld;
  }
  return splits.map((split) => ({ ...split, firstNew: firstCover(split, facts) }));
}

const isPerShare = (unit: string) => unit.endsWith("/shares");

/** Share counts are exact to about 0.2 %, per-share cents to about 2 %. */
const countSlack = 0.003;
const perShareSlack = 0.03;

/** True for a per-share figure restated by the inverse of a step, and of splits that came since it was filed. */
function isInverse(perShare: Split, step: Split, splits: readonly Split[]): boolean {
  if (perShare.firstNew !== step.firstNew) return false;
  const since = splits.filter(
    ({ lastOld, firstNew }) => lastOld >= perShare.lastOld && firstNew < step.firstNew,
  );
  const times = since.reduce((product, { ratio }) => product * ratio, step.ratio);
  return Math.abs(1 / (perShare.ratio * times) - 1) < perShareSlack;
}

/**
 * The first filing after a split: one before it that has nothing but a cover, which counts as many shares (SUNation 2025: 3,406,614 of
 * April 30 and of May 15).
 */
function firstCover({ lastOld, firstNew }: Split, facts: readonly Fact[]): string {
  const ofShares = facts.filter(
    ({ unit, filed }) =>
      unit === "shares" && filed !== null && filed > lastOld && filed <= firstNew,
  );
  const covers = ofShares.filter(({ taxonomy }) => taxonomy === "dei");
  const others = new Set(ofShares.flatMap((fact) => (fact.taxonomy === "dei" ? [] : fact.filed)));
  const fresh = covers.filter(({ filed }) => filed === firstNew).map(({ value }) => value);
  const days = covers.flatMap(({ filed, value }) =>
    filed !== null && !others.has(filed) && fresh.includes(value) ? filed : [],
  );
  return days.reduce((first, day) => (day < first ? day : first), firstNew);
}

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

/** Steps by which a figure changed, in order of the filings that state the new value. */
function restatedBy(facts: readonly Fact[], isUnit: (unit: string) => boolean): Step[] {
  const steps: Step[] = [];
  const last = new Map<string, Fact>();
  const ordered = facts.filter((f) => isUnit(f.unit) && f.filed !== null && f.taxonomy !== "dei");
  ordered.sort((a, b) => ((a.filed ?? "") < (b.filed ?? "") ? -1 : 1));
  for (const fact of ordered) {
    const key = `${fact.tag}|${fact.unit}|${fact.start}|${fact.end}`;
    const before = last.get(key);
    last.set(key, fact);
    if (!before || before.value === fact.value) continue;
    const ratio = Number(fact.value) / Number(before.value);
    if (!Number.isFinite(ratio) || ratio <= 0) continue;
    const period = fact.start === null ? null : `${fact.start}/${fact.end}`;
    steps.push({ ratio, lastOld: before.filed ?? "", firstNew: fact.filed ?? "", period });
  }
  return steps;
}

/** The step with the usual ratio that it is about; empty where it is about none. */
function ofUsualRatio(step: Step): Step[] {
  for (const ratio of ratios) {
    if (Math.abs(step.ratio / ratio - 1) < countSlack) return [{ ...step, ratio }];
    if (Math.abs(step.ratio * ratio - 1) < countSlack) return [{ ...step, ratio: 1 / ratio }];
  }
  return [];
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
