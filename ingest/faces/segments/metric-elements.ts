import type { Registry } from "#schemas/shapes/companies/concept.ts";

/** An element that states a metric. */
export interface MetricElement {
  element: string;
  /** The element measures exactly the metric. */
  isExact: boolean;
}

/** What only notes on segments have, by the snakeKey of the concept whose part it states. */
const ofNotes: Partial<Record<string, readonly string[]>> = Object.assign(Object.create(null), {
  revenue: ["us-gaap:SegmentReportingInformationRevenue"],
  operating_income: ["us-gaap:SegmentReportingInformationOperatingIncomeLoss"],
  pretax_income: ["us-gaap:SegmentReportingInformationIncomeLossBeforeIncomeTaxes"],
  capital_expenditure: [
    "us-gaap:SegmentExpenditureAdditionToLongLivedAssets",
    "us-gaap:SegmentReportingInformationExpendituresForAdditionsToLongLivedAssets",
  ],
});

/**
 * The elements of a metric in the order of the registry: of a concept by its snakeKey, or the one element of that
 * qualified name. Null for a name that is neither.
 */
export function elementsOfMetric(registry: Registry, metric: string): MetricElement[] | null {
  if (metric.includes(":")) return [{ element: metric, isExact: true }];
  const concept = registry.bySnakeKey.get(metric);
  if (!concept) return null;
  const elements = new Map<string, MetricElement>();
  for (const { taxonomy, xbrlConcept, sign, scope } of concept.mappings) {
    const element = `${taxonomy}:${xbrlConcept}`;
    if (sign === 1 && !elements.has(element))
      elements.set(element, { element, isExact: scope === "exact" });
  }
  for (const element of ofNotes[metric] ?? []) elements.set(element, { element, isExact: true });
  return [...elements.values()];
}
