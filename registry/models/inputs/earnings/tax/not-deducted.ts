import type { QuotedValue } from "#registry/models/answers/provenance.ts";
import { flowFact, quoteFact, type Span } from "../../filed-facts.ts";
import type { ModelSource } from "../../source.ts";
import { type Charge, flowAt, flowOf } from "../charge.ts";
import { reconciliation } from "./reconciliation-tags.ts";

/** A part of taxed charges that saves no tax, and of gains that costs none. */
export interface NotDeducted {
  value: number;
  /** The row of the reconciliation that states it. */
  quoted: QuotedValue;
}

/**
 * What the reconciliation of tax states of the charges: its row over the statutory rate saves no tax, beyond what never
 * does, and to no more than the charges (UnitedHealth 2024: 1,215 at 21 % are all of the 4,977 that disposals lost).
 */
export function notDeducted(
  source: ModelSource,
  span: Span,
  charges: readonly Charge[],
): NotDeducted[] {
  const { rows, statutory } = reconciliation;
  const rate = rateAt(source, statutory, span)?.value ?? 0;
  if (rate <= 0) return [];
  const rowOf = ({ label }: Charge) => rows.find(({ of }) => label.includes(of));
  return rows.flatMap((row) => {
    const own = charges.filter((one) => rowOf(one) === row);
    const quoted = flowAt(source, row.amount, span) ?? amountOfRate(source, row.rate, span);
    if (quoted === null) return [];
    const stated = quoted.value / rate;
    const left = stated - sumOf(own, false);
    const isRounding = Math.abs(left) <= roundingOf * Math.abs(stated);
    const value = isRounding ? 0 : within(sumOf(own, true), left);
    return value === 0 ? [] : [{ value, quoted }];
  });
}

/** Rows are rounded: what they state of goodwill alone comes to it within so much. */
const roundingOf = 0.02;

const rateAt = (source: ModelSource, tags: readonly string[], span: Span) =>
  quoteFact(flowFact(source, tags, { ...span, currency: null }), "income_tax_expense", "computed");

function amountOfRate(source: ModelSource, tags: readonly string[], span: Span) {
  const rate = rateAt(source, tags, span);
  const income = flowOf(source, span, "income_before_tax");
  return rate === null || income === null ? null : { ...rate, value: rate.value * income };
}

const sumOf = (charges: readonly Charge[], taxed: boolean) =>
  charges.reduce((sum, { value, isTaxed }) => sum + (isTaxed === taxed ? value : 0), 0);

/** The amount, to no more than a whole of the same sign. */
const within = (whole: number, amount: number) =>
  Math.sign(whole) === Math.sign(amount)
    ? Math.sign(whole) * Math.min(Math.abs(whole), Math.abs(amount))
    : 0;
