import { leavesOf } from "../../answers/metrics.ts";
import type { ModelSource, SourceLine, SourcePeriod } from "../source.ts";
import { numberOf } from "../source.ts";
import {
  amortizationBeside,
  ownAmortization,
  ownDepreciation,
  paidForLeases,
  wearAndOther,
  wearOfLeased,
} from "./depreciation-tags.ts";
import { amount, partOfLine, printedRows, summedLine, type Weighed } from "./income-parts.ts";
import { withLine } from "./replaced-lines.ts";

const keys = ["depreciation_and_amortization", "depreciation"] as const;

/**
 * The source with depreciation and amortization that a cash flow statement prints under elements of the filer's own, where
 * no line has it (Sony, Honda), with the amortization that stands beside. Depreciation of what is leased to customers is
 * left out, as payments for it are no capital expenditures, and so is a row that holds impairments. A row of
 * depreciation, amortization and other counts where notes of a year show that most of it is wear (Microsoft), and in place of
 * less that a note rounds (Cisco). What a note states is without the row of what is leased to customers (General Motors).
 */
export function withOwnDepreciation(source: ModelSource): ModelSource {
  const withOther = source.periods.flatMap(rowsMostlyWear);
  return withLine(
    source,
    keys,
    (period) =>
      ownLine(period) ??
      rowWithOther(period, [...withOther, ...rowsBeyondRounded(source, period)]) ??
      withoutLeased(period),
  );
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

/** The labels of such rows of a period whose line is less, and a figure of a note that is less exact than the row. */
function rowsBeyondRounded({ facts }: ModelSource, { lines }: SourcePeriod): string[] {
  const line = lines[keys[0]];
  const value = numberOf(line?.value);
  if (value === null || line?.flags?.includes("note") !== true) return [];
  const [fact, another] = leavesOf(line.lineage, facts);
  const decimals = another === undefined ? (fact?.decimals ?? null) : null;
  if (decimals === null) return [];
  return printedRows(lines.remaining_operating_cash_flow?.lineage ?? null).flatMap(
    ([weight, label, text, lineage]) => {
      const [row] = leavesOf(lineage, facts);
      const isMore = weight * (numberOf(text) ?? 0) > value && (row?.decimals ?? 0) > decimals;
      return wearAndOther.test(nameOf(label)) && isMore ? [label] : [];
    },
  );
}

/**
 * A note's figure without what is leased to customers, where the cash flow statement has a row of that, and payments for
 * it apart from capital expenditures. The other rows of depreciation must come nearer to what is left.
 */
function withoutLeased(period: SourcePeriod): SourceLine | null {
  const { remaining_operating_cash_flow: rest, remaining_investing_cash_flow: paid } = period.lines;
  const line = period.lines[keys[0]];
  const whole = partOfLine(line);
  if (whole === null || line?.flags?.includes("note") !== true) return null;
  const rows = printedRows(rest?.lineage ?? null).flatMap(([, label, text, lineage]): Weighed[] => {
    const value = numberOf(text);
    const isWearRow = /^Depreciation/.test(nameOf(label)) && value !== null && value > 0;
    return isWearRow ? [[-1, label, { value, text, lineage }]] : [];
  });
  const leased = rows.filter(([, label]) => wearOfLeased.test(nameOf(label)));
  const arePaid = printedRows(paid?.lineage ?? null).some(
    ([, label, text]) => paidForLeases.test(nameOf(label)) && (numberOf(text) ?? 0) < 0,
  );
  const sumOf = (parts: readonly Weighed[]) =>
    parts.reduce((sum, [, , { value }]) => sum + value, 0);
  const value = sumOf(leased);
  const others = sumOf(rows) - value;
  if (!arePaid || value <= 0 || others <= 0) return null;
  if (Math.abs(whole.value - value - others) >= Math.abs(whole.value - others)) return null;
  const note = `without ${amount({ value })} of what is leased to customers, which is bought beside capital expenditures`;
  return summedLine(period, [[1, keys[0], whole], ...leased], note);
}

const nameOf = (label: string) => label.replace(/^.*:/, "");

const isWear = (label: string) =>
  amortizationBeside.includes(label) ||
  ownDepreciation.test(nameOf(label)) ||
  ownAmortization.test(nameOf(label));
