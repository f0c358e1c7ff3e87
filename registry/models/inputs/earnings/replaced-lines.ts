import { addDays } from "../dates.ts";
import { type ModelSource, numberOf, type SourceLine, type SourcePeriod } from "../source.ts";
import { partOfLine } from "./income-parts.ts";

/**
 * Trailing columns without the lines that models read otherwise in a period: they are worked out anew. A year that ends
 * within the twelve months is a part of them, too.
 */
export function ttmWithout(
  { ttm }: ModelSource,
  changed: readonly SourcePeriod[],
  keys: readonly string[],
): ModelSource["ttm"] {
  const none = Object.fromEntries(keys.map((key) => [key, null]));
  return ttm.map((column) => {
    const from = addDays(column.end, -360);
    const isHit = changed.some(({ end }) => end <= column.end && end > from);
    return isHit ? { ...column, values: { ...column.values, ...none } } : column;
  });
}

type Lines = SourcePeriod["lines"];

/**
 * The source with other lines in the periods that `linesOf` gives some for; null leaves a period as it is. Trailing columns
 * lose the lines of `keys`, and are worked out anew.
 */
export function withLines(
  source: ModelSource,
  keys: readonly string[],
  linesOf: (period: SourcePeriod) => Lines | null,
): ModelSource {
  const changed: SourcePeriod[] = [];
  const periods = source.periods.map((period) => {
    const lines = linesOf(period);
    if (lines === null) return period;
    changed.push(period);
    return { ...period, lines };
  });
  if (changed.length === 0) return source;
  return { ...source, periods, ttm: ttmWithout(source, changed, keys) };
}

/** The same of one line of each period. */
export const withLine = (
  source: ModelSource,
  [key, ...others]: readonly [string, ...string[]],
  lineOf: (period: SourcePeriod) => SourceLine | null,
): ModelSource =>
  withLines(source, [key, ...others], (period) => {
    const line = lineOf(period);
    return line && { ...period.lines, [key]: line };
  });

const key = "income_tax_expense";
/** How much nearer to net income the turned sign of the tax must come than the filed one. */
const signNearness = 100;

/**
 * The source with income tax on the side that net income shows: a tax below zero although income before tax less its
 * amount comes to net income is turned (Genzyme). A true benefit adds to net income and stays.
 */
export const withTaxSign = (source: ModelSource): ModelSource => withLine(source, [key], turned);

function turned({ lines, currency }: SourcePeriod): SourceLine | null {
  const tax = partOfLine(lines[key]);
  const income = numberOf(lines.pretax_income?.value);
  const net = numberOf(lines.net_income_consolidated?.value) ?? numberOf(lines.net_income?.value);
  if (tax === null || income === null || net === null || tax.value >= 0) return null;
  const [asFiled, asTurned] = [income - tax.value, income + tax.value].map((left) =>
    Math.abs(left - net),
  );
  if ((asTurned ?? 0) * signNearness >= (asFiled ?? 0)) return null;
  return {
    ...{ value: String(-tax.value), lineage: ["sign", [-1, key, tax.text, tax.lineage]] },
    ...{ unit: currency, reason: null, flags: [] },
    note: "above zero, as net income is after it",
  };
}
