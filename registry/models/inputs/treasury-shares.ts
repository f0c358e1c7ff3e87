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
  { end, lines: { shares_issued: issued, treasury_shares: treasury } }: SourcePeriod,
  cover: QuotedValue,
): QuotedValue {
  const [fact = null] = leavesOf(treasury?.lineage ?? null, source.facts);
  const held = quoteFact(fact, "shares_outstanding", "instant");
  const isIssued = numberOf(issued?.value) === cover.value;
  if (!isIssued || held === null || held.value <= 0 || held.value >= cover.value) return cover;
  const parts = [cover, { ...held, value: -held.value }];
  return {
    value: cover.value - held.value,
    provenance: computedProvenance("shares_outstanding", "shares_less_treasury", end, parts),
  };
}
