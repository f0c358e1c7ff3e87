import { ratio } from "../answers/rounding.ts";
import type { MetricKey } from "../catalogue.ts";
import type { Anchors } from "./anchors.ts";
import { debtAt, firstReading } from "./claims/debt.ts";
import { currentSecurities } from "./claims/securities.ts";
import { addDays } from "./dates.ts";
import type { ModelSource, SourcePeriod } from "./source.ts";
import { isQuarter, ltmRevenue, periodsAt } from "./trailing.ts";

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
  return [...new Set(ends)]
    .sort()
    .slice(-rowsMax)
    .map((end) => capitalRow(source, years, end, currency));
}

function capitalRow(
  source: ModelSource,
  years: readonly SourcePeriod[],
  end: string,
  currency: string | null,
): CapitalRow {
  const day = { end, currency, here: periodsAt(source, end, currency) };
  const at = (metric: MetricKey) => firstReading(day, metric)?.value ?? null;
  const balances = {
    totalCurrentAssets: at("total_current_assets"),
    cash: at("cash_and_equivalents"),
    shortTermInvestments: currentSecurities(source, day).quoted?.value ?? null,
    totalCurrentLiabilities: at("total_current_liabilities"),
    shortTermDebt: debtAt(source, day, "debt_due_within_a_year")?.value ?? null,
  };
  const revenue = ltmRevenue(source, years, end);
  const capital = netWorkingCapital(balances);
  return {
    periodEnd: end,
    totalCurrentAssets: balances.totalCurrentAssets,
    cash: balances.cash,
    shortTermInvestments: balances.shortTermInvestments,
    operatingCurrentAssets: capital?.assets ?? null,
    totalCurrentLiabilities: balances.totalCurrentLiabilities,
    shortTermDebt: balances.shortTermDebt,
    operatingCurrentLiabilities: capital?.liabilities ?? null,
    netWorkingCapital: capital?.net ?? null,
    ltmRevenue: revenue,
    nwcPctLtmRevenue: revenue !== null && revenue > 0 ? ratio(capital?.net ?? null, revenue) : null,
  };
}

interface Balances {
  totalCurrentAssets: number | null;
  cash: number | null;
  shortTermInvestments: number | null;
  totalCurrentLiabilities: number | null;
  shortTermDebt: number | null;
}

/** Null for an unclassified balance sheet; cash, investments and debt that are absent count as zero. */
export function netWorkingCapital(
  balances: Balances,
): { assets: number; liabilities: number; net: number } | null {
  const { totalCurrentAssets, totalCurrentLiabilities } = balances;
  if (totalCurrentAssets === null || totalCurrentLiabilities === null) return null;
  const assets = totalCurrentAssets - (balances.cash ?? 0) - (balances.shortTermInvestments ?? 0);
  const liabilities = totalCurrentLiabilities - (balances.shortTermDebt ?? 0);
  return { assets, liabilities, net: assets - liabilities };
}
