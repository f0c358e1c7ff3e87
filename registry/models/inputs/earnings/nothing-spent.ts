import { flowFact } from "../filed-facts.ts";
import type { ModelSource, SourceLine, SourcePeriod } from "../source.ts";
import { proceedsFromAssets } from "./costs/cost-tags.ts";
import { isPrinted, partOfFact, partOfLine, summedLine, type Weighed } from "./income-parts.ts";

const key = "capital_expenditure";

type Sum = readonly (readonly [concept: string, weight: 1 | -1])[];

/** Cash used in investing less all of its rows but capital expenditures. */
const investing: Sum = [
  ["investing_cash_flow", -1],
  ["remaining_investing_cash_flow", 1],
  ["purchase_of_intangibles", -1],
  ["acquisitions_net", -1],
  ["purchase_of_investments", -1],
  ["proceeds_from_investments", 1],
];

/** Where the total of investing is blank, too: the change in cash without it. */
const change: Sum = [
  ["net_change_in_cash", -1],
  ["operating_cash_flow", 1],
  ["financing_cash_flow", 1],
  ["fx_effect_on_cash", 1],
];

/**
 * The source with capital expenditures of 0 in periods whose row of them is blank: other periods have the row, and the total of
 * the statement is what its other rows come to (VerifyMe 2022, Gulf Resources 2023; SUNation 2026Q1: assets sold for 2,700). Else
 * the line stays null.
 */
export function withoutSpending(source: ModelSource): ModelSource {
  if (source.periods.every(({ lines }) => lines[key]?.value == null)) return source;
  const periods = source.periods.map((period) => {
    const line = period.lines[key]?.value == null ? nothingSpent(source, period) : null;
    return line === null ? period : { ...period, lines: { ...period.lines, [key]: line } };
  });
  return { ...source, periods };
}

function nothingSpent(source: ModelSource, period: SourcePeriod): SourceLine | null {
  const { lines } = period;
  const rest = lines.remaining_investing_cash_flow;
  const isTotal = lines.investing_cash_flow?.value != null;
  if (rest?.value != null && !isPrinted(rest)) return null;
  if (!isTotal && investing.some(([concept]) => lines[concept]?.value != null)) return null;
  const parts = (isTotal ? investing : change).flatMap(([concept, weight]): Weighed[] => {
    const part = partOfLine(lines[concept]);
    return part === null ? [] : [[weight, concept, part]];
  });
  const sold = isTotal && rest?.value == null ? flowFact(source, proceedsFromAssets, period) : null;
  const proceeds = partOfFact(source, sold);
  if (proceeds !== null) parts.push([1, "proceeds_from_assets", proceeds]);
  const isKnown = isTotal || (partOfLine(lines.net_change_in_cash) !== null && parts.length > 2);
  const line = summedLine(period, parts, "none: the other rows of the statement come to its total");
  return isKnown && line.value === "0" ? line : null;
}
