import type { ModelSource, SourceLine, SourcePeriod } from "../source.ts";
import { numberOf } from "../source.ts";
import {
  amortizationBeside,
  ownAmortization,
  ownDepreciation,
  wearAndOther,
} from "./depreciation-tags.ts";
import { printedRows, summedLine, type Weighed } from "./income-parts.ts";
import { ttmWithout } from "./replaced-lines.ts";

const keys = ["depreciation_and_amortization", "depreciation"] as const;

/**
 * The source with depreciation and amortization that a cash flow statement prints under elements of the filer's own, where
 * no line has it (Sony, Honda), with the amortization that stands beside. Depreciation of what is leased to customers is
 * left out, as payments for it are no capital expenditures, and so is a row that holds impairments. A row of
 * depreciation, amortization and other counts where notes of a year show that most of it is wear (Microsoft).
 */
export function withOwnDepreciation(source: ModelSource): ModelSource {
  const changed = new Set<SourcePeriod>();
  const withOther = source.periods.flatMap(rowsMostlyWear);
  const periods = source.periods.map((period) => {
    const line = ownLine(period) ?? rowWithOther(period, withOther);
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

/** Part of a row of depreciation, amortization and other that notes must state as such. */
const wearMin = 0.8;

/** The labels of such rows of a period whose line is a sum of notes that comes to most of the row. */
function rowsMostlyWear(period: SourcePeriod): string[] {
  const { lineage = null, value } = period.lines[keys[0]] ?? {};
  const noted = numberOf(value);
  const isOfNotes = Array.isArray(lineage) && lineage[0] === "derivation";
  if (noted === null || !isOfNotes) return [];
  return printedRows(period.lines.remaining_operating_cash_flow?.lineage ?? null).flatMap(
    ([weight, label, text]) => {
      const whole = weight * (numberOf(text) ?? 0);
      const isMost = noted >= wearMin * whole && noted <= whole;
      return wearAndOther.test(nameOf(label)) && isMost ? [label] : [];
    },
  );
}

function rowWithOther(period: SourcePeriod, labels: readonly string[]): SourceLine | null {
  const rows = printedRows(period.lines.remaining_operating_cash_flow?.lineage ?? null);
  const row = rows.find(([, label]) => labels.includes(label));
  const value = numberOf(row?.[2]);
  if (row === undefined || value === null) return null;
  const [weight, label, text, lineage] = row;
  const note = "a row of the cash flow statement that also holds other items";
  return summedLine(period, [[weight > 0 ? 1 : -1, label, { value, text, lineage }]], note);
}

const nameOf = (label: string) => label.replace(/^.*:/, "");

const isWear = (label: string) =>
  amortizationBeside.includes(label) ||
  ownDepreciation.test(nameOf(label)) ||
  ownAmortization.test(nameOf(label));
