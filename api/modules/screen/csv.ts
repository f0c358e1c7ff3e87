import { writeCsvTable } from "../../data/text/csv-table.ts";
import type { AttachedFile } from "../../http/requests/handled.ts";
import type { MetricComparison } from "./metrics.ts";
import type { ScreenResult } from "./service.ts";

/** The file that the caller asked for: by the parameter, or by what it accepts; null for JSON. */
export function wantedFile(
  format: "json" | "csv" | "ndjson" | undefined,
  accept: string | undefined,
): "csv" | "ndjson" | null {
  if (format !== undefined) return format === "json" ? null : format;
  if (accept?.startsWith("application/x-ndjson") === true) return "ndjson";
  return accept?.startsWith("text/csv") === true ? "csv" : null;
}

/** True where the caller asked for a file: by the parameter, or by what it accepts. */
export const wantsCsv = (format: string | undefined, accept: string | undefined): boolean =>
  format === undefined ? accept?.startsWith("text/csv") === true : format === "csv";

/**
 * The companies of a screen as a file: one row each, the day of the close where a price is asked for, one column for each
 * metric, then one for each metric that says why it is empty.
 */
export function screenFile({ page, columns, prices }: ScreenResult): AttachedFile {
  const dayHead = prices === null ? [] : ["price_day"];
  const heads = ["ticker", "name", "slug", "currency", "fiscal_year", "year_end", "ttm_end"];
  const rows = page.rows.map((row) => [
    row.ticker,
    row.name,
    row.slug,
    row.currency,
    row.fiscalYear,
    row.yearEnd,
    row.ttmEnd,
    ...dayHead.map(() => row.priceDay),
    ...columns.map(({ name }) => row.figures[name] ?? null),
    ...columns.map(({ name }) => row.reasons[name] ?? null),
  ]);
  const names = columns.map(({ name }) => name);
  return file("screen.csv", [[...heads, ...dayHead, ...names, ...names.map(noteOf)], ...rows]);
}

const noteOf = (name: string) => `${name}_note`;

/**
 * The heads of a comparison as a file: one column for each metric, then one for each metric with why it is empty, or its
 * flags.
 */
export function metricsHead(metrics: MetricComparison["metrics"]): string[] {
  const names = metrics.map(({ key }) => key);
  const heads = ["ticker", "name", "period", "period_end", "currency"];
  return [...heads, ...names, ...names.map(noteOf)];
}

/** Its rows, one for each company and period. */
export const metricsLines = (
  rows: MetricComparison["rows"],
  metrics: MetricComparison["metrics"],
): (string | number | null)[][] =>
  rows.map(({ ticker, name, period, periodEnd, currency, values, ...why }) => [
    ticker,
    name,
    period,
    periodEnd,
    currency,
    ...metrics.map(({ key }) => values[key] ?? null),
    ...metrics.map(({ key }) => why.reasons[key] ?? why.flags[key]?.join(" ") ?? null),
  ]);

const file = (name: string, rows: readonly (readonly (string | number | null)[])[]) => ({
  name,
  mediaType: "text/csv; charset=utf-8",
  bytes: Buffer.from(writeCsvTable(rows)),
});
