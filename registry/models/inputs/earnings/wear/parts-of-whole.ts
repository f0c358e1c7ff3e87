import { leavesOf } from "#registry/models/answers/metrics.ts";
import { daysBetween } from "../../dates.ts";
import { flowFact } from "../../filed-facts.ts";
import { type ModelSource, numberOf, type SourceLine, type SourcePeriod } from "../../source.ts";
import { discontinuedFlows } from "../depreciation-tags.ts";
import { lineOf, partOfFact, partOfLine } from "../income-parts.ts";
import { discontinuedIncome } from "../one-off-tags.ts";
import { withLines } from "../replaced-lines.ts";

const key = "depreciation_and_amortization";
const keys = [key, "depreciation"] as const;
/** Of the whole of a year: what parts must come to before they stand for the whole of a quarter. */
const mostOfWhole = 0.8;
const daysOfYear = 400;

/**
 * Some filers state parts of depreciation and amortization in the notes of a quarter, and no total. Such parts are no total if,
 * in the year, they come to much less than the total. The quarter then takes the cash flow row, which some file under the
 * element of discontinued operations although they have none (MiMedx), and is null without one.
 */
export function withoutMereParts(source: ModelSource): ModelSource {
  const years = source.periods.filter(({ fiscalPeriod }) => fiscalPeriod === "FY");
  return withLines(source, keys, (period) => {
    if (period.fiscalPeriod === "FY" || !isMerePart(source, years, period)) return null;
    const { depreciation, ...others } = period.lines;
    return { ...others, [key]: rowOf(source, period) };
  });
}

/** True where the elements of the line come to much less than the line of the nearest year, which has others. */
function isMerePart(
  source: ModelSource,
  years: readonly SourcePeriod[],
  period: SourcePeriod,
): boolean {
  const elementsOf = ({ lines }: SourcePeriod) =>
    [...new Set(leavesOf(lines[key]?.lineage ?? null, source.facts))].map(
      ({ taxonomy, tag }) => `${taxonomy}:${tag}`,
    );
  const parts = [...new Set(elementsOf(period))];
  const apart = (year: SourcePeriod) => Math.abs(daysBetween(year.end, period.end));
  const [year] = years
    .filter((one) => apart(one) <= daysOfYear)
    .sort((a, b) => apart(a) - apart(b));
  const whole = year && partOfLine(year.lines[key]);
  if (year === undefined || whole == null || parts.length === 0) return false;
  if (elementsOf(year).some((one) => parts.includes(one))) return false;
  const amounts = parts.map((tag) => numberOf(flowFact(source, [tag], year)?.value));
  if (amounts.some((one) => one === null)) return false;
  return amounts.reduce<number>((sum, one) => sum + (one ?? 0), 0) < mostOfWhole * whole.value;
}

function rowOf(source: ModelSource, period: SourcePeriod): SourceLine {
  const row = partOfFact(source, flowFact(source, discontinuedFlows.depreciation, period));
  const isDiscontinued = (numberOf(flowFact(source, discontinuedIncome, period)?.value) ?? 0) !== 0;
  const parts = numberOf(period.lines[key]?.value) ?? 0;
  if (row === null || isDiscontinued || row.value <= parts) return { value: null, lineage: null };
  return {
    ...lineOf(row, period),
    note: "filed as that of discontinued operations, of which there are none",
  };
}
