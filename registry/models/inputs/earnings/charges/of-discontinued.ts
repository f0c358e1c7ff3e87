import type { Span } from "../../filed-facts.ts";
import type { ModelSource, SourcePeriod } from "../../source.ts";
import { type Charge, flowAt, flowOf, periodOf } from "../charge.ts";
import { discontinuedIncome, disposalLabel, goodwillLabel } from "../one-off-tags.ts";
import { hasPrintedRows } from "./charge-rows.ts";
import { placeOnFace } from "./costs-of-face.ts";

/**
 * True for a charge or gain of notes that is one of businesses given up, whose result has its sign: impaired goodwill, which
 * needs a row elsewhere (ASC 350-20-45-2; Cardiff Lexington 2022: 2.09 of 2.18; Cohu 2019: 0.715, as the rows without it are
 * all costs), and what is more than all that the statement deducts from gross profit (Bergio 2023: 4.05 of 2.61; Vivic 2023: a
 * gain of 1.86 beside costs of 0.40).
 */
export function isOfDiscontinued(source: ModelSource, span: Span, one: Charge): boolean {
  const period = periodOf(source, span);
  const given = -(flowAt(source, discontinuedIncome, span)?.value ?? 0);
  if (period === null || !hasPrintedRows(period) || given * one.value <= 0) return false;
  if (one.label === goodwillLabel && (given >= one.value || hasNoRow(source, period, one)))
    return true;
  const [gross, income] = [
    flowOf(source, span, "gross_profit"),
    flowOf(source, span, "operating_income"),
  ];
  const isAsset = one.label.includes("impairment") || one.label === disposalLabel;
  return isAsset && gross !== null && income !== null && Math.abs(one.value) > gross - income;
}

function hasNoRow(source: ModelSource, period: SourcePeriod, { quoted }: Charge): boolean {
  const { taxonomy, concept } = quoted.provenance ?? {};
  return placeOnFace(source, period, `${taxonomy}:${concept}`) === "none";
}
