import { leavesOf } from "../answers/metrics.ts";
import type { QuotedValue } from "../answers/provenance.ts";
import { ratio } from "../answers/rounding.ts";
import type { MetricKey } from "../catalogue.ts";
import type { Anchors } from "./anchors.ts";
import { type At, debtAt, firstReading } from "./claims/debt.ts";
import { hasRemainder } from "./claims/outside.ts";
import { dueByPlan } from "./claims/pensions.ts";
import { currentRest, currentSecurities } from "./claims/securities.ts";
import {
  outsideCapital,
  ownDigitalAssets,
  restrictedCash,
  restrictedInvestments,
  restrictedParts,
} from "./claims/security-tags.ts";
import { addDays } from "./dates.ts";
import { filedFact, firstOf, ownElements } from "./filed-facts.ts";
import { placedCurrent, placedTags } from "./members/place-tags.ts";
import { inRows, ofOneMeasurement } from "./members/places.ts";
import { rowsOfKind, unreadRows } from "./rows/unread-rows.ts";
import { type ModelSource, numberOf, type SourcePeriod } from "./source.ts";
import { isQuarter, ltmRevenue, periodsAt, recastYear } from "./trailing.ts";

/**
 * Net working capital at a quarter end: operating current assets less operating current liabilities (models.md 3.3).
 */
export interface CapitalRow {
  periodEnd: string;
  totalCurrentAssets: number | null;
  cash: number | null;
  shortTermInvestments: number | null;
  operatingCurrentAssets: number | null;
  totalCurrentLiabilities: number | null;
  shortTermDebt: number | null;
  operatingCurrentLiabilities: number | null;
  netWorkingCapital: number | null;
  /** Revenue of the twelve months to the quarter end. */
  ltmRevenue: number | null;
  nwcPctLtmRevenue: number | null;
}

const rowsMax = 8;
/** Two years of quarter ends; what filings have before a gap is of another time. */
const daysMax = 750;

/** The last eight quarter ends up to the balance sheet date, oldest first; the year end alone without quarters. */
export function workingCapital(
  source: ModelSource,
  { balanceSheetDate, yearEnd, currency }: Anchors,
  years: readonly SourcePeriod[],
): CapitalRow[] {
  const quarters = source.periods.filter(isQuarter);
  const from = addDays(balanceSheetDate, -daysMax);
  const isRecent = (end: string) => end <= balanceSheetDate && end > from;
  const isQuarterly = quarters.some(({ end }) => end <= balanceSheetDate);
  const ends = isQuarterly
    ? [...quarters, ...years].map(({ end }) => end).filter(isRecent)
    : [yearEnd];
  const recast = recastYear(source, years.at(-1) ?? null, balanceSheetDate, "revenue");
  return [...new Set(ends)]
    .sort()
    .slice(-rowsMax)
    .map((end) =>
      capitalRow(source, years, { end, currency, recast: end === yearEnd ? recast : null }),
    );
}

function capitalRow(
  source: ModelSource,
  years: readonly SourcePeriod[],
  { end, currency, recast }: { end: string; currency: string | null; recast: QuotedValue | null },
): CapitalRow {
  const revenue = ltmRevenue(source, years, end, recast);
  const row = capitalAt(source, { end, currency, here: periodsAt(source, end, currency) });
  return {
    periodEnd: end,
    ...row,
    ltmRevenue: revenue,
    nwcPctLtmRevenue:
      revenue !== null && revenue > 0 ? ratio(row.netWorkingCapital, revenue) : null,
  };
}

type Capital = Omit<CapitalRow, "periodEnd" | "ltmRevenue" | "nwcPctLtmRevenue">;

/** Working capital as lines of a historical table. */
export function capitalValues(capital: Capital) {
  const outside = outsideOf(capital);
  return {
    net_working_capital: capital.netWorkingCapital,
    current_assets_outside: outside.assets,
    current_liabilities_outside: outside.liabilities,
  };
}

/** Current balances beside cash, securities and debt that are no working capital; null for an unclassified balance sheet. */
export function outsideOf(capital: Capital): { assets: number | null; liabilities: number | null } {
  const less = (whole: number | null, ...parts: (number | null)[]) =>
    whole === null ? null : parts.reduce<number>((left, part) => left - (part ?? 0), whole);
  const { operatingCurrentAssets, operatingCurrentLiabilities } = capital;
  const { cash, shortTermInvestments, shortTermDebt } = capital;
  return {
    assets:
      operatingCurrentAssets === null
        ? null
        : less(capital.totalCurrentAssets, cash, shortTermInvestments, operatingCurrentAssets),
    liabilities:
      operatingCurrentLiabilities === null
        ? null
        : less(capital.totalCurrentLiabilities, shortTermDebt, operatingCurrentLiabilities),
  };
}

/** Net working capital of a day; null for an unclassified balance sheet. What is absent counts as zero. */
export function capitalAt(source: ModelSource, day: At): Capital {
  const at = (metric: MetricKey) => firstReading(day, metric)?.value ?? null;
  const filed = {
    totalCurrentAssets: at("total_current_assets"),
    cash: at("cash_and_equivalents"),
    shortTermInvestments: currentSecurities(source, day).quoted?.value ?? null,
    totalCurrentLiabilities: at("total_current_liabilities"),
    shortTermDebt: debtAt(source, day, "debt_due_within_a_year")?.value ?? null,
  };
  const { totalCurrentAssets, totalCurrentLiabilities } = filed;
  if (totalCurrentAssets === null || totalCurrentLiabilities === null) {
    const none = { operatingCurrentAssets: null, operatingCurrentLiabilities: null };
    return { ...filed, ...none, netWorkingCapital: null };
  }
  const assets =
    totalCurrentAssets -
    (filed.cash ?? 0) -
    (filed.shortTermInvestments ?? 0) -
    setAside(source, day, filed.shortTermDebt ?? 0);
  const liabilities = totalCurrentLiabilities - (filed.shortTermDebt ?? 0);
  const trade = (at("receivables") ?? 0) + (at("inventory") ?? 0);
  const operating = {
    operatingCurrentAssets:
      assets - outside(source, day, "assets", assets - trade, filed.shortTermInvestments),
    operatingCurrentLiabilities:
      liabilities - outside(source, day, "liabilities", liabilities - tradePayables(day)),
  };
  const { operatingCurrentAssets, operatingCurrentLiabilities } = operating;
  return {
    ...filed,
    ...operating,
    netWorkingCapital: operatingCurrentAssets - operatingCurrentLiabilities,
  };
}

/** Accounts payable; 0 where the row holds accrued liabilities, too, and so may hold what is outside working capital (AbbVie). */
function tradePayables(day: At): number {
  const reading = firstReading(day, "accounts_payable");
  const isWider = reading?.period.lines[reading.concept]?.flags?.includes("scope:wider") === true;
  return isWider ? 0 : (reading?.value ?? 0);
}

/** Restricted investments beyond the debt that they count against as securities. */
function setAside(source: ModelSource, { end, currency }: At, due: number): number {
  const wanted = { start: null, end, unit: currency };
  const value = numberOf(filedFact(source, [restrictedInvestments], wanted)?.value) ?? 0;
  return Math.max(0, value - Math.max(0, due));
}

const restricted = /Restricted/;

/**
 * Current balances outside working capital, as far as there is room for them beside trade. Restricted cash is no further
 * one where the only figure of cash holds it, nor are restricted balances that are the short-term investments (Lowe's).
 */
function outside(
  source: ModelSource,
  day: At,
  side: keyof typeof outsideCapital,
  room: number,
  investments: number | null = null,
): number {
  const { end, currency } = day;
  const cash = leavesOf(firstReading(day, "cash_and_equivalents")?.lineage ?? null, source.facts);
  const holdsRestricted = cash.some(({ tag }) => restricted.test(tag));
  const { rows, kinds } = outsideCapital[side];
  const onFace = unreadRows(source, day).flatMap((row) =>
    row.side === side && row.isCurrent && row.kind !== null && kinds.includes(row.kind)
      ? [[row.element]]
      : [],
  );
  const isDigital = side === "assets" && hasRemainder(day);
  const digital = isDigital ? ownElements(source, ownDigitalAssets).slice(0, 1) : [];
  const amountOf = (row: readonly string[]): number[] => {
    const value = numberOf(filedFact(source, row, { start: null, end, unit: currency })?.value);
    const isApart = !holdsRestricted && value !== investments;
    const isCounted = !isApart && restricted.test(row[0] ?? "");
    return value === null || value <= 0 || isCounted ? [] : [value];
  };
  const tagged = new Set([...rows, ...digital.map((tag) => [tag])].flatMap(amountOf));
  // Two printed rows of one amount are two (Upexi: 2.0 and 2.0).
  const printed = onFace.flatMap(amountOf).filter((value) => !tagged.has(value));
  const others =
    side === "liabilities"
      ? [dueByPlan(source, day), paidOfEscrow(source, day)]
      : [holdsRestricted ? 0 : restrictedAtFoot(source, day) || restrictedInSum(source, day)];
  const placed = inCurrentRows(source, day, side);
  const known = new Set([...tagged, ...printed]);
  const further = [...new Set([...others, ...placed])].filter((value) => !known.has(value));
  return [...tagged, ...printed, ...further].reduce(
    (total, value) => (total + value <= room ? total + value : total),
    0,
  );
}

const litigation = /Litigation/;

/** The row of litigation among current liabilities, as far as cash that is set aside for litigation pays it (Visa). */
function paidOfEscrow(source: ModelSource, day: At): number {
  const sumOf = (tags: readonly string[]) =>
    tags
      .map((tag) => filedFact(source, [tag], { start: null, end: day.end, unit: day.currency }))
      .reduce((total, fact) => total + Math.max(0, numberOf(fact?.value) ?? 0), 0);
  const onFace = (side: keyof typeof outsideCapital) =>
    [...new Set(currentRows(source, day, side))].filter((tag) => litigation.test(tag));
  const escrow = onFace("assets").filter((tag) => restricted.test(tag));
  return Math.min(sumOf(escrow), sumOf(onFace("liabilities")));
}

/** Restricted cash that is current by the foot of cash flows: cash, it and noncurrent restricted cash come to all; 0 elsewhere. */
function restrictedAtFoot(source: ModelSource, day: At): number {
  const wanted = { start: null, end: day.end, unit: day.currency };
  const [current, noncurrent, all] = restrictedParts.map((tag) =>
    numberOf(filedFact(source, [tag], wanted)?.value),
  );
  const cash = firstReading(day, "cash_and_equivalents")?.value ?? null;
  if (current == null || noncurrent == null || all == null || cash === null) return 0;
  return cash + current + noncurrent === all ? current : 0;
}

/** Restricted cash that is current as current assets come to their rows and it, to the digit (Applied Optoelectronics: 932); 0 elsewhere. */
function restrictedInSum(source: ModelSource, day: At): number {
  const rest = currentRest(source, day);
  const found = restrictedCash.map((tag) => firstOf(source, day, [tag])?.value ?? 0);
  return found.find((value) => value > 0 && value === rest) ?? 0;
}

/**
 * Derivatives and claims that filings place in current rows, each in one figure, where no element of current ones has them but
 * by one measurement or by row (Intel 2023: 1,175 and 640; Microsoft 2015: 648 of 719 before offsets).
 */
const inCurrentRows = (source: ModelSource, day: At, side: keyof typeof placedCurrent): number[] =>
  placedCurrent[side].flatMap(([tag, row]) => {
    const wanted = { start: null, end: day.end, unit: day.currency };
    if (filedFact(source, [row], wanted) !== null) return [];
    const measured = ofOneMeasurement(source, row, day);
    const rows = measured.length > 0 ? measured : inRows(source, tag, day, "current");
    if (rows.length === 0) return withoutRoom(source, day, tag);
    return [rows.reduce((sum, { value }) => sum + value, 0)];
  });

/** What acquisitions may still cost is current where other noncurrent liabilities have no room for it (Coca-Cola 2024: 6,126 beside 4,084). */
function withoutRoom(source: ModelSource, day: At, tag: string): number[] {
  if (!placedTags.contingent.some((one) => one === tag)) return [];
  const whole = firstOf(source, day, [tag])?.value ?? 0;
  const others = day.here
    .map(({ lines }) => numberOf(lines.other_noncurrent_liabilities?.value))
    .find((value) => value !== null);
  const isElsewhere =
    inRows(source, tag, day, "noncurrent").length > 0 ||
    rowsOfKind(source, day, "liabilities", "contingent").length > 0;
  return others !== undefined && others !== null && whole > others && !isElsewhere ? [whole] : [];
}

/** The elements of the current rows that no line has. */
const currentRows = (
  { facts }: ModelSource,
  { here }: At,
  side: keyof typeof outsideCapital,
): string[] =>
  here.flatMap(({ lines }) =>
    leavesOf(lines[`remaining_current_${side}`]?.lineage ?? null, facts).map(
      ({ taxonomy, tag }) => `${taxonomy}:${tag}`,
    ),
  );
