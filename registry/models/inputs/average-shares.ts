import type { LineageRule } from "#schemas/shapes/companies/statement.ts";
import { type Reading, read } from "../answers/metrics.ts";
import { type QuotedValue, quote } from "../answers/provenance.ts";
import type { Anchors } from "./anchors.ts";
import type { ModelSource, SourcePeriod } from "./source.ts";

/** Average shares of one period. */
export interface Averages {
  basic: QuotedValue;
  diluted: QuotedValue;
  /** First day of the period. */
  start: string;
}

/** Of the newest period of which a diluted average is filed; a missing basic one counts as equal. */
export function latestAverages(source: ModelSource, anchors: Anchors): Averages | null {
  for (const period of known(source, anchors)) {
    const diluted = quote(source, filed(read(period, "diluted_shares")), "computed");
    const basic = quote(source, filed(read(period, "basic_shares")), "computed");
    if (diluted !== null && diluted.value > 0) {
      return { diluted, basic: basic ?? diluted, start: period.start };
    }
  }
  return null;
}

const asFiled: ReadonlySet<LineageRule> = new Set([
  "sum_of_classes",
  "sum_of_tags",
  "scale",
  "submitted",
]);

/** The reading, unless it is computed from other periods: the average of a fourth quarter is never filed. */
function filed(reading: Reading | null): Reading | null {
  const lineage = reading?.lineage ?? null;
  return Array.isArray(lineage) && !asFiled.has(lineage[0]) ? null : reading;
}

/** Diluted over basic; 1 where it is not above. */
export function dilution({ basic, diluted }: Averages): number {
  if (basic.value <= 0 || diluted.value < basic.value) return 1;
  return diluted.value / basic.value;
}

/**
 * Periods up to the balance sheet date, newest first, at one end the longest last: its quarter is the latest period.
 */
function known(source: ModelSource, { balanceSheetDate }: Anchors): SourcePeriod[] {
  return source.periods
    .filter(({ end }) => end <= balanceSheetDate)
    .sort((a, b) => (a.end === b.end ? (a.start < b.start ? 1 : -1) : a.end < b.end ? 1 : -1));
}
