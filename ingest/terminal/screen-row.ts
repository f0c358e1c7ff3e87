import { growthAYear } from "#registry/series/comparable.ts";
import { asNumber, type Figure } from "#schemas/ratios.ts";
import { metricFigure, type ScreenColumn, screenColumns } from "#schemas/screen-metrics.ts";
import type { StatementPeriod } from "#schemas/shapes/companies/statement.ts";
import type { CompanyBuild } from "../company-input.ts";
import { type ComparableIn, comparableIn, figureAt, type MetricPeriod } from "./figure-at.ts";

/** A company's row in the table of screens, in the order of the table's columns after the entity's id; null without a fiscal year. */
export function screenRow(build: CompanyBuild): (string | number | null)[] | null {
  const years = build.periods.filter(({ fiscalPeriod }) => fiscalPeriod === "FY");
  const [newest] = years;
  if (newest === undefined) return null;
  const { ttm: trailing } = build.tables;
  const [ttm] = trailing;
  const sources: Sources = {
    years,
    newest,
    trailing,
    comparable: comparableIn(build),
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

interface Sources {
  /** Newest first. */
  years: readonly StatementPeriod[];
  newest: StatementPeriod;
  /** Columns of twelve months, newest first. */
  trailing: readonly MetricPeriod[];
  comparable: ComparableIn;
}

const none = (reason: string): Figure => ({ value: null, reason });

function columnFigure({ metric, basis }: ScreenColumn, sources: Sources): Figure {
  const { years, newest, trailing, comparable } = sources;
  const figureIn = (period: MetricPeriod | undefined, ofKind: readonly MetricPeriod[]): Figure =>
    period === undefined
      ? none("no_period")
      : asNumber(metricFigure(metric, figureAt(comparable, period, ofKind)));
  const ago = (count: number) =>
    years.find(({ fiscalYear }) => fiscalYear === newest.fiscalYear - count);
  switch (basis) {
    case "ttm":
      return figureIn(trailing[0], trailing);
    case "fy":
      return figureIn(newest, years);
    case "avg5":
      return mean([0, 1, 2, 3, 4].map((count) => figureIn(ago(count), years)));
    case "cagr3":
    case "cagr5": {
      const before = ago(basis === "cagr3" ? 3 : 5);
      if (before === undefined) return none("no_period");
      const [from, to] = [before, newest].map((period) => comparable(period, metric.key));
      return from && to ? growthAYear(from, to) : none("not_reported");
    }
  }
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
