import { computedProvenance, type QuotedValue } from "../../answers/provenance.ts";
import { round } from "../../answers/rounding.ts";
import type { Anchors } from "../anchors.ts";
import { addDays } from "../dates.ts";
import { flowFact, ownElements, quoteFact, type Span } from "../filed-facts.ts";
import type { ModelSource, SourcePeriod } from "../source.ts";
import { type Charge, flowAt, leftAboveIncome, leftByCosts, totalOf } from "./charge.ts";
import {
  withoutLossWithin,
  withoutOfRestructuring,
  withoutRepeated,
} from "./charges/counted-twice.ts";
import { filedCharge, withPlace } from "./charges/filed-charges.ts";
import { notedCharges } from "./charges/noted.ts";
import { ownOfBoth } from "./charges/noted-tags.ts";
import { atPlaces } from "./charges/part-below.ts";
import { withRowOfCosts } from "./charges/row-of-costs.ts";
import { isRowOfGains } from "./charges/row-of-gains.ts";
import { gainsBeside } from "./gain-on-assets.ts";
import {
  accruedCharge,
  areBelowOperatingIncome,
  leaseImpairment,
  leftCharge,
  otherImpairment,
  withinTotal,
} from "./impairments.ts";
import {
  allImpairments,
  discontinuedIncome,
  discontinuedLabel,
  disposalLabel,
  insuranceLabel,
  legalLabel,
  oneOffs,
  otherRestructuring,
  restructuringAndImpairment,
  restructuringLabel,
} from "./one-off-tags.ts";
import { withPrintedCharges } from "./printed-charges.ts";
import { type NotDeducted, notDeducted } from "./tax/not-deducted.ts";

/** What normalised earnings add back for a span, charge by charge. */
export interface Charges {
  charges: Charge[];
  /** Before tax, of what operating income is after; 0 where none is filed. */
  total: number;
  /** What filings state of taxed charges to save no tax. */
  notDeducted: NotDeducted[];
}

/** The charges of exactly this span, those that filings part by place with the part below operating income apart. */
export function chargesOf(source: ModelSource, span: Span): Charges {
  const { charges, notDeducted: untaxed } = wholeCharges(source, span);
  const parts = charges.flatMap((one) => atPlaces(source, span, one));
  return chargesWith(parts, untaxed);
}

/**
 * Impairments, restructuring and results of disposals that filings state for exactly this span. A figure of restructuring
 * and impairment together stands for its parts where it is what the statement deducts.
 */
function wholeCharges(source: ModelSource, span: Span): Charges {
  const stated = oneOffs.filter(({ isBelow }) => !isBelow).flatMap(filedCharge(source, span));
  const found = withoutRepeated(source, span, withinTotal(source, span, stated));
  const own = [...found, ...leaseImpairment(source, span)];
  const other = withoutOfRestructuring(source, span, {
    other: otherImpairment(source, span, own),
    own,
  });
  const impaired = [...own, ...other];
  const accrued = [...impaired, ...accruedCharge(source, span, impaired)];
  const parts = withRowOfCosts(source, span, accrued);
  const charges = combined(source, span, parts);
  const deducted = totalOf(charges.filter(({ label }) => label !== restructuringLabel));
  const placed = withoutLossWithin(charges, withPlace(source, span, deducted));
  const isOperating = !areBelowOperatingIncome(source, span, totalOf(charges));
  const sold = placed.filter(({ label }) => label === disposalLabel);
  const gains = gainsBeside(source, span, { sold, deducted });
  const filed = [...charges.map((one) => ({ ...one, isOperating })), ...placed, ...gains];
  const counted = withPrintedCharges(source, span, filed);
  const printed = [...counted, ...leftCharge(source, span, counted)];
  const noted = notedCharges(source, span, printed);
  const all = [...printed, ...noted, ...discontinued(source, span)];
  return chargesWith(all, notDeducted(source, span, all));
}

/** Income of businesses given up is none of the years to come; it is filed after tax and for the common shares first. */
function discontinued(source: ModelSource, span: Span): Charge[] {
  const quoted = quoteFact(flowFact(source, discontinuedIncome, span), "net_income", "computed");
  if (quoted === null || quoted.value === 0) return [];
  const label = discontinuedLabel;
  return [{ label, value: -quoted.value, isTaxed: false, isOperating: false, quoted }];
}

const equalWithin = 0.01;

/** The figure of both in place of its parts where it is at least their sum, or just what costs leave; else the parts. */
function combined(source: ModelSource, span: Span, parts: Charge[]): Charge[] {
  const whole =
    flowAt(source, restructuringAndImpairment.tags, span) ?? rowOfBoth(source, span, parts);
  if (whole === null || whole.value === 0) return parts;
  if (whole.value < 0) return isRowOfGains(source, span, whole) ? [chargeOfBoth(whole)] : parts;
  const apart = parts.filter(({ isTaxed }) => !isTaxed);
  if (isSumWithOthers(source, span, { parts, whole })) return [...apart, chargeOfBoth(whole)];
  const isLeft = isWhatCostsLeave(source, span, whole, equalWithin);
  if (totalOf(parts) > whole.value && !isLeft) return beyondBoth(source, span, { parts, whole });
  const untaxed = parts.filter(({ isTaxed, value }) => !isTaxed && value <= whole.value);
  const rest = { ...chargeOfBoth(whole), value: whole.value - totalOf(untaxed) };
  return rest.value === 0 ? untaxed : [...untaxed, rest];
}

/** True where the taxed parts with other restructuring come to the figure of both (Micron 2023: 163, 14 and a gain of 6 are 171). */
function isSumWithOthers(
  source: ModelSource,
  span: Span,
  { parts, whole }: { parts: readonly Charge[]; whole: QuotedValue },
): boolean {
  const others = flowAt(source, otherRestructuring, span)?.value ?? 0;
  const taxed = totalOf(parts.filter(({ isTaxed }) => isTaxed));
  return others !== 0 && taxed + others === whole.value;
}

const isWhatCostsLeave = (
  source: ModelSource,
  span: Span,
  { value }: QuotedValue,
  within: number,
): boolean =>
  [leftByCosts(source, span), leftAboveIncome(source, span)].some(
    (left) => left !== null && Math.abs(left - value) <= within * Math.abs(value),
  );

/**
 * A row of restructuring and other costs under an element of the filer's own that is all that costs leave, beside impairments of
 * notes: it holds them, net of gains (Tesla 2022: 176 with 204 of digital assets; 2021: -27 with 101).
 */
function rowOfBoth(source: ModelSource, span: Span, parts: readonly Charge[]): QuotedValue | null {
  if (!parts.some(({ label, isTaxed }) => label.includes("impairment") && isTaxed)) return null;
  const row = flowAt(source, ownElements(source, ownOfBoth), span);
  return row !== null && isWhatCostsLeave(source, span, row, 0) ? row : null;
}

const restructuring = oneOffs.filter(({ label }) => label === restructuringLabel);

/**
 * The parts, with the figure of both in place of restructuring that is stated as less, where one of the impairments is more than
 * the figure and so no part of it (PepsiCo 2023: 445 beside 927 of intangible assets).
 */
function beyondBoth(
  source: ModelSource,
  span: Span,
  { parts, whole }: { parts: Charge[]; whole: QuotedValue },
): Charge[] {
  const isOf = ({ label }: Charge) => label === restructuringLabel;
  const isApart = parts.some((one) => !isOf(one) && one.value > whole.value);
  const stated = restructuring.flatMap(({ tags }) => flowAt(source, tags, span) ?? []);
  const isLess = stated.some(({ value }) => value < whole.value);
  return isApart && isLess ? [...parts.filter((one) => !isOf(one)), chargeOfBoth(whole)] : parts;
}

const chargeOfBoth = (quoted: QuotedValue): Charge => {
  const { label } = restructuringAndImpairment;
  return { label, value: quoted.value, isTaxed: true, isOperating: true, quoted };
};

const chargesWith = (charges: Charge[], untaxed: NotDeducted[]): Charges => ({
  charges,
  notDeducted: untaxed,
  total: totalOf(charges.filter(({ isOperating }) => isOperating)),
});

/** Of the twelve months to the balance sheet: the year, plus the year to date, less that of a year earlier. */
export function trailingCharges(
  source: ModelSource,
  { balanceSheetDate, yearEnd, currency }: Anchors,
  years: readonly SourcePeriod[],
): Charges {
  const year = years.at(-1);
  if (year === undefined) return noCharges;
  const ofYear = { start: year.start, end: year.end, currency };
  if (balanceSheetDate === yearEnd) return chargesOf(source, ofYear);
  // Reports of quarters may state no place, and what a year has below operating income is not taken out again then.
  const full = wholeCharges(source, ofYear);
  const now = { start: addDays(year.end, 1), end: balanceSheetDate, currency };
  const then = { start: year.start, end: addDays(balanceSheetDate, -365), currency };
  // Only what the year holds can be taken out of it.
  const inYear = new Set(full.charges.map(familyOf));
  const before = wholeCharges(source, then).charges.filter((one) => inYear.has(familyOf(one)));
  const since = wholeCharges(source, now);
  return chargesWith(
    [
      ...since.charges.map((one) => named(one, "year to date")),
      ...full.charges.map((one) => named(one, "last fiscal year")),
      ...before.map(less).map((one) => named(one, "less its part of a year earlier")),
    ],
    [...since.notDeducted, ...full.notDeducted, ...notDeducted(source, then, before).map(less)],
  );
}

const less = <Amount extends { value: number }>(one: Amount): Amount => ({
  ...one,
  value: -one.value,
});

export const noCharges: Charges = { charges: [], total: 0, notDeducted: [] };

/** Filers name impairments and restructuring together or apart from one report to the next; the others they do not. */
const familyOf = ({ label }: Charge) => apartLabels.find((one) => label.includes(one)) ?? "charge";

const apartLabels = [
  ...oneOffs.flatMap(({ label, isBelow }) => (isBelow ? [label] : [])),
  discontinuedLabel,
  legalLabel,
  insuranceLabel,
];

const named = (charge: Charge, when: string): Charge => ({
  ...charge,
  label: `${charge.label}, ${when}`,
});

/** The part of the charges that no tax is saved on: by tax law, or as the filing states. */
export const untaxedOf = ({ charges, notDeducted: stated }: Charges): number =>
  totalOf(charges.filter(({ isTaxed }) => !isTaxed)) + totalOf(stated);

/** After tax: what no tax is saved on counts in full. */
export function afterTax(of: Charges, taxRate: number): number {
  const untaxed = untaxedOf(of);
  return untaxed + (totalOf(of.charges) - untaxed) * (1 - taxRate);
}

const noneFiled = "no impairment, restructuring or disposal of the twelve months counts";
const untold =
  "the facts at hand are an excerpt of the filings: they tell no impairment, restructuring or disposal";

/**
 * Every charge with its filing, in words. Before tax those below operating income are named as left out; after tax all
 * count.
 */
export function describeCharges(
  { charges, notDeducted: untaxed }: Charges,
  of: { isAfterTax: boolean; isExcerpt: boolean; byMember: readonly string[] },
): string {
  const tags = oneOffs
    .filter(({ label }) => !isHeld(label, charges))
    .flatMap((one) => one.tags)
    .filter((tag) => of.byMember.includes(tag));
  const apart =
    tags.length === 0 ? [] : [`filed by member alone, and not added back: ${tags.join(", ")}`];
  if (charges.length === 0) {
    return [of.isExcerpt ? untold : noneFiled, ...apart].join("; ");
  }
  const named = charges.map(({ label, value, isOperating, quoted }) => {
    const filing = quoted.provenance?.accessionNumber ?? "unknown filing";
    const leftOut =
      isOperating || of.isAfterTax ? "" : "not added back, as below operating income: ";
    const how = quoted.note == null ? "" : `, ${quoted.note}`;
    return `${leftOut}${label} ${value.toLocaleString("en-US")} (${filing}${how})`;
  });
  const stated = of.isAfterTax ? untaxed.map(describeUntaxed) : [];
  return [...named, ...stated, ...apart].join("; ");
}

/** True for a kind of charge that counts already, by itself or within a figure of several (Microsoft 2015). */
const isHeld = (label: string, charges: readonly Charge[]) =>
  charges.some(
    (one) =>
      one.label.includes(label) ||
      (label.includes("impairment") && wholeLabels.some((whole) => one.label.includes(whole))),
  );

const wholeLabels = [allImpairments.label, restructuringAndImpairment.label];

const describeUntaxed = ({ value, quoted: { provenance } }: NotDeducted) =>
  `no tax on ${round(value, 0).toLocaleString("en-US")} of them, as the reconciliation of tax states (${provenance?.concept}, ${provenance?.accessionNumber ?? "unknown filing"})`;

/** The sum with the fact and filing of each part; null without any. */
export function quoteCharges(
  { charges, total }: Charges,
  end: string,
  isAfterTax: boolean,
): QuotedValue | null {
  const counted = charges.filter(({ isOperating }) => isOperating || isAfterTax);
  if (counted.length === 0) return null;
  const parts = counted.map(({ quoted }) => quoted);
  return {
    value: total,
    provenance: computedProvenance("operating_income", "one_off_charges", end, parts, "computed"),
  };
}
