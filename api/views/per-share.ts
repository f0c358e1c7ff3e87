import type { CompanyBuild, View } from "#ingest/company-input.ts";
import { toNumber } from "#ingest/terminal/format.ts";
import { adjustForSplits, countsShares } from "#registry/series/adjust-for-splits.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { FinancialsColumn, FinancialsPayload } from "#schemas/shapes/companies/financials.ts";
import type { PeriodColumn } from "#schemas/shapes/companies/period-table.ts";
import type { AdjustedValue, Line } from "#schemas/shapes/companies/statement.ts";

interface Lines {
  end: string;
  lines: Record<string, Line>;
}

/**
 * Gives, by snakeKey, a period's per-share figures and share counts adjusted to the share basis of the view's latest
 * split.
 */
export type AdjustPeriod = (
  period: Lines,
  keys: readonly string[],
) => Record<string, AdjustedValue>;

/** Makes the function for a view. A view as of a day uses only splits that were visible in filings by that day. */
export function adjusterOf(build: CompanyBuild, registry: Registry, view: View): AdjustPeriod {
  const { facts, learned } = build;
  const splits = learned.splits.filter(
    ({ firstNew }) => view.kind !== "asOf" || firstNew <= view.date,
  );
  const isCounted = (key: string) => {
    const concept = registry.bySnakeKey.get(key);
    return concept !== undefined && countsShares(concept);
  };
  return ({ lines, end }, keys) =>
    Object.fromEntries(
      keys.filter(isCounted).flatMap((key) => {
        const line = lines[key];
        return line === undefined ? [] : [[key, adjustForSplits(line, { facts, splits, end })]];
      }),
    );
}

/** Adds the adjusted figures to full financials, beside the filed ones. */
export function withAdjusted(
  financials: FinancialsPayload,
  { tables }: CompanyBuild,
  adjust: AdjustPeriod,
): FinancialsPayload {
  const beside = (shown: readonly FinancialsColumn[], columns: readonly PeriodColumn[]) =>
    shown.map((column) => {
      const period = columns.find(({ end }) => end === column.periodEnd);
      if (period === undefined) throw new Error(`no column ends on ${column.periodEnd}`);
      const keys = Object.keys({ ...column.income, ...column.balanceSheet, ...column.cashFlow });
      const adjusted = Object.entries(adjust(period, keys)).map(([key, one]) => [
        key,
        { ...one, value: one.value === null ? null : toNumber(one.value) },
      ]);
      return { ...column, perShareAdjusted: Object.fromEntries(adjusted) };
    });
  return {
    ttm: beside(financials.ttm, tables.ttm),
    quarters: beside(financials.quarters, tables.quarters),
  };
}
