import {
  type FigureOf,
  metricValue,
  type ScreenColumn,
  screenColumns,
} from "#schemas/screen-metrics.ts";
import type { Line, StatementPeriod } from "#schemas/shapes/companies/statement.ts";
import type { CompanyBuild } from "../company-input.ts";
import { toNumber } from "./format.ts";

/** Columns of the table of screens that a build writes after the entity's id, with their SQL types. */
export const screenRowColumns: Readonly<Record<string, string>> = {
  currency: "text",
  template: "text",
  fiscal_year: "int",
  year_end: "text",
  ttm_end: "text",
  ...Object.fromEntries(screenColumns.map(({ column }) => [column, "double precision"])),
};

/** A company's row in the table of screens, in the order of `screenRowColumns`; null without a fiscal year. */
export function screenRow({ periods, tables }: CompanyBuild): (string | number | null)[] | null {
  const years = periods.filter(({ fiscalPeriod }) => fiscalPeriod === "FY");
  const [newest] = years;
  if (newest === undefined) return null;
  const [ttm] = tables.ttm;
  const sources = { years, ttm: ttm === undefined ? none : figuresOf(ttm.lines) };
  return [
    newest.currency,
    newest.template,
    newest.fiscalYear,
    newest.end,
    ttm?.end ?? null,
    ...screenColumns.map((column) => columnValue(column, sources)),
  ];
}

const none: FigureOf = () => null;

const figuresOf =
  (lines: Record<string, Line>): FigureOf =>
  (key) => {
    const value = lines[key]?.value ?? null;
    return value === null ? null : toNumber(value);
  };

interface Sources {
  /** Fiscal years, newest first. */
  years: readonly StatementPeriod[];
  ttm: FigureOf;
}

function columnValue({ metric, basis }: ScreenColumn, { years, ttm }: Sources): number | null {
  if (basis === "ttm") return metricValue(metric, ttm);
  const newest = years[0]?.fiscalYear ?? 0;
  const ago = (count: number): number | null => {
    const year = years.find(({ fiscalYear }) => fiscalYear === newest - count);
    return year === undefined ? null : metricValue(metric, figuresOf(year.lines));
  };
  if (basis === "fy") return ago(0);
  if (basis === "avg5") return mean([0, 1, 2, 3, 4].map(ago));
  const span = basis === "cagr3" ? 3 : 5;
  return growth(ago(span), ago(0), span);
}

/** Growth a year; null where it started or ended at or below zero. */
function growth(from: number | null, to: number | null, years: number): number | null {
  if (from === null || to === null || from <= 0 || to <= 0) return null;
  return (to / from) ** (1 / years) - 1;
}

/** Null where one of the years has no value. */
function mean(values: readonly (number | null)[]): number | null {
  let total = 0;
  for (const value of values) {
    if (value === null) return null;
    total += value;
  }
  return total / values.length;
}
