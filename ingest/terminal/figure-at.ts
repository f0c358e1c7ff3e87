import { type ComparableFigure, comparableFigure } from "#registry/series/comparable.ts";
import { yearsBefore } from "#registry/series/years-before.ts";
import type { ExactFigure, FigureAt } from "#schemas/metrics/compute.ts";
import type { StatementPeriod } from "#schemas/shapes/companies/statement.ts";
import type { CompanyBuild } from "../company-input.ts";

/** What metrics need of a period. */
export type MetricPeriod = Pick<StatementPeriod, "end" | "lines" | "currency">;

/** A line of a period as it is compared with those of other periods; null where the period does not have it. */
export type ComparableIn = (period: MetricPeriod, key: string) => ComparableFigure | null;

/** Lines of a build, all on one basis of shares. */
export const comparableIn =
  ({ facts, learned: { splits } }: Pick<CompanyBuild, "facts" | "learned">): ComparableIn =>
  ({ lines, end }, key) => {
    const line = lines[key];
    return line === undefined ? null : comparableFigure(line, { facts, splits, end, lines });
  };

/**
 * The figures that metrics of a period are computed from: its own, and those of the periods of its kind some years
 * before. Null with "no_period" where there is none, and "currency_changed" where it is in another currency.
 */
export const figureAt =
  (comparable: ComparableIn, period: MetricPeriod, ofKind: readonly MetricPeriod[]): FigureAt =>
  (key, ago) => {
    const from = ago === 0 ? period : yearsBefore(ofKind, period, ago);
    if (from === undefined) return { value: null, reason: "no_period" };
    if (from.currency !== period.currency) return { value: null, reason: "currency_changed" };
    return exact(comparable(from, key));
  };

function exact(figure: ComparableFigure | null): ExactFigure {
  if (figure === null || figure.value === null) {
    return { value: null, reason: figure?.reason ?? "not_reported" };
  }
  return { value: figure.value, reason: null };
}
