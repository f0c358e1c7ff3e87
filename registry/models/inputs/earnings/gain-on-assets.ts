import { daysBetween } from "../dates.ts";
import type { Span } from "../filed-facts.ts";
import { amountsOfMembers } from "../members/member-sums.ts";
import { belowOperatingIncome } from "../model-tags.ts";
import type { ModelSource } from "../source.ts";
import {
  type Charge,
  flowAt,
  flowOf,
  isBelowOperatingIncome,
  isHeldBelow,
  leastPart,
  leftAboveIncome,
} from "./charge.ts";
import { hasPrintedRows } from "./charges/charge-rows.ts";
import {
  allGains,
  gainsOnAssets,
  gainsOnLeaseback,
  otherOperatingIncome,
} from "./charges/gain-tags.ts";
import { disposalLabel, disposals } from "./one-off-tags.ts";

/** How far the row of other operating income may be from the gain that it holds. */
const nearlyAll = 0.1;

/**
 * Gains on assets beside the results of disposals (`sold`), which may hold those on assets and on businesses, and are one on
 * buildings leased back where both are the same figure (Hertz 2023: 162).
 */
export function gainsBeside(
  source: ModelSource,
  span: Span,
  { sold, deducted }: { sold: readonly Charge[]; deducted: number },
): Charge[] {
  const isCounted = ({ value }: Charge) => sold.some((one) => one.value === value);
  const leased = gainOnLeaseback(source, span).filter((one) => !isCounted(one));
  if (sold.length > 0) return leased;
  return [
    ...leased,
    ...gainOnAssets(source, span),
    ...gainBelow(source, span),
    ...gainOnBusinesses(source, span, deducted),
  ];
}

/**
 * A gain on assets that a cash flow statement takes off, where it is nearly all of the other operating income (of
 * Kimberly-Clark's 438 in 2024, 448). Without that row it is nearly all that gross profit leaves, and what is left counts
 * (Texas Instruments 2024: 124 of 127). Losses on equipment are ordinary, and so is a gain that other results outweigh.
 * Statements at hand say themselves what their rows are.
 */
function gainOnAssets(source: ModelSource, span: Span): Charge[] {
  const quoted = flowAt(source, gainsOnAssets, span);
  if (quoted === null || quoted.value <= 0 || isAtHand(source, span)) return [];
  const row = flowAt(source, otherOperatingIncome, span)?.value ?? null;
  const income = row ?? leftAsIncome(source, span, quoted.value);
  if (income === null || Math.abs(income - quoted.value) > nearlyAll * quoted.value) return [];
  const value = row === null ? income : quoted.value;
  return [{ label: disposalLabel, value: -value, isTaxed: true, isOperating: true, quoted }];
}

/**
 * A gain on assets that results below operating income hold, where selling costs and research are all that stands above (Procter
 * & Gamble, nine months to 2026-03-31: 345 of 964). A small one is ordinary.
 */
function gainBelow(source: ModelSource, span: Span): Charge[] {
  const quoted = flowAt(source, gainsOnAssets, span);
  const [income, room] = [flowOf(source, span, "operating_income"), leftAboveIncome(source, span)];
  if (quoted === null || income === null || room === null) return [];
  const { value } = quoted;
  if (value < leastPart * Math.abs(income) || Math.abs(room) > rounding * value) return [];
  if (!isHeldBelow(source, span, value)) return [];
  return [{ label: disposalLabel, value: -value, isTaxed: true, isOperating: false, quoted }];
}

/** How far sums of quarters may be apart, of a gain. */
const rounding = 0.01;

const daysNear = 400;

const isAtHand = ({ periods }: ModelSource, { end }: Span): boolean =>
  periods.some((one) => Math.abs(daysBetween(one.end, end)) <= daysNear && hasPrintedRows(one));

/**
 * The income that gross profit leaves; null where it is not known. Research may be among selling costs. Other costs that
 * filings state count where the gain closes the sum to the digit (Freeport 2020: 473 beside 50 of exploration and 159).
 */
function leftAsIncome(source: ModelSource, span: Span, gain: number): number | null {
  const room = leftAboveIncome(source, span);
  if (room === null) return null;
  const others = belowOperatingIncome.otherCosts.map(
    (tag) => flowAt(source, [tag], span)?.value ?? 0,
  );
  if (others.reduce((rest, cost) => rest - cost, room) === -gain) return gain;
  const withResearch = room + (flowOf(source, span, "research_development") ?? 0);
  return -(Math.abs(room) < Math.abs(withResearch) ? room : withResearch);
}

/**
 * The figure of all gains on assets, where filings state gains on businesses by member alone and so no result of disposals,
 * and results below operating income hold it (Coca-Cola 2024: 1,737, of which 595 on bottlers of the Philippines).
 */
function gainOnBusinesses(source: ModelSource, span: Span, charges: number): Charge[] {
  const quoted = flowAt(source, allGains, span);
  const gain = quoted?.value ?? 0;
  const businesses = disposals.flatMap((tag) => amountsOfMembers(source, tag, span));
  const isOfBusinesses = businesses.some((one) => one * gain > 0);
  if (quoted === null || !isOfBusinesses) return [];
  if (!isBelowOperatingIncome(source, span, { gain, charges })) return [];
  return [{ label: disposalLabel, value: -gain, isTaxed: true, isOperating: false, quoted }];
}

/**
 * A gain or loss on buildings sold and leased back. It is in operating income, as that of any long-lived asset sold is (ASC
 * 360-10-45-5; Walgreens 2023: 925 within selling costs).
 */
function gainOnLeaseback(source: ModelSource, span: Span): Charge[] {
  const quoted = flowAt(source, gainsOnLeaseback, span);
  if (quoted === null || quoted.value === 0) return [];
  return [
    { label: leasebackLabel, value: -quoted.value, isTaxed: true, isOperating: true, quoted },
  ];
}

const leasebackLabel = "result of sale and leaseback";
