import { leavesOf, read } from "../answers/metrics.ts";
import { computedProvenance, type QuotedValue } from "../answers/provenance.ts";
import type { ModelSource, SourcePeriod } from "./source.ts";

/**
 * True where the dividends of a period hold those of preferred stock: a line of common dividends alone does not. Ordinary
 * dividends are by their definition those of preferred stock, too (General Electric).
 */
export function holdsPreferred({ facts }: ModelSource, period: SourcePeriod | undefined): boolean {
  const reading = read(period ?? null, "dividends_paid");
  const leaves = leavesOf(reading?.lineage ?? null, facts);
  return leaves.length > 0 && leaves.some(({ tag }) => !/CommonStock/.test(tag));
}

/** Dividends of the common shares: without those of preferred stock, of the same span. */
export function ofCommonShares(
  paid: QuotedValue | null | undefined,
  preferred: QuotedValue | null | undefined,
): QuotedValue | null {
  if (paid == null) return null;
  const isPart = preferred != null && preferred.value > 0 && preferred.value < paid.value;
  if (!isPart) return paid;
  const end = paid.provenance?.periodEnd ?? "";
  const basis = paid.provenance?.basis ?? "computed";
  const parts = [paid, preferred];
  return {
    value: paid.value - preferred.value,
    provenance: computedProvenance("dividends_paid", "common_dividends", end, parts, basis),
    note: `without preferred dividends of ${preferred.value.toLocaleString("en-US")}`,
  };
}
