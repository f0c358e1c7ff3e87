import { yearsBefore } from "#registry/series/years-before.ts";
import * as decimal from "#schemas/decimal.ts";
import { type FigureAt, missingIn } from "#schemas/metrics/compute.ts";
import { type FormulaLine, linesOf, lineText } from "#schemas/metrics/formula.ts";
import { asNumber } from "#schemas/ratios.ts";
import { type DerivedScreenMetric, derivedMetrics, metricFigure } from "#schemas/screen-metrics.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { CompanyBuild } from "../../company-input.ts";
import { comparableIn, figureAt } from "../../terminal/figure-at.ts";
import type { Row, Subject } from "../company-rows.ts";
import type { DetailsOf } from "../line-details.ts";

/** A fiscal year or a column of twelve months. */
type Period = CompanyBuild["periods"][number] | CompanyBuild["tables"]["ttm"][number];

/** Significant digits of quotients that do not end: more than a double has. */
const digits = 20;

/** One row per metric of each fiscal year and of each column of twelve months, but for metrics of other kinds of company. */
export function metricRows(
  of: Subject,
  build: Pick<CompanyBuild, "facts" | "learned" | "periods" | "tables">,
  { registry, detailsOf }: { registry: Registry; detailsOf: DetailsOf },
): Row[] {
  const comparable = comparableIn(build);
  const filedOf = (period: Period, key: string) => {
    const line = period.lines[key];
    const concept = registry.bySnakeKey.get(key);
    return line === undefined ? null : detailsOf(line, { concept, end: period.end }).filed;
  };
  const rowsOf = (periods: readonly Period[]) =>
    periods.flatMap((period) => {
      const at = figureAt(comparable, period, periods);
      const periodOf = ({ yearsBefore: ago }: FormulaLine) =>
        ago === 0 ? period : yearsBefore(periods, period, ago);
      return derivedMetrics.flatMap((metric) =>
        metricRow(of, { metric, period, at, periodOf, filedOf }),
      );
    });
  const years = build.periods.filter(({ fiscalPeriod }) => fiscalPeriod === "FY");
  return [...rowsOf(years), ...rowsOf(build.tables.ttm)];
}

interface Measured {
  metric: DerivedScreenMetric;
  period: Period;
  at: FigureAt;
  periodOf(line: FormulaLine): Period | undefined;
  /** The newest filing that a line's value rests on. */
  filedOf(period: Period, key: string): string | null;
}

function metricRow({ cik, entityId }: Subject, { metric, period, ...sources }: Measured): Row[] {
  const { at, periodOf, filedOf } = sources;
  const figure = metricFigure(metric, at);
  const { value, reason } = figure;
  if (reason === "not_applicable_template") return [];
  const operands = linesOf(metric.derived.formula).flatMap((line) => {
    const from = periodOf(line);
    return from === undefined ? [] : [{ from, key: line.key }];
  });
  return [
    [
      cik,
      period.key,
      period.fiscalYear,
      period.fiscalPeriod,
      period.start,
      period.end,
      period.currency,
      metric.key,
      asNumber(figure).value,
      value === null ? null : decimal.toDigits(value, digits),
      metric.unit,
      reason,
      operands.map(({ from, key }) => `${entityId}:${from.key}:${key}`).join(","),
      missingIn(metric.derived.formula, at).map(lineText).join(",") || null,
      value === null ? null : newest(operands.map(({ from, key }) => filedOf(from, key))),
    ],
  ];
}

/** Null where one of the days is not known. */
function newest(days: readonly (string | null)[]): string | null {
  const known = days.filter((day) => day !== null).sort();
  return known.length === days.length ? (known.at(-1) ?? null) : null;
}

/** What each metric means. */
export const metricDefinitionRows: readonly Row[] = derivedMetrics.map(
  ({ key, label, unit, derived: { text, meaning, source } }) => [
    ...[key, label, unit, text, meaning, source],
  ],
);
