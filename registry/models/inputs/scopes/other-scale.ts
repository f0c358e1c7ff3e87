import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { leavesOf } from "../../answers/metrics.ts";
import { type ModelSource, numberOf, type SourceLine, type SourcePeriod } from "../source.ts";

/** Parts of total assets, or of what they are paid with, that other statements of a report state. */
const parts = ["total_equity", "cash_and_restricted_cash"] as const;
/** A part that is so many times the whole is of another scale. */
const scaleMin = 100;

/**
 * The source without a balance sheet that is tagged at another scale than the rest of its report: total assets are then far
 * below their parts (Hill-Rom 2021: 4,999.1 USD beside cash of 271,800,000 in the statement of cash flows).
 */
export function withoutOtherScale(source: ModelSource): ModelSource {
  const days = new Map(source.periods.flatMap((period) => wholeOf(period) ?? []));
  if (days.size === 0) return source;
  const isOther = ({ start, end, value }: Fact) =>
    start === null && Math.abs(numberOf(value) ?? 0) <= (days.get(end) ?? -1);
  const lineOf = (line: SourceLine): SourceLine => {
    const leaves = leavesOf(line.lineage, source.facts);
    return leaves.length > 0 && leaves.every(isOther)
      ? { value: null, lineage: null, reason: "scale_conflict" }
      : line;
  };
  const periods = source.periods.map((period) => ({
    ...period,
    lines: Object.fromEntries(
      Object.entries(period.lines).map(([key, line]) => [key, lineOf(line)] as const),
    ),
  }));
  return { ...source, periods };
}

/** The day and total assets of a balance sheet of another scale; null of any other one. */
function wholeOf({ end, lines }: SourcePeriod): [[day: string, assets: number]] | null {
  const assets = numberOf(lines.total_assets?.value);
  if (assets === null || assets <= 0) return null;
  const isAbove = parts.some((key) => (numberOf(lines[key]?.value) ?? 0) > scaleMin * assets);
  return isAbove ? [[end, assets]] : null;
}
