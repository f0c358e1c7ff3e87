import { writeCsvTable } from "../../data/text/csv-table.ts";
import type { AttachedFile } from "../../http/requests/handled.ts";
import type { MetricComparison } from "./metrics.ts";
import type { ScreenResult } from "./service.ts";

/** True where the caller asked for a file: by the parameter, or by what it accepts. */
export const wantsCsv = (format: string | undefined, accept: string | undefined): boolean =>
  format === undefined ? accept?.startsWith("text/csv") === true : format === "csv";

/** The companies of a screen as a file: one row each, one column for each metric. */
export function screenFile({ page, columns }: ScreenResult): AttachedFile {
  const heads = ["ticker", "name", "slug", "currency", "fiscal_year", "year_end", "ttm_end"];
  const rows = page.rows.map((row) => [
    row.ticker,
    row.name,
    row.slug,
    row.currency,
    row.fiscalYear,
    row.yearEnd,
    row.ttmEnd,
    ...columns.map(({ name }) => row.figures[name] ?? null),
  ]);
  return file("screen.csv", [[...heads, ...columns.map(({ name }) => name)], ...rows]);
}

/** A comparison as a file: one row for each company and period. */
export function metricsFile({ rows, metrics }: MetricComparison): AttachedFile {
  const heads = ["ticker", "name", "period", "period_end", "currency"];
  const lines = rows.map(({ ticker, name, period, periodEnd, currency, values }) => [
    ticker,
    name,
    period,
    periodEnd,
    currency,
    ...metrics.map(({ key }) => values[key] ?? null),
  ]);
  return file("metrics.csv", [[...heads, ...metrics.map(({ key }) => key)], ...lines]);
}

const file = (name: string, rows: readonly (readonly (string | number | null)[])[]) => ({
  name,
  mediaType: "text/csv; charset=utf-8",
  bytes: Buffer.from(writeCsvTable(rows)),
});
