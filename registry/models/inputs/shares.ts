import { leavesOf, type Reading } from "../answers/metrics.ts";
import { computedProvenance, type QuotedValue, quote } from "../answers/provenance.ts";
import { percent, round } from "../answers/rounding.ts";
import type { Warning } from "../assumption.ts";
import type { Anchors } from "./anchors.ts";
import {
  type Averages,
  averagesOfDilution,
  dilution,
  latestAverages,
  noteOfAverage,
  noteOfDebt,
  spanOf,
} from "./average-shares.ts";
import { areApart, isSplit } from "./counts/apart.ts";
import { asOfLargestClass } from "./counts/class-beside.ts";
import { countOfClasses } from "./counts/count-of-classes.ts";
import { heldIn } from "./counts/held-awards.ts";
import { issuedShares } from "./counts/issued-shares.ts";
import { addDays, daysBetween } from "./dates.ts";
import { averagesOfEarnings, dilutionOfEarnings } from "./shares-of-earnings.ts";
import type { ModelSource } from "./source.ts";
import { outstandingOf, withoutTreasury } from "./treasury-shares.ts";

/** A count further from the balance sheet than this is not taken while there is another. */
const countDaysMax = 200;
/** A count this far from the balance sheet is told. */
const oldDays = 120;

/** Diluted shares with what a reader must know of the count behind them. */
export interface Shares {
  quoted: QuotedValue | null;
  /** The count before dilution, else the basic average; null where neither is filed. */
  count: QuotedValue | null;
  warnings: Warning[];
}

/** One count of shares outstanding as filed. */
interface Count {
  quoted: QuotedValue;
  date: string;
  /** Days from the balance sheet, positive for a later count. */
  age: number;
  on: "cover" | "balance sheet";
  /** True for a count of issued shares, which holds treasury stock, or one rounded to a hundred million. */
  isRough: boolean;
}

const roundedTo = 100_000_000;

/**
 * Diluted shares (models.md 3.3): the count nearest to the balance sheet and never one before it where the balance
 * sheet states its own, times diluted over basic average shares of the latest period; without a count the diluted
 * average itself, and without that net income over earnings per share.
 */
export function dilutedShares(source: ModelSource, anchors: Anchors): Shares {
  const averages = latestAverages(source, anchors);
  const counts = countsOf(source, anchors, averages);
  const near = counts.filter(({ age }) => Math.abs(age) <= countDaysMax);
  const beside = besideLines(source, anchors, { near, averages });
  const { count, warnings } = chooseCount([...near, ...beside]);
  const ratio = ratioOf(source, anchors, averages);
  if (averages !== null && (count === null || isContradicted(count, averages, counts))) {
    const average = diluteAverage(averages, ratio);
    const quoted = { ...average, note: average.note ?? noteOfAverage(averages) };
    const warning =
      count === null ? averageWarning(average, averages) : contradictedWarning(count, averages);
    return { quoted, count: averages.basic, warnings: [warning] };
  }
  if (count === null) return ofEarnings(source, anchors);
  const held = heldIn(source, averages, countsBeside(count, counts));
  if (held !== null) {
    return { quoted: dilute(withNote(count, held), null), count: count.quoted, warnings };
  }
  const told = isDiluted(count, averages, ratio) ? averages : ratio;
  return { quoted: dilute(count, told), count: count.quoted, warnings };
}

const countsBeside = ({ quoted: { value: count } }: Count, counts: readonly Count[]) => ({
  count,
  balances: counts
    .filter(({ on, isRough }) => on === "balance sheet" && !isRough)
    .map(({ quoted, date }) => ({ value: quoted.value, date })),
});

const withNote = ({ quoted, ...count }: Count, added: string): Count => {
  const note = quoted.note == null ? added : `${quoted.note}; ${added}`;
  return { ...count, quoted: { ...quoted, note } };
};

/** True for a count beside a loss that is as large as the diluted shares: it holds the awards, or newer shares (Celadon). */
function isDiluted({ quoted }: Count, averages: Averages | null, ratio: Averages | null): boolean {
  if (averages?.hasBasic !== true || ratio === averages) return false;
  return quoted.value >= diluteAverage(averages, ratio).value;
}

/** The averages that tell the dilution: of the filing, else of earnings per share; null where neither does. */
function ratioOf(
  source: ModelSource,
  anchors: Anchors,
  averages: Averages | null,
): Averages | null {
  if (averages?.hasBasic === true) return averagesOfDilution(source, anchors, averages);
  return dilutionOfEarnings(source, anchors) ?? averages;
}

/** The diluted average as it is filed, of a loss the basic one with the dilution of the newest profit. */
function diluteAverage(averages: Averages, ratio: Averages | null): QuotedValue {
  const { basic, diluted, end = "", hasBasic } = averages;
  if (ratio === null || ratio === averages || hasBasic !== true) return diluted;
  const parts = [basic, ratio.diluted, ratio.basic];
  return {
    value: round(basic.value * dilution(ratio), 0),
    provenance: computedProvenance("diluted_shares", "diluted_shares_outstanding", end, parts),
    note: `basic average of a period with a loss, diluted as that from ${ratio.start}`,
  };
}

/** Filers of several classes may count each alone (Under Armour). */
function averageWarning(average: QuotedValue, averages: Averages): Warning {
  const message = `No count of all shares near the balance sheet is filed; ${average.value.toLocaleString("en-US")} is the diluted average ${spanOf(averages)}. Set shares_outstanding.`;
  return { code: "shares_are_average", message };
}

function ofEarnings(source: ModelSource, anchors: Anchors): Shares {
  const averages = averagesOfEarnings(source, anchors);
  if (averages === null) return { quoted: null, count: null, warnings: [] };
  const { basic, diluted } = averages;
  const message = `The filings state no count of all shares; ${diluted.value.toLocaleString("en-US")} is worked out from earnings per share, as exact as these are rounded. Set shares_outstanding.`;
  return { quoted: diluted, count: basic, warnings: [{ code: "shares_of_earnings", message }] };
}

function dilute({ quoted, date, age, on }: Count, averages: Averages | null): QuotedValue {
  const factor = averages === null ? 1 : dilution(averages);
  const parts = averages === null ? [quoted] : [quoted, averages.diluted, averages.basic];
  const days = `${Math.abs(age)} days ${age < 0 ? "before" : "after"} the balance sheet`;
  const note = `count on the ${on} of ${date}${age === 0 ? "" : `, ${days}`}${noteOfDebt(averages)}`;
  return {
    value: round(quoted.value * factor, 0),
    provenance:
      factor === 1
        ? quoted.provenance
        : computedProvenance("shares_outstanding", "diluted_shares_outstanding", date, parts),
    note: quoted.note == null ? note : `${note}; ${quoted.note}`,
  };
}

/**
 * True for a count that cannot be that of the shares of the average: many times it or a fraction, although the count
 * before the period of the average is about the same, so that neither a split nor an issue stands between (BlackRock
 * counts one class). Further apart, one of both is filed in another scale. An average above both counts holds shares that are
 * owed, as of businesses bought (Aceto 2018: 35.5 m beside 30.1 m and 30.8 m).
 */
function isContradicted(
  { quoted, date }: Count,
  { basic, start }: Averages,
  counts: readonly Count[],
): boolean {
  const times = Math.max(quoted.value, basic.value) / Math.min(quoted.value, basic.value);
  const min = basic.value > quoted.value ? owedMin : contradictedMin;
  if (basic.value <= 0 || times < min || times > scaleMin) return false;
  const from = addDays(start, -countDaysMax);
  return counts.some(
    (one) =>
      one.date > from &&
      one.date <= addDays(start, sameDays) &&
      one.date < date &&
      (times >= contradictedMin || basic.value >= owedMin * one.quoted.value) &&
      Math.abs(one.quoted.value / quoted.value - 1) <= sameCount,
  );
}

/** A count this many times the average, or the average this many times the count, is another count. */
const contradictedMin = 1.6;
/** An average this many times the counts before and after it holds shares that are owed. */
const owedMin = 1.1;
const scaleMin = 20;
const sameCount = 0.1;
const sameDays = 8;

function contradictedWarning({ quoted, date, on }: Count, { basic }: Averages): Warning {
  const show = (one: QuotedValue) => one.value.toLocaleString("en-US");
  const message = `The count on the ${on} of ${date}, ${show(quoted)}, is not that of the shares that earnings are per: their average is ${show(basic)}, which is used. Set shares_outstanding.`;
  return { code: "share_count_contradicted", message };
}

/** Every count, the nearest to the balance sheet first. */
function countsOf(
  source: ModelSource,
  { balanceSheetDate }: Anchors,
  averages: Averages | null,
): Count[] {
  const basic = averages?.basic.value ?? null;
  const counts = source.periods.flatMap((period) => {
    const { cover_shares_outstanding: cover, shares_outstanding: balance } = period.lines;
    const reading = (concept: string, line: typeof cover): Reading => ({
      metric: "shares_outstanding",
      concept,
      value: Number(line?.value ?? 0),
      lineage: line?.lineage ?? null,
      period,
    });
    const onCover = reading("cover_shares_outstanding", cover);
    const dated = leavesOf(onCover.lineage, source.facts)[0]?.end ?? period.end;
    return [
      countOf(source, onCover, { date: dated, balanceSheetDate, basic, on: "cover" }),
      countOf(source, reading("shares_outstanding", balance), {
        ...{ date: period.end, balanceSheetDate, basic },
        on: "balance sheet",
      }),
    ];
  });
  return counts.filter((one) => one !== null).sort((a, b) => Math.abs(a.age) - Math.abs(b.age));
}

function countOf(
  source: ModelSource,
  reading: Reading,
  of: { date: string; balanceSheetDate: string; basic: number | null; on: Count["on"] },
): Count | null {
  const { date, balanceSheetDate, basic, on } = of;
  const count =
    reading.value > 0 ? quote(source, reading, on === "cover" ? "cover" : "instant") : null;
  if (count === null) return null;
  const stated = asOfLargestClass(source, reading, { count, date });
  const quoted =
    on === "cover"
      ? withoutTreasury(source, reading.period, stated)
      : outstandingOf(source, reading.period, stated, basic);
  const isIssued = leavesOf(reading.lineage, source.facts).some(({ tag }) =>
    tag.endsWith("Issued"),
  );
  const isRough = isIssued || reading.value % roundedTo === 0;
  return { quoted, date, age: daysBetween(balanceSheetDate, date), on, isRough };
}

/**
 * The count of the balance sheet that no line has: of its classes, else issued shares where there is neither a count nor an
 * average. None where filings do not tell it.
 */
function besideLines(
  source: ModelSource,
  { balanceSheetDate: date }: Anchors,
  { near, averages }: { near: readonly Count[]; averages: Averages | null },
): Count[] {
  if (near.some(({ on, age }) => on === "balance sheet" && age === 0)) return [];
  const periods = source.periods.filter(({ end }) => end === date);
  const basic = averages?.basic.value ?? null;
  const ofClasses = periods.flatMap((period) => countOfClasses(source, period, basic) ?? []);
  const hasOther = ofClasses.length > 0 || near.length > 0 || averages !== null;
  const issued = hasOther ? [] : periods.flatMap((period) => issuedShares(source, period) ?? []);
  return [...ofClasses, ...issued].slice(0, 1).map((quoted) => ({
    ...{ quoted, date, age: 0, on: "balance sheet" },
    isRough: ofClasses.length === 0,
  }));
}

/** A recent cover is the newer count of the same shares; one far off in time or number is not. */
function chooseCount(counts: readonly Count[]): { count: Count | null; warnings: Warning[] } {
  const balance = counts.find(({ on, age }) => on === "balance sheet" && age === 0);
  const covers = counts.filter(({ on }) => on === "cover");
  const later = covers.find(({ age }) => age >= 0);
  const recent = later !== undefined && later.age <= oldDays ? later : null;
  if (balance === undefined) {
    const count = recent ?? counts[0] ?? null;
    return { count, warnings: count === null ? [] : oldWarning(count) };
  }
  const cover = later ?? covers[0];
  if (cover === undefined) return { count: balance, warnings: [] };
  const of = [cover.quoted.value, balance.quoted.value] as const;
  const isApart = areApart(...of);
  const isBetter = balance.isRough && !cover.isRough;
  const count = recent !== null && (!isApart || isSplit(...of) || isBetter) ? recent : balance;
  return { count, warnings: isApart ? [apartWarning(count, cover, balance)] : [] };
}

function oldWarning({ age, date, on }: Count): Warning[] {
  if (Math.abs(age) <= oldDays) return [];
  const message = `The newest count of shares is that on the ${on} of ${date}, ${Math.abs(age)} days from the balance sheet.`;
  return [{ code: "share_count_old", message }];
}

function apartWarning(count: Count, cover: Count, balance: Count): Warning {
  const apart = cover.quoted.value / balance.quoted.value - 1;
  const show = ({ quoted }: Count) => quoted.value.toLocaleString("en-US");
  const message = `The cover of ${cover.date} counts ${show(cover)} shares, the balance sheet of ${balance.date} ${show(balance)} (${percent(apart)} apart); the count of ${count.date} is used.`;
  return { code: "share_counts_apart", message };
}
