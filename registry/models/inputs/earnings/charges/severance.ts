import type { QuotedValue } from "#registry/models/answers/provenance.ts";
import { daysBetween } from "../../dates.ts";
import { factsOf } from "../../filed-facts.ts";
import type { ModelSource } from "../../source.ts";

const severance = "us-gaap:SeveranceCosts1";
const restructuring = [
  "us-gaap:RestructuringCharges",
  "us-gaap:RestructuringCosts",
  "us-gaap:RestructuringAndRelatedCostIncurredCost",
] as const;

const yearDays = 350;
const yearsMin = 3;

/**
 * True for severance pay that a filer without a restructuring owes its staff each year: stated for three years, and in none of
 * them for less than half of the most (monday.com: 4.6, 7.3 and 8.4; Gilat: 3.1, 3.4 and 3.9, by the law of Israel).
 */
export function isOrdinarySeverance(source: ModelSource, { provenance }: QuotedValue): boolean {
  if (`us-gaap:${provenance?.concept}` !== severance) return false;
  if (restructuring.some((tag) => factsOf(source, tag).length > 0)) return false;
  const ofYears = factsOf(source, severance).filter(
    ({ start, end }) => start !== null && daysBetween(start, end) >= yearDays,
  );
  const values = [...new Map(ofYears.map(({ end, value }) => [end, Number(value)])).values()];
  return values.length >= yearsMin && Math.min(...values) * 2 >= Math.max(...values);
}
