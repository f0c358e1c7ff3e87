import { isMarketInput } from "#registry/models/market/market-figures.ts";
import { yearsBefore } from "#registry/series/years-before.ts";
import * as decimal from "#schemas/decimal.ts";
import { type FigureAt, missingIn } from "#schemas/metrics/compute.ts";
import { type FormulaLine, linesOf, lineText } from "#schemas/metrics/formula.ts";
import { asNumber } from "#schemas/ratios.ts";
import {
  type DerivedScreenMetric,
  derivedMetrics,
  metricFigure,
  pricedMetrics,
} from "#schemas/screen-metrics.ts";
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
      const periodOf = periodsBefore(periods, period);
      const known = (operands: readonly Operand[]) =>
        newest(operands.map(({ from, key }) => filedOf(from, key)));
      return derivedMetrics.flatMap((metric) =>
        metricRow(of, { metric, period, at, periodOf, known, priceDay: null }),
      );
    });
  const years = build.periods.filter(({ fiscalPeriod }) => fiscalPeriod === "FY");
  return [...rowsOf(years), ...rowsOf(build.tables.ttm)];
}

/** The period of a formula's line: the one asked for, or of its kind so many years before. */
export const periodsBefore =
  (periods: readonly Period[], period: Period) =>
  ({ yearsBefore: ago }: FormulaLine): Period | undefined =>
    ago === 0 ? period : yearsBefore(periods, period, ago);

/** A line of a period that a formula needs. */
interface Operand {
  from: Period;
  key: string;
}

/** A metric of a period, and where its figures come from. */
export interface Measured {
  metric: DerivedScreenMetric;
  period: Period;
  at: FigureAt;
  periodOf(line: FormulaLine): Period | undefined;
  /** The day from which on a value was known; null where that is not told. */
  known(operands: readonly Operand[]): string | null;
  /** Day of the close; null for a metric without one. */
  priceDay: string | null;
}

/** The row of a metric; none where it is for other kinds of company. */
export function metricRow({ cik, entityId }: Subject, of: Measured): Row[] {
  const { metric, period, at, periodOf } = of;
  const figure = metricFigure(metric, at);
  const { value, reason } = figure;
  if (reason === "not_applicable_template") return [];
  const operands = linesOf(metric.derived.formula).flatMap((line) => {
    const from = isMarketInput(line.key) ? undefined : periodOf(line);
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
      value === null ? null : of.known(operands),
      value === null ? null : of.priceDay,
    ],
  ];
}

/** Null where one of the days is not known. */
function newest(days: readonly (string | null)[]): string | null {
  const known = days.filter((day) => day !== null).sort();
  return known.length === days.length ? (known.at(-1) ?? null) : null;
}

/** What each metric means. */
export const metricDefinitionRows: readonly Row[] = [...derivedMetrics, ...pricedMetrics].map(
  ({ key, label, unit, derived: { text, meaning, source } }) => [
    key,
    label,
    unit,
    text,
    meaning,
    source,
  ],
);
