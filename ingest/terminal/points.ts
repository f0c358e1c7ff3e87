import type { Line } from "#schemas/shapes/companies/statement.ts";
import type { CompanyBuild } from "../company-input.ts";
import { daysBetween } from "./format.ts";

/** What periods and table columns have in common. */
export interface Column {
  fiscalYear: number;
  fiscalPeriod: string;
  end: string;
  currency: string | null;
  lines: Record<string, Line>;
}

/** A column that figures are read from, with the one a year earlier for comparison. */
export interface Point {
  column: Column;
  /** How the point is named after a metric's label: "TTM", "FY2024"; null for an instant. */
  label: string | null;
  /** "in the twelve months to 2023-09-30", "at 2023-09-30". */
  when: string;
  yearEarlier: Column | null;
}

/** The points a terminal reads its metrics from; figures older than these are never shown as current. */
export interface Points {
  /** Newest first choice first: trailing twelve months, then the fiscal year. */
  flows: Point[];
  balance: Point | null;
}

/** A year and a quarter: the age at which the newest annual figures must have been replaced. */
export const staleAfterDays = 460;

/**
 * Chooses where to read from. Trailing twelve months come before the fiscal year unless a newer fiscal
 * year exists; a balance sheet is the newest period that has total assets. A point that ends more than
 * `staleAfterDays` before the newest period is left out: nothing stale is carried forward.
 */
export function choosePoints(build: CompanyBuild): Points {
  const newestEnd = build.periods.reduce((newest, { end }) => (end > newest ? end : newest), "");
  const isCurrent = (point: Point | null) =>
    point !== null && daysBetween(point.column.end, newestEnd) <= staleAfterDays;
  const annual = annualPoint(build);
  const trailing = trailingPoint(build);
  const flows = [trailing, annual].filter((point) => point !== null).filter(isCurrent);
  flows.sort((a, b) => b.column.end.localeCompare(a.column.end));
  const balance = balancePoint(build);
  return {
    flows,
    balance: isCurrent(balance) ? balance : null,
  };
}

function trailingPoint({ tables }: CompanyBuild): Point | null {
  const [column] = tables.ttm;
  if (!column) return null;
  return {
    column,
    label: "TTM",
    when: `in the twelve months to ${column.end}`,
    yearEarlier: findYearEarlier(column, tables.ttm),
  };
}

function annualPoint({ periods }: CompanyBuild): Point | null {
  const years = periods.filter(({ fiscalPeriod }) => fiscalPeriod === "FY");
  const [column] = years;
  if (!column) return null;
  return {
    column,
    label: `FY${column.fiscalYear}`,
    when: `in fiscal ${column.fiscalYear}, ended ${column.end}`,
    yearEarlier: findYearEarlier(column, years),
  };
}

function balancePoint({ periods }: CompanyBuild): Point | null {
  const sheets = periods.filter(({ lines }) => hasValue(lines.total_assets));
  const newest = sheets[0] ?? periods[0];
  if (!newest) return null;
  // A fiscal year and its fourth quarter share an end; the annual filing has the fuller balance sheet.
  const column =
    sheets.find(({ end, fiscalPeriod }) => end === newest.end && fiscalPeriod === "FY") ?? newest;
  const earlier = sheets.filter(({ fiscalPeriod }) => fiscalPeriod === column.fiscalPeriod);
  return {
    column,
    label: null,
    when: `at ${column.end}`,
    yearEarlier: findYearEarlier(column, earlier) ?? findYearEarlier(column, sheets),
  };
}

/** The column that ends 52 or 53 weeks or a calendar year before, in the same currency. */
function findYearEarlier(column: Column, candidates: readonly Column[]): Column | null {
  return (
    candidates.find(({ end, currency }) => {
      const days = daysBetween(end, column.end);
      return days >= 350 && days <= 380 && currency === column.currency;
    }) ?? null
  );
}

export function hasValue(line: Line | undefined): boolean {
  return line !== undefined && line.value !== null;
}
