import type { ModelSource, SourceLine, SourcePeriod } from "../source.ts";
import { numberOf } from "../source.ts";
import { amortizationBeside, ownAmortization, ownDepreciation } from "./depreciation-tags.ts";
import { printedRows, summedLine, type Weighed } from "./income-parts.ts";
import { ttmWithout } from "./replaced-lines.ts";

const keys = ["depreciation_and_amortization", "depreciation"] as const;

/**
 * The source with depreciation and amortization that a cash flow statement prints under elements of the filer's own, where
 * no line has it (Sony, Honda), with the amortization that stands beside. Depreciation of what is leased to customers is
 * left out, as payments for it are no capital expenditures, and so is a row that holds impairments.
 */
export function withOwnDepreciation(source: ModelSource): ModelSource {
  const changed = new Set<SourcePeriod>();
  const periods = source.periods.map((period) => {
    const line = ownLine(period);
    if (line === null) return period;
    changed.add(period);
    return { ...period, lines: { ...period.lines, depreciation_and_amortization: line } };
  });
  if (changed.size === 0) return source;
  return { ...source, periods, ttm: ttmWithout(source, [...changed], keys) };
}

function ownLine(period: SourcePeriod): SourceLine | null {
  if (keys.some((key) => period.lines[key]?.value != null)) return null;
  const rows = printedRows(period.lines.remaining_operating_cash_flow?.lineage ?? null);
  const parts = rows.flatMap(([weight, label, text, lineage]): Weighed[] => {
    const value = numberOf(text);
    const isCounted = weight === 1 && value !== null && value > 0 && isWear(label);
    return isCounted ? [[1, label, { value, text, lineage }]] : [];
  });
  if (!parts.some(([, label]) => ownDepreciation.test(nameOf(label)))) return null;
  return summedLine(period, parts, "printed under elements of the filer's own");
}

const nameOf = (label: string) => label.replace(/^.*:/, "");

const isWear = (label: string) =>
  amortizationBeside.includes(label) ||
  ownDepreciation.test(nameOf(label)) ||
  ownAmortization.test(nameOf(label));
