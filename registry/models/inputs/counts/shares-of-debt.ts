import { computedProvenance, type QuotedValue } from "../../answers/provenance.ts";
import { flowFact, quoteFact } from "../filed-facts.ts";
import { convertedDebt } from "../model-tags.ts";
import type { ModelSource } from "../source.ts";

/**
 * The shares of a span that convertible debt would become, where diluted income is before its interest: the bridge has
 * that debt. Null elsewhere: what a price is above the debt dilutes beside it (NVIDIA 2018).
 */
export function sharesOfDebt(
  source: ModelSource,
  { start, end }: { start: string; end: string },
): QuotedValue | null {
  const at = (tags: readonly string[], currency: string | null) =>
    quoteFact(flowFact(source, tags, { start, end, currency }), "diluted_shares", "computed");
  const shares = at(convertedDebt.shares, "shares");
  const interest = at(convertedDebt.interest, null)?.value ?? 0;
  return shares !== null && shares.value > 0 && interest > 0 ? shares : null;
}

/** A diluted average without the shares of convertible debt. */
export function withoutDebt(diluted: QuotedValue, held: QuotedValue): QuotedValue {
  const end = diluted.provenance?.periodEnd ?? "";
  const parts = [diluted, { ...held, value: -held.value }];
  const provenance = computedProvenance("diluted_shares", "diluted_without_debt", end, parts);
  return { ...diluted, value: diluted.value - held.value, provenance };
}
