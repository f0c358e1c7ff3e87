import {
  type BreakdownSummary,
  breakdownKinds,
  type SegmentSeries,
} from "#schemas/shapes/companies/segments.ts";
import { segmentFactsOf } from "./dimensioned-facts.ts";
import {
  addsUp,
  type ReportOfFiling,
  type SegmentContext,
  segmentSeries,
} from "./segment-series.ts";

/** What each breakdown of `everyBreakdown` has: its periods, and in how many of them the members add up. */
export function listBreakdowns(
  reports: readonly ReportOfFiling[],
  asOf: string | null,
  context: SegmentContext,
): BreakdownSummary[] {
  return everyBreakdown(reports, asOf, context).map(summaryOf);
}

/**
 * Every breakdown of a concept that the reports have, by the order of kinds and of the registry. Concepts that no filing
 * breaks down are not in the list; of concepts that have the same elements (they are for different industries) the first is.
 */
export function everyBreakdown(
  reports: readonly ReportOfFiling[],
  asOf: string | null,
  context: SegmentContext,
): SegmentSeries[] {
  const stated = brokenDown(reports);
  const concepts = context.registry.concepts.filter(
    ({ status, mappings }) =>
      status === "active" &&
      mappings.some(({ taxonomy, xbrlConcept }) => stated.has(`${taxonomy}:${xbrlConcept}`)),
  );
  return breakdownKinds.flatMap((by) => {
    const seen = new Set<string>();
    return concepts.flatMap(({ snakeKey: metric }) => {
      const series = segmentSeries(reports, { by, metric, asOf, view: "latest" }, context);
      if (series === null || series.periods.length === 0) return [];
      const elements = series.periods.map(({ key, element }) => `${key} ${element}`).join();
      if (seen.has(elements)) return [];
      seen.add(elements);
      return [series];
    });
  });
}

/** Elements with values of members. */
function brokenDown(reports: readonly ReportOfFiling[]): Set<string> {
  const elements = new Set<string>();
  for (const { report } of reports) {
    for (const [element, facts] of segmentFactsOf(report).byElement) {
      if (facts.some(({ members }) => members.size > 0)) elements.add(element);
    }
  }
  return elements;
}

function summaryOf({ by, metric, periods, members }: SegmentSeries): BreakdownSummary {
  const newest = periods[0]?.key ?? "";
  return {
    by,
    metric,
    periods: periods.map(({ key }) => key),
    reconciled: periods.filter(addsUp).length,
    members: members.filter(({ values }) => values[newest]?.role === "part").length,
  };
}
