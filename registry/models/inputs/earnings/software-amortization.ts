import { leavesOf } from "../../answers/metrics.ts";
import { factsOf, flowFacts } from "../filed-facts.ts";
import type { ModelSource, SourcePeriod } from "../source.ts";
import { amortizationOfIntangibles, softwareAmortization } from "./depreciation-tags.ts";
import { amount, partOfLine, partsOfFacts, summedLine } from "./income-parts.ts";
import { withLines } from "./replaced-lines.ts";
import { isPrintedRow, isRowOfCashFlow } from "./wear/printed-row.ts";

const wholeKey = "depreciation_and_amortization";
const keys = [wholeKey, "depreciation"] as const;
const depreciation = "us-gaap:Depreciation";

/**
 * Adds amortization of software to depreciation and amortization. The cash flow statement must print it in a row of its own.
 * That row stands beside depreciation (Texas Instruments) or beside depreciation and amortization (Cohu). A note of what
 * depreciation holds adds nothing.
 */
export function withSoftwareAmortization(source: ModelSource): ModelSource {
  if (softwareAmortization.every((tag) => factsOf(source, tag).length === 0)) return source;
  return withLines(source, keys, (period) => {
    const line = lineWith(source, period);
    const { depreciation: alone, ...others } = period.lines;
    return line && { ...others, [wholeKey]: line };
  });
}

/** The line with the row; null where that stands. */
function lineWith(source: ModelSource, period: SourcePeriod) {
  const key = keys.find((one) => period.lines[one]?.value != null);
  const whole = partOfLine(key === undefined ? undefined : period.lines[key]);
  if (whole === null) return null;
  const elements = leavesOf(whole.lineage, source.facts).map(
    ({ taxonomy, tag }) => `${taxonomy}:${tag}`,
  );
  const isOfRows = elements.every(
    (one) =>
      one === depreciation ||
      (amortizationOfIntangibles.includes(one) && isRow(source, period, one)),
  );
  const row = softwareAmortization.find((tag) => isRow(source, period, tag));
  if (row === undefined || !(isOfRows || isPrintedRow(period, row))) return null;
  const rows = flowFacts(source, [row], period);
  const parts = partsOfFacts(source, rows, { label: "amortization_of_software" });
  const value = parts.reduce((sum, [weight, , part]) => sum + weight * part.value, 0);
  if (value <= 0) return null;
  const note = `with amortization of software of ${amount({ value })}, which stands beside depreciation`;
  return summedLine(period, [[1, key ?? wholeKey, whole], ...parts], note);
}

const isRow = (source: ModelSource, period: SourcePeriod, element: string) =>
  isPrintedRow(period, element) || isRowOfCashFlow(source, element);
