import { computedProvenance, type QuotedValue } from "../answers/provenance.ts";
import type { Anchors } from "./anchors.ts";
import { addDays } from "./dates.ts";
import { flowFact, quoteFact, type Span } from "./filed-facts.ts";
import { allImpairments, oneOffs } from "./model-tags.ts";
import type { ModelSource, SourcePeriod } from "./source.ts";

/** One charge of a span of time; a gain is negative. */
interface Charge {
  label: string;
  value: number;
  isTaxed: boolean;
  quoted: QuotedValue;
}

/** What normalised earnings add back for a span, charge by charge. */
export interface Charges {
  charges: Charge[];
  /** Before tax; 0 where none is filed. */
  total: number;
}

/** Impairments, restructuring and results of disposals that filings state for exactly this span. */
export function chargesOf(source: ModelSource, span: Span): Charges {
  const charges = oneOffs.flatMap(({ label, tags, effect, isTaxed }): Charge[] => {
    const quoted = flowAt(source, tags, span);
    if (quoted === null || quoted.value === 0) return [];
    return [{ label, value: -effect * quoted.value, isTaxed, quoted }];
  });
  const impaired = charges.filter(({ label }) => label.includes("impairment"));
  const all = flowAt(source, allImpairments.tags, span);
  const left = (all?.value ?? 0) - totalOf(impaired);
  if (all !== null && left > 0) {
    charges.push({ label: allImpairments.label, value: left, isTaxed: true, quoted: all });
  }
  return { charges, total: totalOf(charges) };
}

const totalOf = (charges: readonly Charge[]) => charges.reduce((sum, { value }) => sum + value, 0);

const flowAt = (source: ModelSource, tags: readonly string[], span: Span): QuotedValue | null =>
  quoteFact(flowFact(source, tags, span), "operating_income", "computed");

/** Of the twelve months to the balance sheet: the year, plus the year to date, less that of a year earlier. */
export function trailingCharges(
  source: ModelSource,
  { balanceSheetDate, yearEnd, currency }: Anchors,
  years: readonly SourcePeriod[],
): Charges {
  const year = years.at(-1);
  if (year === undefined) return { charges: [], total: 0 };
  const full = chargesOf(source, { start: year.start, end: year.end, currency });
  if (balanceSheetDate === yearEnd) return full;
  const now = { start: addDays(year.end, 1), end: balanceSheetDate, currency };
  const then = { start: year.start, end: addDays(balanceSheetDate, -365), currency };
  const earlier = chargesOf(source, then).charges.map((one) => ({ ...one, value: -one.value }));
  const charges = [
    ...chargesOf(source, now).charges.map((one) => named(one, "year to date")),
    ...full.charges.map((one) => named(one, "last fiscal year")),
    ...earlier.map((one) => named(one, "less its part of a year earlier")),
  ];
  return { charges, total: totalOf(charges) };
}

const named = (charge: Charge, when: string): Charge => ({
  ...charge,
  label: `${charge.label}, ${when}`,
});

/** After tax: what tax law gives no relief for counts in full. */
export const afterTax = ({ charges }: Charges, taxRate: number): number =>
  charges.reduce((sum, { value, isTaxed }) => sum + value * (isTaxed ? 1 - taxRate : 1), 0);

/** Every charge with its filing, in words. */
export function describeCharges({ charges }: Charges): string {
  if (charges.length === 0)
    return "no impairment, restructuring or disposal is filed for the twelve months";
  return charges
    .map(({ label, value, quoted }) => {
      const filing = quoted.provenance?.accessionNumber ?? "unknown filing";
      return `${label} ${value.toLocaleString("en-US")} (${filing})`;
    })
    .join("; ");
}

/** The sum with the fact and filing of each part; null without any. */
export function quoteCharges({ charges, total }: Charges, end: string): QuotedValue | null {
  if (charges.length === 0) return null;
  const parts = charges.map(({ quoted }) => quoted);
  return {
    value: total,
    provenance: computedProvenance("operating_income", "one_off_charges", end, parts, "computed"),
  };
}

/** A flow of tags that models read, over the twelve months to the balance sheet; null where a part is missing. */
export function trailingFlow(
  source: ModelSource,
  { balanceSheetDate, yearEnd, currency }: Anchors,
  years: readonly SourcePeriod[],
  tags: readonly string[],
): QuotedValue | null {
  const year = years.at(-1);
  if (year === undefined) return null;
  const full = flowAt(source, tags, { start: year.start, end: year.end, currency });
  if (balanceSheetDate === yearEnd || full === null) return full;
  const now = flowAt(source, tags, {
    ...{ start: addDays(year.end, 1), end: balanceSheetDate, currency },
  });
  const then = flowAt(source, tags, {
    ...{ start: year.start, end: addDays(balanceSheetDate, -365), currency },
  });
  if (now === null || then === null) return full;
  return {
    value: full.value + now.value - then.value,
    provenance: computedProvenance("net_income", "gains", balanceSheetDate, [full, now, then]),
  };
}
