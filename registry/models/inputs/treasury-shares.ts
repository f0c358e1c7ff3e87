import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { leavesOf, read } from "../answers/metrics.ts";
import { computedProvenance, type QuotedValue } from "../answers/provenance.ts";
import { countTags } from "./counts/count-tags.ts";
import { filedFact, quoteFact } from "./filed-facts.ts";
import { basicOfEarnings } from "./shares-of-earnings.ts";
import { type ModelSource, numberOf, type SourcePeriod } from "./source.ts";

/** How far, in treasury shares, a cover may lie from issued shares that the balance sheet rounds or states of another day. */
const nearIssued = 0.1;

/** The count of a cover without treasury shares, and without those in a trust of the company's own. */
export const withoutTreasury = (
  source: ModelSource,
  period: SourcePeriod,
  cover: QuotedValue,
): QuotedValue => withoutTrust(source, period, ofCover(source, period, cover));

/**
 * The count of a cover without treasury shares, where it is that of the issued shares of the balance sheet, which hold
 * them (Companhia Siderúrgica Nacional, Celadon). A cover is to state what is outstanding. Where the balance
 * sheet states that count as outstanding, or a rounded one, the basic average must be nearer to that without them (Netflix).
 */
function ofCover(source: ModelSource, period: SourcePeriod, cover: QuotedValue): QuotedValue {
  const issued = issuedOf(period);
  const less = issued === null ? null : lessHeld(period, cover, treasuryOf(source, period));
  if (issued === null || less === null) return cover;
  // A balance sheet that states the same count as outstanding may state it as issued without treasury shares.
  const outstanding = numberOf(period.lines.shares_outstanding?.value);
  if (issued === cover.value && outstanding !== issued) return less;
  const basic = read(period, "basic_shares")?.value ?? null;
  if (basic === null) return issued === cover.value ? less : cover;
  const isNear = Math.abs(issued - cover.value) <= nearIssued * (cover.value - less.value);
  return isNear ? nearer(basic, cover, less) : cover;
}

/** Share of what two counts lie apart: by less the average of a moving count tells nothing. */
const toldApart = 0.1;

/** The other count where the average is clearly nearer to it, else the first. */
function nearer(basic: number, one: QuotedValue, other: QuotedValue): QuotedValue {
  const [here, there] = [one, other].map(({ value }) => Math.abs(value - basic));
  const margin = toldApart * Math.abs(one.value - other.value);
  return (here ?? 0) - (there ?? 0) > margin ? other : one;
}

/**
 * The same of a count that the balance sheet states as outstanding, where the basic average of the period is nearer to it
 * then (Citrix): others state a count without treasury shares as issued, too (Travelers). Without an average it is net
 * income over earnings per share (Nidec).
 */
export function outstandingOf(
  source: ModelSource,
  period: SourcePeriod,
  count: QuotedValue,
  average: number | null,
): QuotedValue {
  const basic = average ?? basicOfEarnings(source, period);
  const isIssued = [null, count.value].includes(issuedOf(period));
  const less = isIssued ? lessHeld(period, count, treasuryOf(source, period)) : null;
  const left = less === null || basic === null ? count : nearer(basic, count, less);
  return withoutTrust(source, period, left);
}

/** A count without the shares in a trust that the company owns, where the basic average is nearer to it then (Eli Lilly: 50 million). */
function withoutTrust(source: ModelSource, period: SourcePeriod, count: QuotedValue): QuotedValue {
  const basic = read(period, "basic_shares")?.value ?? null;
  const instant = { start: null, end: period.end, unit: "shares" };
  const less = lessHeld(period, count, filedFact(source, countTags.inTrust, instant));
  return less === null || basic === null ? count : nearer(basic, count, less);
}

const issuedOf = ({ lines }: SourcePeriod) => numberOf(lines.shares_issued?.value);

function treasuryOf(source: ModelSource, { lines }: SourcePeriod): Fact | null {
  const [fact = null] = leavesOf(lines.treasury_shares?.lineage ?? null, source.facts);
  return fact;
}

function lessHeld(
  { end }: SourcePeriod,
  count: QuotedValue,
  fact: Fact | null,
): QuotedValue | null {
  const held = quoteFact(fact, "shares_outstanding", "instant");
  if (held === null || held.value <= 0 || held.value >= count.value) return null;
  const parts = [count, { ...held, value: -held.value }];
  return {
    value: count.value - held.value,
    provenance: computedProvenance("shares_outstanding", "shares_less_treasury", end, parts),
  };
}
