import type { Span } from "../../filed-facts.ts";
import { isPlacedBelow, partBelow } from "../../members/member-sums.ts";
import type { ModelSource } from "../../source.ts";
import type { Charge } from "../charge.ts";
import { restructuringAndImpairment, restructuringLabel } from "../one-off-tags.ts";

/** What of a charge stands below operating income by its places, or by those of a figure of which it is a part. */
export function partBelowIncome(
  source: ModelSource,
  span: Span,
  { label, value, isOperating, quoted }: Charge,
): number {
  const { taxonomy, concept } = quoted.provenance ?? {};
  if (!isOperating || value !== quoted.value) return 0;
  const below = partBelow(source, `${taxonomy}:${concept}`, span, value);
  const isPart = (tag: string) => isPlacedBelow(source, tag, span, value);
  const isWithin = label === restructuringLabel && restructuringAndImpairment.tags.some(isPart);
  return below === 0 && isWithin ? value : below;
}
