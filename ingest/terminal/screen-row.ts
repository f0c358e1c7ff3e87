import {
  type ComparableFigure,
  comparableFigure,
  growthAYear,
} from "#registry/series/comparable.ts";
import { metricValue, type ScreenColumn, screenColumns } from "#schemas/screen-metrics.ts";
import type { StatementPeriod } from "#schemas/shapes/companies/statement.ts";
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
export function screenRow(build: CompanyBuild): (string | number | null)[] | null {
  const years = build.periods.filter(({ fiscalPeriod }) => fiscalPeriod === "FY");
  const [newest] = years;
  if (newest === undefined) return null;
  const [ttm] = build.tables.ttm;
  const sources: Sources = {
    years,
    newest,
    ttm: ttm ?? null,
    figureOf: ({ lines, end }, key) => {
      const line = lines[key];
      const of = { facts: build.facts, splits: build.learned.splits, end };
      return line === undefined ? null : comparableFigure(line, of);
    },
  };
  return [
    newest.currency,
    newest.template,
    newest.fiscalYear,
    newest.end,
    ttm?.end ?? null,
    ...screenColumns.map((column) => columnValue(column, sources)),
  ];
}

type Period = Pick<StatementPeriod, "end" | "lines">;

interface Sources {
  /** Newest first. */
  years: readonly StatementPeriod[];
  newest: StatementPeriod;
  ttm: Period | null;
  /** All of one company are on one basis. */
  figureOf(period: Period, key: string): ComparableFigure | null;
}

function columnValue({ metric, basis }: ScreenColumn, sources: Sources): number | null {
  const { years, newest, ttm, figureOf } = sources;
  const valueIn = (period: Period | null | undefined) =>
    period == null
      ? null
      : metricValue(metric, (key) => {
          const value = figureOf(period, key)?.value ?? null;
          return value === null ? null : toNumber(value);
        });
  const ago = (count: number) =>
    years.find(({ fiscalYear }) => fiscalYear === newest.fiscalYear - count);
  switch (basis) {
    case "ttm":
      return valueIn(ttm);
    case "fy":
      return valueIn(newest);
    case "avg5":
      return mean([0, 1, 2, 3, 4].map((count) => valueIn(ago(count))));
    case "cagr3":
    case "cagr5": {
      const before = ago(basis === "cagr3" ? 3 : 5);
      const from = before === undefined ? null : figureOf(before, metric.key);
      const to = figureOf(newest, metric.key);
      return from === null || to === null ? null : growthAYear(from, to).value;
    }
  }
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
