import type { Span } from "../../filed-facts.ts";
import { belowWith, partBelow } from "../../members/member-sums.ts";
import type { ModelSource } from "../../source.ts";
import type { Charge } from "../charge.ts";
import { restructuringAndImpairment, restructuringLabel } from "../one-off-tags.ts";

/** The charge with what of it stands below operating income by its places apart, or all that a wider figure has there. */
export function atPlaces(source: ModelSource, span: Span, charge: Charge): Charge[] {
  const { label, value, isOperating, quoted } = charge;
  const { taxonomy, concept } = quoted.provenance ?? {};
  if (!isOperating || value !== quoted.value) return [charge];
  const below = partBelow(source, `${taxonomy}:${concept}`, span, value);
  const wider = label === restructuringLabel && below === 0 ? restructuringAndImpairment.tags : [];
  const [all] = wider.flatMap((tag) => belowWith(source, tag, span, value) || []);
  if (all !== undefined) return [{ ...charge, label: widerLabel, value: all, isOperating: false }];
  if (below === 0) return [charge];
  const rest = { ...charge, value: value - below };
  return [...(rest.value === 0 ? [] : [rest]), { ...charge, value: below, isOperating: false }];
}

const widerLabel = `${restructuringLabel}, with other costs in its row`;
