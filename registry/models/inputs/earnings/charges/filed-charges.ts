import type { QuotedValue } from "#registry/models/answers/provenance.ts";
import { printedCharge } from "#registry/printed-charges.ts";
import { addDays } from "../../dates.ts";
import { factsOf, filedFact, near, ownElements, type Span } from "../../filed-facts.ts";
import { type ModelSource, numberOf } from "../../source.ts";
import {
  type Charge,
  flowAt,
  isBelowOperatingIncome,
  isHeldBelow,
  isInSumOfRows,
  isOperatingRow,
  otherOperating,
  periodOf,
} from "../charge.ts";
import { statedCharge } from "../impairments.ts";
import {
  goodwillAndIntangibles,
  goodwillLabel,
  type OneOff,
  oneOffs,
  restructuringLabel,
  revaluationLabel,
  settlementLabel,
  warrantsLabel,
} from "../one-off-tags.ts";
import { hasPrintedRows } from "./charge-rows.ts";
import { withoutCostToDate } from "./cost-to-date.ts";
import { isNoRevaluation, owesWarrants } from "./revaluations.ts";
import { isOrdinarySeverance } from "./severance.ts";

const equalWithin = 0.01;

/** The charge that a filing states for the span, as one of operating income; none without. */
export const filedCharge =
  (source: ModelSource, span: Span) =>
  (oneOff: OneOff): Charge[] => {
    const { label, effect, isTaxed } = oneOff;
    const isRestructuring = label === restructuringLabel;
    const ofSpan = isRestructuring ? withoutCostToDate(source, span, oneOff) : oneOff;
    const quoted = statedCharge(source, span, ofSpan);
    if (quoted === null || quoted.value === 0) return [];
    if (isNoCharge(source, span, { label, quoted })) return [];
    // No impairment of goodwill is ever reversed: a negative one has its sign turned.
    const value = label === goodwillLabel ? Math.abs(quoted.value) : -effect * quoted.value;
    return [{ label, value, isTaxed, isOperating: true, quoted }];
  };

const isNoCharge = (
  source: ModelSource,
  span: Span,
  { label, quoted }: Pick<Charge, "label" | "quoted">,
): boolean =>
  isOrdinarySeverance(source, quoted) ||
  (label === revaluationLabel && isNoRevaluation(source, span, quoted.value)) ||
  (label === warrantsLabel && !owesWarrants(source)) ||
  (label === goodwillLabel && isOfYearsBefore(source, span, quoted));

/**
 * True for impaired goodwill that filings state by member alone, where goodwill with payments for businesses fell by less than
 * half of it, or the figure of the company with intangible assets is less: it is of years before (Gilat 2024: 62.179, though
 * goodwill went from 54.740 to 52.494).
 */
function isOfYearsBefore(source: ModelSource, span: Span, { value, note }: QuotedValue): boolean {
  if (note == null) return false;
  const whole = flowAt(source, goodwillAndIntangibles, span)?.value ?? null;
  if (whole !== null && whole < value) return true;
  const [before, after] = [addDays(span.start, -1), span.end].map((end) =>
    numberOf(
      filedFact(source, ["us-gaap:Goodwill"], { start: null, end, unit: span.currency })?.value,
    ),
  );
  if (before == null || after == null) return false;
  const bought = numberOf(periodOf(source, span)?.lines.acquisitions_net?.value) ?? 0;
  return before - after + bought < value / 2;
}

/** True for a row of other operating results that is just the charge, whose sign it tells (EZCORP 2023: a gain of 5.1). */
const isNearly = (row: number, value: number) =>
  Math.abs(Math.abs(row) - Math.abs(value)) <= equalWithin * Math.abs(value);

/** What results below operating income may hold, each amount once and with its place beside `charges` of operating income. */
export function withPlace(source: ModelSource, span: Span, charges: number): Charge[] {
  return [...oneOffs.filter(({ isBelow }) => isBelow), forgivenLoans(source)]
    .flatMap(filedCharge(source, span))
    .filter((one) => !isDoubtful(source, span, one))
    .filter((one, at, all) => !all.slice(at + 1).some(({ value }) => value === one.value))
    .map((one) => placed(source, span, { one, charges }));
}

/** Forgiven loans under an element of the filer's own, where the rows of its statement are not at hand (AmeraMex 2021: 0.254). */
const forgivenLoans = (source: ModelSource): OneOff => ({
  label: "forgiven loan",
  tags: ownElements(source, /Forgiv/).filter((tag) =>
    printedCharge(tag.replace(/^.*:/, ""))?.kinds.has("forgiven"),
  ),
  effect: 1,
  isTaxed: false,
  isBelow: true,
});

/**
 * True for a note that another report of the span states as nothing (Walmart's 8,368 of fiscal 2019 are other losses), and for
 * gains, which may be losses with their sign turned: of pensions (OfficeMax 2012: 56), and of debt unless results below have
 * them (Tesla 2020: a loss of 105).
 */
function isDoubtful(source: ModelSource, span: Span, { label, value, quoted }: Charge): boolean {
  const { taxonomy, concept = "" } = quoted.provenance ?? {};
  if (printedCharge(concept)?.belowSince == null) return false;
  const isSure = isSignTold(source, quoted) || isHeldBelow(source, span, -value);
  if (value < 0 && (label === settlementLabel || !isSure)) return true;
  return factsOf(source, `${taxonomy}:${concept}`).some(
    (fact) => near(fact.start, span.start) && near(fact.end, span.end) && Number(fact.value) === 0,
  );
}

/** True where results below operating income hold the element in another year, and no row says where it is in this one (Google 2012: 188). */
const isBelowInYears = (
  source: ModelSource,
  tag: string,
  { start, end, currency }: Span,
): boolean => {
  const own = periodOf(source, { start, end, currency });
  if (own !== null && hasPrintedRows(own)) return false;
  return source.periods
    .filter((one) => one.fiscalPeriod === "FY" && one.end !== end)
    .some((one) => {
      const year = { start: one.start, end: one.end, currency };
      const gain = flowAt(source, [tag], year)?.value ?? 0;
      return gain !== 0 && isBelowOperatingIncome(source, year, { gain, charges: 0 });
    });
};

/** True where the same report states losses under the element below zero: what it states above is a gain (Verizon 2023: 308). */
const isSignTold = (source: ModelSource, { provenance }: QuotedValue): boolean =>
  factsOf(source, `${provenance?.taxonomy}:${provenance?.concept}`).some(
    ({ accession, value }) => accession === provenance?.accessionNumber && Number(value) < 0,
  );

/** True where the balance sheet has what is owed for a business as shares of the company, which count as own warrants do. */
const areOwnShares = ({ rowLabels = {} }: ModelSource): boolean =>
  Object.values(rowLabels)
    .flatMap((labels) => Object.entries(labels))
    .some(
      ([tag, label]) => /ContingentConsiderationLiabilit/.test(tag) && /\bshares?\b/i.test(label),
    );

function placed(
  source: ModelSource,
  span: Span,
  { one, charges }: { one: Charge; charges: number },
): Charge {
  const { taxonomy, concept = "" } = one.quoted.provenance ?? {};
  const since = printedCharge(concept)?.belowSince ?? null;
  if (since !== null) return { ...one, isOperating: span.end < since };
  if (one.label === warrantsLabel) return { ...one, isOperating: false };
  // Results below that have the amount as income tell its sign (AvePoint 2021: a gain of 20.3).
  if (one.label === revaluationLabel && areOwnShares(source)) {
    const isGain = isHeldBelow(source, span, one.value);
    return { ...one, value: isGain ? -Math.abs(one.value) : one.value, isOperating: false };
  }
  const row = otherOperating(source, span);
  if (isNearly(row, one.value)) return { ...one, value: -Math.sign(row) * Math.abs(one.value) };
  // Quarters may be filed with the other sign (NextEra 2021: a gain of 14).
  if (isInSumOfRows(source, span, one.value)) return { ...one, value: -one.value };
  const tag = `${taxonomy}:${concept}`;
  const isBelow =
    isBelowOperatingIncome(source, span, { gain: -one.value, charges }) ||
    isBelowInYears(source, tag, span);
  return { ...one, isOperating: !isBelow || isOperatingRow(source, tag, span) };
}
