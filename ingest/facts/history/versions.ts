import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { Restatement, RestatementSlip } from "#schemas/shapes/companies/statement.ts";
import type { View } from "../../company-input.ts";
import { tierOf } from "../forms.ts";
import { quantumOf, trailingZeros } from "../quantum.ts";
import { isScaleSlip } from "../scale.ts";
import { isDisputed } from "./history.ts";

/** The version of a fact that a view shows, with what is known of its history. */
export interface PickedVersion {
  fact: Fact;
  number: number;
  /** Exponent of ten to which the value is known. */
  quantum: number;
  /** True when the shown value is not the one first reported, beyond rounding. */
  restated: boolean;
  /** When the shown value was first and the fact was last filed; null for undated instances. */
  since: string | null;
  lastFiled: string | null;
  versions: readonly Fact[];
  /** Set when the value cannot be trusted: two values in one filing, or a scale slip. */
  problem: "conflict" | "scale_suspect" | null;
}

/** The value that a filing states among the versions; null where it states none. */
export function valueIn({ versions }: PickedVersion, accession: string): number | null {
  const fact = versions.find((version) => version.accession === accession);
  return fact ? Number(fact.value) : null;
}

/**
 * Chooses among the versions of one fact (standardization.md 2.1, 2.6): best tier, then by view the
 * newest or the first; among versions equal within rounding the most precise, then the earliest.
 * Null when the view sees no version. `versions` are ordered by filing date, undated first. A misscaled
 * version is seen only where there is no other, and then as a problem.
 */
export function pickVersion(
  versions: readonly Fact[],
  view: View,
  quanta: ReadonlyMap<string, number>,
  misscaled: ReadonlySet<Fact>,
): PickedVersion | null {
  const dated = knownIn(view, versions);
  const sound = misscaled.size === 0 ? dated : dated.filter((fact) => !misscaled.has(fact));
  if (sound.length > 0 || dated.length === 0) return pickSound(sound, view, quanta);
  const suspect = pickSound(dated, view, quanta);
  return suspect && { ...suspect, problem: "scale_suspect" };
}

function pickSound(
  known: readonly Fact[],
  view: View,
  quanta: ReadonlyMap<string, number>,
): PickedVersion | null {
  const bestVersions = known.length === 1 ? known : bestTier(known);
  const [first] = bestVersions;
  if (!first) return null;
  // Nine facts of ten never changed.
  const isOneValue = !isDisputed(bestVersions);
  const trusted = isOneValue ? bestVersions : withoutScaleSlips(bestVersions);
  const anchor = (view.kind === "asFirstReported" ? trusted[0] : trusted.at(-1)) ?? first;
  const consistent = isOneValue
    ? trusted
    : trusted.filter((fact) => isConsistent(fact, anchor, quanta));
  const best = mostPrecise(sayingFirst(view, consistent, anchor), anchor, quanta);
  return {
    fact: best,
    number: Number(best.value),
    quantum: quantumOf(best, quanta),
    restated: !isOneValue && !consistent.includes(trusted[0] ?? anchor),
    since: firstFiled(known, anchor, quanta),
    lastFiled: bestVersions.at(-1)?.filed ?? null,
    versions: bestVersions,
    problem: !isOneValue && isContradicted(anchor, trusted, consistent) ? "conflict" : null,
  };
}

/** As first reported, a value is as precise as its first filing says; otherwise any filing may add digits. */
function sayingFirst({ kind }: View, consistent: readonly Fact[], { accession }: Fact) {
  if (kind !== "asFirstReported") return consistent;
  return consistent.filter((fact) => fact.accession === accession);
}

/** Two values in one filing that rounding does not explain. */
function isContradicted(anchor: Fact, trusted: readonly Fact[], consistent: readonly Fact[]) {
  return trusted.some((fact) => fact.accession === anchor.accession && !consistent.includes(fact));
}

/** The versions that a reader of the view could have known. */
export function knownIn(view: View, versions: readonly Fact[]): readonly Fact[] {
  return view.kind === "asOf" ? versions.filter((fact) => isKnownIn(view, fact)) : versions;
}

export function isKnownIn(view: View, { filed }: Fact): boolean {
  return view.kind !== "asOf" || (filed !== null && filed <= view.date);
}

/** A restatement may be announced in an 8-K before a periodic report carries it. */
function firstFiled(
  known: readonly Fact[],
  anchor: Fact,
  quanta: ReadonlyMap<string, number>,
): string | null {
  const first = known.find((fact) => fact.filed !== null && isConsistent(fact, anchor, quanta));
  return first?.filed ?? null;
}

function bestTier(versions: readonly Fact[]): readonly Fact[] {
  if (versions.every(isInDatedReport)) return versions;
  let best = 4;
  for (const { form } of versions) best = Math.min(best, tierOf(form));
  // A version whose filing date nobody knows never wins over a dated one.
  const isBest = ({ form, filed }: Fact) => filed !== null && tierOf(form) === best;
  const dated = versions.filter(isBest);
  return dated.length > 0 ? dated : versions.filter(({ form }) => tierOf(form) === best);
}

const isInDatedReport = ({ form, filed }: Fact) => filed !== null && tierOf(form) === 1;

/**
 * Two versions are consistent if they are less than one unit of the coarser precision apart: filers round by
 * half, cut off, or adjust by one so that a column adds up.
 */
export function isConsistent(a: Fact, b: Fact, quanta: ReadonlyMap<string, number>): boolean {
  if (a.value === b.value) return true;
  const [own, other] = [quantumOf(a, quanta), quantumOf(b, quanta)];
  if (own === other) return repeatsInThousands(a, b, own) || repeatsInThousands(b, a, own);
  return Math.abs(Number(a.value) - Number(b.value)) < 10 ** Math.max(own, other) * 0.999999;
}

/** A note in thousands among figures in ones: three zeros more than the filing's precision, behind three other digits. */
const coarser = { zeros: 3, digits: 3, otherZeros: 2 };

/** Whether the value is the other one, rounded to the thousand by a note without a stated precision. */
function repeatsInThousands({ value, decimals }: Fact, { value: other }: Fact, quantum: number) {
  if (decimals !== null || quantum < 0) return false;
  const zeros = trailingZeros(value);
  const unit = 10 ** zeros;
  const isCoarse =
    zeros >= quantum + coarser.zeros &&
    Math.abs(Number(value)) >= 10 ** (coarser.digits - 1) * unit;
  return (
    isCoarse &&
    trailingZeros(other) <= zeros - coarser.otherZeros &&
    Math.abs(Number(value) - Number(other)) <= unit / 2
  );
}

/** Of equals the earliest. */
function mostPrecise(
  facts: readonly Fact[],
  anchor: Fact,
  quanta: ReadonlyMap<string, number>,
): Fact {
  let best = facts[0] ?? anchor;
  if (facts.length < 2) return best;
  let finest = quantumOf(best, quanta);
  for (const fact of facts) {
    const quantum = quantumOf(fact, quanta);
    if (quantum < finest) [best, finest] = [fact, quantum];
  }
  return best;
}

/** Drops a version that is 10^3 or 10^6 times off another one, unless a second filing repeats it (2.1, scale guard). */
function withoutScaleSlips(versions: readonly Fact[]): readonly Fact[] {
  const soundVersions = versions.filter((fact) => {
    const value = Number(fact.value);
    if (value === 0) return true;
    const repeated = versions.some((o) => o.accession !== fact.accession && o.value === fact.value);
    return repeated || !versions.some((o) => isScaleSlip(value, Number(o.value)));
  });
  return soundVersions.length > 0 ? soundVersions : versions;
}

/** Each step from one value to another that rounding does not explain, oldest first; `rejected` are slips. */
export function listRestatements(
  versions: readonly Fact[],
  quanta: ReadonlyMap<string, number>,
  rejected?: ReadonlyMap<Fact, RestatementSlip>,
): Restatement[] {
  const steps: Restatement[] = [];
  const dated = versions.filter((fact) => fact.filed !== null && tierOf(fact.form) === 1);
  for (let i = 1; i < dated.length; i += 1) {
    const from = dated[i - 1];
    const to = dated[i];
    if (!from || !to || isConsistent(from, to, quanta)) continue;
    const { tag, unit, start, end } = to;
    const slip = rejected?.get(to);
    steps.push({
      tag: `${to.taxonomy}:${tag}`,
      unit,
      start,
      end,
      from: stepOf(from),
      to: stepOf(to),
      ...(slip && { rejected: slip }),
    });
  }
  return steps;
}

function stepOf({ value, accession, filed }: Fact) {
  return { value, accession, filed };
}
