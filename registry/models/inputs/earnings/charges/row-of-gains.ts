import { leavesOf } from "#registry/models/answers/metrics.ts";
import type { QuotedValue } from "#registry/models/answers/provenance.ts";
import type { Span } from "../../filed-facts.ts";
import type { ModelSource } from "../../source.ts";
import { flowAt, periodOf } from "../charge.ts";
import { disposals } from "../one-off-tags.ts";

/**
 * True for a row of restructuring and impairment that gains make negative (McDonald's 2021: -285.4), unless the result of
 * disposals has as much and so may hold them (2017: gains of 1,155.8, row of -702.8).
 */
export function isRowOfGains(source: ModelSource, span: Span, whole: QuotedValue): boolean {
  const line = periodOf(source, span)?.lines.restructuring_charges ?? null;
  const isRow = leavesOf(line?.lineage ?? null, source.facts).some(
    ({ tag }) => tag === whole.provenance?.concept,
  );
  return isRow && (flowAt(source, disposals, span)?.value ?? 0) < -whole.value;
}
