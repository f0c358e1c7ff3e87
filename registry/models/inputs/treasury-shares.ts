import { leavesOf } from "../answers/metrics.ts";
import { computedProvenance, type QuotedValue } from "../answers/provenance.ts";
import { quoteFact } from "./filed-facts.ts";
import { type ModelSource, numberOf, type SourcePeriod } from "./source.ts";

/**
 * The count of a cover without treasury shares, where it is that of the issued shares of the balance sheet, which hold
 * them (Companhia Siderúrgica Nacional). A cover is to state what is outstanding.
 */
export function withoutTreasury(
  source: ModelSource,
  period: SourcePeriod,
  cover: QuotedValue,
): QuotedValue {
  return issuedLessTreasury(source, period, cover) ?? cover;
}

/**
 * The same of a count that the balance sheet states as outstanding, where the basic average of the period is nearer to it
 * then (Citrix): others state a count without treasury shares as issued, too (Travelers).
 */
export function outstandingOf(
  source: ModelSource,
  period: SourcePeriod,
  count: QuotedValue,
  basic: number | null,
): QuotedValue {
  const less = basic === null ? null : issuedLessTreasury(source, period, count);
  if (less === null || basic === null) return count;
  return Math.abs(less.value - basic) < Math.abs(count.value - basic) ? less : count;
}

function issuedLessTreasury(
  source: ModelSource,
  { end, lines: { shares_issued: issued, treasury_shares: treasury } }: SourcePeriod,
  count: QuotedValue,
): QuotedValue | null {
  const [fact = null] = leavesOf(treasury?.lineage ?? null, source.facts);
  const held = quoteFact(fact, "shares_outstanding", "instant");
  const isIssued = numberOf(issued?.value) === count.value;
  if (!isIssued || held === null || held.value <= 0 || held.value >= count.value) return null;
  const parts = [count, { ...held, value: -held.value }];
  return {
    value: count.value - held.value,
    provenance: computedProvenance("shares_outstanding", "shares_less_treasury", end, parts),
  };
}
