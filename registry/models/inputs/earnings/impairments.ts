import type { QuotedValue } from "../../answers/provenance.ts";
import { addDays, daysBetween } from "../dates.ts";
import { factsOf, ownElements, type Span } from "../filed-facts.ts";
import { belowOperatingIncome } from "../model-tags.ts";
import { type ModelSource, numberOf } from "../source.ts";
import { type Charge, flowAt, flowOf, leftAboveIncome, leftByCosts, totalOf } from "./charge.ts";
import {
  accruedRestructuring,
  impairmentOfInvestments,
  ownRestructuring,
} from "./charges/noted-tags.ts";
import { rowsOfImpairments } from "./charges/rows-of-impairments.ts";
import { amortizationOfIntangibles } from "./depreciation-tags.ts";
import {
  acquisitionLabel,
  allButGoodwill,
  allImpairments,
  disposalLabel,
  goodwillAndIntangibles,
  goodwillLabel,
  impairmentOfLeases,
  intangiblesLabel,
  leftCharges,
  longLivedLabel,
  type OneOff,
  oneOffs,
  restructuringAndImpairment,
  restructuringLabel,
  soldOrImpaired,
} from "./one-off-tags.ts";

const rounding = 0.001;

/**
 * Impairments of intangible assets come with those of goodwill, or with those of other long-lived assets, to no more than
 * the figure of both: filers tag that as the one of intangible assets, too, or state in a note what the figure holds.
 */
export function withinTotal(source: ModelSource, span: Span, charges: Charge[]): Charge[] {
  const pairs = [
    [goodwillLabel, goodwillAndIntangibles],
    [longLivedLabel, allButGoodwill],
  ] as const;
  const all = flowAt(source, ["us-gaap:AssetImpairmentCharges"], span)?.value ?? 0;
  return pairs.reduce(
    (kept, [label, tags]) => withinPair(kept, label, flowAt(source, tags, span)?.value ?? 0),
    withoutHeld(charges, all),
  );
}

/**
 * Without that of intangible assets that wear off where the figure of long-lived assets is that of all impairments, maybe
 * rounded: these assets are long-lived ones (Oceaneering 2018: 3.4 within 7.7).
 */
function withoutHeld(charges: Charge[], all: number): Charge[] {
  const longLived = charges.find(({ label }) => label === longLivedLabel)?.value ?? 0;
  const isAll = longLived > 0 && Math.abs(all - longLived) <= equalWithin * longLived;
  if (!isAll) return charges;
  return charges.filter(
    ({ label, value, quoted }) =>
      label !== intangiblesLabel ||
      value >= longLived ||
      quoted.provenance?.concept !== "ImpairmentOfIntangibleAssetsFinitelived",
  );
}

/** The charges, with that of intangible assets as what the figure of both leaves beside the other one. */
function withinPair(charges: Charge[], other: string, whole: number): Charge[] {
  const amountOf = (wanted: string) => charges.find(({ label }) => label === wanted)?.value ?? 0;
  const [beside, intangibles] = [amountOf(other), amountOf(intangiblesLabel)];
  const isMore = beside > 0 && beside + intangibles > whole * (1 + rounding);
  if (!isMore || whole < beside || intangibles <= 0) return charges;
  return charges
    .map((one) => (one.label === intangiblesLabel ? { ...one, value: whole - beside } : one))
    .filter(({ value }) => value !== 0);
}

/** Those of leases, unless a figure of other long-lived assets or of restructuring may hold them. */
export function leaseImpairment(source: ModelSource, span: Span): Charge[] {
  const { label, tags } = impairmentOfLeases;
  return tags.flatMap((tag): Charge[] => {
    const quoted = flowAt(source, [tag], span);
    if (quoted === null || quoted.value <= 0) return [];
    const { value } = quoted;
    const isWithin = mayHoldLeases.some(
      (held) => (flowAt(source, held, span)?.value ?? 0) >= value,
    );
    return isWithin ? [] : [{ label, value, isTaxed: true, isOperating: true, quoted }];
  });
}

const mayHoldLeases = [
  ...oneOffs
    .filter(({ label }) => label === longLivedLabel || label === restructuringLabel)
    .map(({ tags }) => tags),
  restructuringAndImpairment.tags,
];

/**
 * What a figure of all impairments has beyond those that are filed apart, without impairments of investments where these
 * are in it: they stand below operating income.
 */
export function otherImpairment(source: ModelSource, span: Span, own: readonly Charge[]): Charge[] {
  const all = rowsOfImpairments(source, span) ?? flowAt(source, allImpairments.tags, span);
  const left = (all?.value ?? 0) - totalOf(partsOf(all, own));
  if (all === null || left <= 0 || isRepeated(source, span, all.value)) return [];
  const value = left - investmentsIn(source, span, { left, own });
  const { label } = allImpairments;
  return value <= 0 ? [] : [{ label, value, isTaxed: true, isOperating: true, quoted: all }];
}

/**
 * The impairments that a figure of all may hold. What is less than that of goodwill, or of intangible assets, is a further
 * part beside it and not the figure of all (Coca-Cola: plants of 63 beside trademarks of 886 and goodwill of 6).
 */
function partsOf(all: QuotedValue | null, own: readonly Charge[]): Charge[] {
  const parts = own.filter(({ label }) => label.includes("impairment"));
  const isApart = (wanted: string) =>
    parts.some(
      ({ label, value }) => label === wanted && value > (all?.value ?? 0) * (1 + equalWithin),
    );
  const isOther =
    ofOtherAssets.has(all?.provenance?.concept) && parts.every(({ value }) => value !== all?.value);
  if (!isOther) return parts;
  const apart = isApart(intangiblesLabel)
    ? [goodwillLabel, intangiblesLabel]
    : [goodwillLabel].filter(isApart);
  return parts.filter(({ label }) => !apart.includes(label));
}

const ofOtherAssets: ReadonlySet<string | undefined> = new Set([
  "AssetImpairmentCharges",
  "OtherAssetImpairmentCharges",
]);

/**
 * True where the total is that of the year before, which a note repeats: a part that was filed above zero for that year is
 * filed as zero for the span (SUNation 2025: 750,000 of 2024).
 */
function isRepeated(source: ModelSource, span: Span, total: number): boolean {
  const before = { ...span, start: addDays(span.start, -365), end: addDays(span.end, -365) };
  if (flowAt(source, allImpairments.tags, before)?.value !== total) return false;
  return impairmentTags.some((tag) => {
    const [now, then] = [span, before].map((one) => flowAt(source, [tag], one)?.value ?? null);
    return now === 0 && then != null && then > 0;
  });
}

const impairmentTags = oneOffs
  .filter(({ label }) => label.includes("impairment"))
  .flatMap(({ tags }) => tags);

/** Impairments of investments, where what costs leave above operating income is the charges without them. */
function investmentsIn(
  source: ModelSource,
  span: Span,
  { left, own }: { left: number; own: readonly Charge[] },
): number {
  const investments = Math.abs(flowAt(source, impairmentOfInvestments, span)?.value ?? 0);
  if (investments === 0 || investments > left) return 0;
  const room = leftAboveIncome(source, span);
  if (room === null || room <= 0) return 0;
  const charges = left + totalOf(own.filter(({ label }) => label !== disposalLabel));
  const isNearer = Math.abs(room - (charges - investments)) < Math.abs(room - charges);
  return isNearer ? investments : 0;
}

/**
 * Restructuring without a tag of its own: what a note adds to the amount set aside, or an element of the filer's own
 * (Tesla), where the statement deducts just that beside the other charges (Texas Instruments prints both in one row).
 */
export function accruedCharge(source: ModelSource, span: Span, own: readonly Charge[]): Charge[] {
  if (own.some(({ label }) => label === restructuringLabel)) return [];
  const tags = [...accruedRestructuring, ...ownElements(source, ownRestructuring)];
  const quoted = flowAt(source, tags, span);
  const room = leftAboveIncome(source, span);
  if (quoted === null || quoted.value <= 0 || room === null) return [];
  const apart = Math.abs(room - totalOf(own) - quoted.value);
  if (apart > equalWithin * quoted.value) return [];
  const { value } = quoted;
  return [{ label: restructuringLabel, value, isTaxed: true, isOperating: true, quoted }];
}

/**
 * What gross profit leaves beside the charges of operating income, where it is just one of the charges that notes state,
 * too: CARBO's disposals and impairments, Boston Beer's settlement, Amphenol's costs of acquisitions. Research may be among
 * selling costs.
 */
export function leftCharge(source: ModelSource, span: Span, own: readonly Charge[]): Charge[] {
  const room = leftAboveIncome(source, span);
  const operating = own.filter(({ isOperating }) => isOperating);
  if (room === null) return lossAmongCosts(source, span, operating);
  const deducted = totalOf(operating);
  const research = flowOf(source, span, "research_development") ?? 0;
  // One of the charges may be within costs, as severance is.
  const rests = [room, room + research].flatMap((rest) =>
    [0, ...operating.map(({ value }) => value)].map((within) => rest - deducted + within),
  );
  const found = leftCharges.flatMap(({ label, tags, effect, isTaxed }): Charge[] => {
    const quoted = stated(source, span, { tags, effect }, rests);
    const value = -effect * (quoted?.value ?? 0);
    if (quoted === null || operating.some((one) => one.value === value)) return [];
    if (!rests.some((rest) => isJust(rest, value))) return [];
    if (label === acquisitionLabel && mayBeAmortization(source, span, quoted)) return [];
    return [{ label, value, isTaxed, isOperating: true, quoted }];
  });
  return found.slice(0, 1);
}

/**
 * Assets sold and impaired in one figure, where the costs that the filing adds up come to operating income: it is one of them
 * (ASC 360-10-45-4; Las Vegas Sands 2018: 150), unless such a charge counts already.
 */
function lossAmongCosts(source: ModelSource, span: Span, own: readonly Charge[]): Charge[] {
  const { label, tags, effect, isTaxed } = soldOrImpaired;
  const quoted = flowAt(source, tags, span);
  const left = leftByCosts(source, span);
  const isCounted = own.some(
    (one) => one.label.includes("impairment") || one.label === disposalLabel,
  );
  if (quoted === null || quoted.value === 0 || isCounted || left === null) return [];
  if (Math.abs(left) > equalWithin * Math.abs(quoted.value)) return [];
  return [{ label, value: -effect * quoted.value, isTaxed, isOperating: true, quoted }];
}

/** The figure of the first tag; of several the one that is left to the digit: the row of the statement. */
function stated(
  source: ModelSource,
  span: Span,
  { tags, effect }: Pick<OneOff, "tags" | "effect">,
  rests: readonly number[],
): QuotedValue | null {
  const all = tags.flatMap((tag) => flowAt(source, [tag], span) ?? []);
  const row = all.find(({ value }) => rests.some((rest) => isJust(rest, -effect * value)));
  return row ?? all[0] ?? null;
}

/**
 * The charge of the first tag, or of the one that is just what gross profit leaves beside selling costs and research
 * (Marvell: the row of 15.5 beside a note's 30.0 of restructuring).
 */
export function statedCharge(source: ModelSource, span: Span, of: OneOff): QuotedValue | null {
  const room = leftAboveIncome(source, span);
  return stated(source, span, of, room === null ? [] : [room]);
}

const twoYears = 800;

/**
 * True where the figure has room for amortization of intangible assets, or is that of spans nearby (Texas Instruments), unless
 * amortization is more than the figure of another span (Herc: 199 beside 115 in 2025, 11 beside 45 in 2024).
 */
export function mayBeAmortization(source: ModelSource, span: Span, quoted: QuotedValue): boolean {
  const tag = `${quoted.provenance?.taxonomy}:${quoted.provenance?.concept}`;
  const amortizationIn = ({ start, end }: { start: string; end: string }) =>
    flowAt(source, amortizationOfIntangibles, { start, end, currency: span.currency })?.value ?? 0;
  const nearby = factsOf(source, tag).flatMap(({ start, end, value }) =>
    start !== null && Math.abs(daysBetween(end, span.end)) <= twoYears
      ? [{ value: numberOf(value) ?? 0, amortization: amortizationIn({ start, end }) }]
      : [],
  );
  const isWithin = nearby.every(
    ({ value, amortization }) => value === 0 || amortization <= Math.abs(value),
  );
  const own = flowAt(source, amortizationOfIntangibles, span)?.value ?? null;
  if (own !== null) return isWithin && own > 0 && own <= Math.abs(quoted.value);
  return nearby.some(({ value, amortization }) => value !== 0 && value === amortization);
}

/** Beyond the rounding of sums, which is of no printed digit. */
const beyondDigits = 1e-6;
const isJust = (rest: number, value: number) =>
  value !== 0 && Math.abs(rest - value) <= beyondDigits * Math.abs(value);

const equalWithin = 0.01;
const half = 0.5;

/**
 * True where charges stand below operating income: between gross profit and it the statement deducts selling costs and
 * research alone, and its other expense below has room for all of them (Panasonic). Charges that selling costs hold have
 * no such expense beside them.
 */
export function areBelowOperatingIncome(source: ModelSource, span: Span, charges: number): boolean {
  const room = leftAboveIncome(source, span);
  const other = flowAt(source, belowOperatingIncome.otherExpense, span)?.value ?? 0;
  return charges > 0 && room !== null && Math.abs(room) < half * charges && other >= charges;
}
