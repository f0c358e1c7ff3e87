import {
  type ComparableFigure,
  comparableFigure,
  growthAYear,
} from "#registry/series/comparable.ts";
import type { Figure } from "#schemas/ratios.ts";
import { metricFigure, type ScreenColumn, screenColumns } from "#schemas/screen-metrics.ts";
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
  reasons: "json",
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
      const of = { facts: build.facts, splits: build.learned.splits, end, lines };
      return line === undefined ? null : comparableFigure(line, of);
    },
  };
  const figures = screenColumns.map((column) => columnFigure(column, sources));
  const reasons = figures.map(({ reason }, at) => [screenColumns[at]?.column ?? "", reason]);
  return [
    newest.currency,
    newest.template,
    newest.fiscalYear,
    newest.end,
    ttm?.end ?? null,
    ...figures.map(({ value }) => value),
    JSON.stringify(Object.fromEntries(reasons.filter(([, reason]) => reason !== null))),
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

const noPeriod: Figure = { value: null, reason: "no_period" };

function columnFigure({ metric, basis }: ScreenColumn, sources: Sources): Figure {
  const { years, newest, ttm, figureOf } = sources;
  const figureIn = (period: Period | null | undefined): Figure =>
    period == null ? noPeriod : metricFigure(metric, (key) => plain(figureOf(period, key)));
  const ago = (count: number) =>
    years.find(({ fiscalYear }) => fiscalYear === newest.fiscalYear - count);
  switch (basis) {
    case "ttm":
      return figureIn(ttm);
    case "fy":
      return figureIn(newest);
    case "avg5":
      return mean([0, 1, 2, 3, 4].map((count) => figureIn(ago(count))));
    case "cagr3":
    case "cagr5": {
      const before = ago(basis === "cagr3" ? 3 : 5);
      if (before === undefined) return noPeriod;
      const [from, to] = [before, newest].map((period) => figureOf(period, metric.key));
      return from && to ? growthAYear(from, to) : noLine;
    }
  }
}

const noLine: Figure = { value: null, reason: "not_reported" };

function plain(figure: ComparableFigure | null): Figure {
  if (figure === null) return noLine;
  const value = figure.value === null ? null : toNumber(figure.value);
  return value === null
    ? { value, reason: figure.reason ?? "not_reported" }
    : { value, reason: null };
}

/** Without a value, and with its reason, where one of the years has none. */
function mean(figures: readonly Figure[]): Figure {
  let total = 0;
  for (const figure of figures) {
    if (figure.value === null) return figure;
    total += figure.value;
  }
  return { value: total / figures.length, reason: null };
}
