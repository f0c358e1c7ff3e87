import { leavesOf } from "#registry/models/answers/metrics.ts";
import type { QuotedValue } from "#registry/models/answers/provenance.ts";
import type { Span } from "../../filed-facts.ts";
import type { ModelSource } from "../../source.ts";
import { flowAt, periodOf, totalOf } from "../charge.ts";
import { printedOperands } from "../income-parts.ts";
import { allImpairments } from "../one-off-tags.ts";

/**
 * What several rows of impairments of one cash flow statement come to: none of them holds another (GameStop 2022: 34.0 on
 * digital assets beside 2.7). Null where it prints fewer than two.
 */
export function rowsOfImpairments(source: ModelSource, span: Span): QuotedValue | null {
  const lines = periodOf(source, span)?.lines;
  const rows = printedOperands(lines?.remaining_operating_cash_flow).flatMap(([, , , row]) =>
    leavesOf(row, source.facts).map(({ taxonomy, tag }) => `${taxonomy}:${tag}`),
  );
  const printed = allImpairments.tags
    .filter((tag) => rows.includes(tag))
    .flatMap((tag) => flowAt(source, [tag], span) ?? [])
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value);
  const [first, second] = printed;
  if (first === undefined || second === undefined) return null;
  return { ...first, value: totalOf(printed), note: "with another row of the cash flow statement" };
}
