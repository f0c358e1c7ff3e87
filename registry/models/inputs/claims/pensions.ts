import type { QuotedValue } from "../../answers/provenance.ts";
import { round } from "../../answers/rounding.ts";
import { bundledReference } from "../../rates/reference.ts";
import { addDays } from "../dates.ts";
import { factsOf, ownElements } from "../filed-facts.ts";
import { ownPensions, pensionTags } from "../model-tags.ts";
import type { ModelSource } from "../source.ts";
import type { ClaimAmounts } from "./amounts.ts";
import type { At } from "./debt.ts";
import { firstOf, summed } from "./outside.ts";

/** What is paid into a plan saves tax, and what is taken out of one bears it: the same rate for every day. */
const taxRate = bundledReference.rates.marginalTaxRate.value;
const lookBackDays = 400;

/** Plans with more assets than obligations, and with fewer, both after tax; the amounts before tax are in the notes. */
export function pensionsAt(
  source: ModelSource,
  at: At,
): Pick<ClaimAmounts, "pension_surplus" | "pension_deficit"> {
  return {
    pension_surplus: newest(source, at, pensionTags.surplus),
    pension_deficit:
      newest(source, at, pensionTags.deficit) ??
      newest(source, at, [ownElements(source, ownPensions)]),
  };
}

/** Noted once a year: the newest of the last thirteen months. */
function newest(
  source: ModelSource,
  at: At,
  tags: readonly (readonly string[])[],
): QuotedValue | null {
  const dates = tags
    .flat()
    .flatMap((tag) => factsOf(source, tag))
    .flatMap(({ start, end }) => (start === null ? [end] : []))
    .filter((end) => end <= at.end && end > addDays(at.end, -lookBackDays));
  const end = dates.sort().at(-1);
  if (end === undefined) return null;
  const parts = tags.flatMap((one) => positiveOf(source, { ...at, end }, one) ?? []);
  if (parts.length === 0) return null;
  const { value, provenance } = summed({ ...at, end }, parts);
  const before = `${value.toLocaleString("en-US")} before tax`;
  const note = end === at.end ? before : `${before}; as of ${end}, the newest that is filed`;
  return { value: round(value * (1 - taxRate), 2), provenance, note };
}

/** Filers tag what equity holds of a plan as its obligation, too: that is negative and no obligation. */
const positiveOf = (source: ModelSource, at: At, tags: readonly string[]) =>
  tags
    .map((tag) => firstOf(source, at, [tag]))
    .find((quoted) => quoted !== null && quoted.value > 0);
