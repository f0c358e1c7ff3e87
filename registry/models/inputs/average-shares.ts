import type { LineageRule } from "#schemas/shapes/companies/statement.ts";
import { type Reading, read } from "../answers/metrics.ts";
import { type QuotedValue, quote } from "../answers/provenance.ts";
import type { Anchors } from "./anchors.ts";
import { sharesOfDebt, withoutDebt } from "./counts/shares-of-debt.ts";
import { addDays } from "./dates.ts";
import { flowFact, quoteFact } from "./filed-facts.ts";
import { type ModelSource, numberOf, type SourcePeriod } from "./source.ts";

/** Average shares of one period. */
export interface Averages {
  basic: QuotedValue;
  diluted: QuotedValue;
  /** First day of the period. */
  start: string;
  /** Its last day; absent for averages of earnings per share. */
  end?: string;
  /** False where the filing states the diluted average alone. */
  hasBasic?: boolean;
  /** Shares of convertible debt that the filed diluted average holds and this one does not; absent for none. */
  ofDebt?: number;
}

/** Of the newest period of which a diluted average is filed; a missing basic one counts as equal. */
export function latestAverages(source: ModelSource, anchors: Anchors): Averages | null {
  for (const period of known(source, anchors)) {
    const averages = averagesOf(source, period);
    if (averages !== null) return averages;
  }
  return null;
}

const lookBackDays = 400;

/**
 * Averages that tell how much dilution there is: a loss is not divided by more shares, so of a period with one the newest
 * period of the 400 days before that has a profit. Those given where they tell it, or none does.
 */
export function averagesOfDilution(
  source: ModelSource,
  anchors: Anchors,
  newest: Averages,
): Averages {
  const from = addDays(anchors.balanceSheetDate, -lookBackDays);
  const periods = known(source, anchors).filter(({ end }) => end > from);
  // What the filer divides is income of common shares.
  const isLoss = (period: SourcePeriod) =>
    ((read(period, "net_income_common") ?? read(period, "net_income"))?.value ?? 0) < 0;
  const own = periods.find(({ start, end }) => start === newest.start && end === newest.end);
  if (own === undefined || !isLoss(own) || dilution(newest) > 1) return newest;
  for (const period of periods) {
    const averages = isLoss(period) ? null : averagesOf(source, period);
    if (averages?.hasBasic === true && isOfOneIncome(period, averages)) return averages;
  }
  return newest;
}

const roundingOfEarnings = 0.03;
/** Earnings per share are stated to the cent. */
const halfCent = 0.005;

/** False where diluted earnings are of another income: then debt or warrants dilute, which stand among the claims (Hertz). */
function isOfOneIncome({ lines }: SourcePeriod, averages: Averages): boolean {
  if (averages.ofDebt !== undefined) return true;
  const [basic, diluted] = [numberOf(lines.eps_basic?.value), numberOf(lines.eps_diluted?.value)];
  if (basic === null || diluted === null || diluted <= 0) return true;
  const tolerance = Math.max(roundingOfEarnings, (halfCent * 2) / diluted);
  return Math.abs(basic / diluted / dilution(averages) - 1) <= tolerance;
}

function averagesOf(source: ModelSource, period: SourcePeriod): Averages | null {
  const diluted = quote(source, filed(read(period, "diluted_shares")), "computed");
  const basic = quote(source, filed(read(period, "basic_shares")), "computed");
  if (diluted === null) return basic && ofAdjustment(source, period, basic);
  if (diluted.value <= 0) return null;
  const { start, end } = period;
  const averages = { basic: basic ?? diluted, diluted, start, end, hasBasic: basic !== null };
  if (basic === null) return averages;
  const held = sharesOfDebt(source, period);
  if (held !== null)
    return { ...averages, diluted: withoutDebt(diluted, held), ofDebt: held.value };
  if (!isBeforeInterest(period, averages)) return averages;
  return { ...averages, diluted: basic, ofDebt: diluted.value - basic.value };
}

/**
 * True where diluted earnings per share are of more than the income of a company without preferred stock: of the income before
 * the interest of convertible debt, whose shares the diluted average holds (CA 2010: 1.47 of 533 million shares are 783, net
 * income is 771). The basic average is nearer to it without them.
 */
function isBeforeInterest(period: SourcePeriod, { basic, diluted }: Averages): boolean {
  const earned = numberOf(period.lines.eps_diluted?.value);
  const income = (read(period, "net_income_common") ?? read(period, "net_income"))?.value ?? null;
  const debt = read(period, "interest_expense")?.value ?? 0;
  if (earned === null || income === null || income <= 0 || debt <= 0) return false;
  if ((read(period, "preferred_dividends")?.value ?? 0) !== 0) return false;
  return diluted.value > basic.value && (earned - 2 * halfCent) * diluted.value > income;
}

const adjustment = ["us-gaap:WeightedAverageNumberDilutedSharesOutstandingAdjustment"];
/** An adjustment of all shares or more is no adjustment; far above them it is another unit. */
const dilutedMax = 2;

/**
 * The diluted average under the element of what dilution adds, where that is at least the basic average and both lead to
 * the filed earnings per share (Symantec: 819 beside 810). Null where it is none.
 */
function ofAdjustment(
  source: ModelSource,
  period: SourcePeriod,
  basic: QuotedValue,
): Averages | null {
  const { start, end } = period;
  const fact = flowFact(source, adjustment, { start, end, currency: "shares" });
  const diluted = quoteFact(fact, "diluted_shares", "computed");
  if (diluted === null || diluted.value < basic.value) return null;
  const averages = { basic, diluted, start, end, hasBasic: true };
  const isAverage = dilution(averages) < dilutedMax && isOfOneIncome(period, averages);
  return isAverage ? averages : null;
}

const asFiled: ReadonlySet<LineageRule> = new Set([
  "sum_of_classes",
  "sum_of_tags",
  "scale",
  "submitted",
]);

/** The reading, unless it is computed from other periods: the average of a fourth quarter is never filed. */
function filed(reading: Reading | null): Reading | null {
  const lineage = reading?.lineage ?? null;
  return Array.isArray(lineage) && !asFiled.has(lineage[0]) ? null : reading;
}

/** Diluted over basic; 1 where it is not above. */
export function dilution({ basic, diluted }: Averages): number {
  if (basic.value <= 0 || diluted.value < basic.value) return 1;
  return diluted.value / basic.value;
}

/**
 * Periods up to the balance sheet date, newest first, at one end the longest last: its quarter is the latest period.
 */
function known(source: ModelSource, { balanceSheetDate }: Anchors): SourcePeriod[] {
  return source.periods
    .filter(({ end }) => end <= balanceSheetDate)
    .sort((a, b) => (a.end === b.end ? (a.start < b.start ? 1 : -1) : a.end < b.end ? 1 : -1));
}

/** The days of the averages, in words. */
export const spanOf = ({ start, end }: Averages) =>
  end === undefined ? `from ${start}` : `of ${start} to ${end}`;

/** What an average is, and what it is without. */
export const noteOfAverage = (averages: Averages) =>
  `diluted average ${spanOf(averages)}${noteOfDebt(averages)}`;

/** Says which shares of the filed diluted average are left out; empty for none. */
export const noteOfDebt = (averages: Averages | null) =>
  averages?.ofDebt === undefined
    ? ""
    : `; without ${averages.ofDebt.toLocaleString("en-US")} shares of convertible debt, which is in the debt`;
