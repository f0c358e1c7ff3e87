import { read } from "#registry/models/answers/metrics.ts";
import { quote } from "#registry/models/answers/provenance.ts";
import type { Span } from "../../filed-facts.ts";
import { type ModelSource, numberOf } from "../../source.ts";
import { type Charge, flowAt, leftAboveIncome, periodOf, totalOf } from "../charge.ts";
import { goodwillLabel, oneOffs, restructuringLabel } from "../one-off-tags.ts";
import { hasPrintedRows } from "./charge-rows.ts";

/** What gross profit leaves above operating income beside selling costs and research, and beside depreciation, too; none without gross profit. */
export function leftByRows(source: ModelSource, span: Span): number[] {
  const room = leftAboveIncome(source, span);
  const wear = numberOf(periodOf(source, span)?.lines.depreciation_and_amortization?.value);
  return room === null ? [] : [room, room - (wear ?? 0)];
}

const restructuring = oneOffs
  .filter(({ label }) => label === restructuringLabel)
  .flatMap(({ tags }) => tags);

const yearsLeast = 2;

/**
 * The charges with what costs leave above operating income as restructuring, where that was all they left in each year that
 * states both: the row is the same under an element of the filer's own (Alcoa 2019: 1,031). It holds the impairments, but of
 * goodwill. Rows at hand say themselves what they are.
 */
export function withRowOfCosts(source: ModelSource, span: Span, own: Charge[]): Charge[] {
  const period = periodOf(source, span);
  if (period === null || hasPrintedRows(period)) return own;
  if (own.some(({ label }) => label === restructuringLabel)) return own;
  const value = leftByRows(source, span).find((_, at) => isRowOfYears(source, span, at));
  const held = own.filter(({ label }) => label.includes("impairment") && label !== goodwillLabel);
  const quoted = quote(source, read(period, "operating_income"), "computed");
  if (value === undefined || quoted === null || value <= totalOf(held)) return own;
  const row = { label: restructuringLabel, value, isTaxed: true, isOperating: true };
  const left = { value, provenance: quoted.provenance, note: "what costs leave" };
  return [...own.filter((one) => !held.includes(one)), { ...row, quoted: left }];
}

/** True where costs leave just the restructuring in each year that states both, of which there are some. */
function isRowOfYears(source: ModelSource, { currency }: Span, at: number): boolean {
  const pairs = source.periods
    .filter(({ fiscalPeriod }) => fiscalPeriod === "FY")
    .flatMap(({ start, end }) => {
      const year = { start, end, currency };
      const [stated, left] = [flowAt(source, restructuring, year), leftByRows(source, year)[at]];
      return stated === null || stated.value === 0 || left === undefined
        ? []
        : [[stated.value, left]];
    });
  return pairs.length >= yearsLeast && pairs.every(([stated, left]) => stated === left);
}
