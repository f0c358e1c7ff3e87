import { dayOf } from "#ingest/periods/days.ts";
import * as decimal from "#schemas/decimal.ts";
import type { FiscalPeriod, Line } from "#schemas/shapes/companies/statement.ts";
import type { ExpectedRow } from "./expected.ts";

/** A period of ours with its lines, from a statement or from the trailing-twelve-month table. */
export interface Column {
  key: string;
  fiscalPeriod: FiscalPeriod | "TTM";
  end: string;
  lines: Record<string, Line>;
}

/** How far the two period ends may be apart: sources round theirs to a month end. */
export const toleranceDays = 25;

/**
 * The nearest period of the row's kind within 25 days; for a balance the nearest date of any period. Of
 * periods equally near the one that has a value. Null when there is none.
 */
export function findColumn(
  row: Pick<ExpectedRow, "kind" | "end">,
  key: string,
  columns: readonly Column[],
): Column | null {
  let best: Column | null = null;
  let distance = toleranceDays + 1;
  for (const column of columns) {
    const isOfKind =
      row.kind === "instant" ? column.fiscalPeriod !== "TTM" : column.fiscalPeriod === row.kind;
    if (!isOfKind) continue;
    const away = Math.abs(dayOf(column.end) - dayOf(row.end));
    if (away > toleranceDays) continue;
    const isBetter = away === distance && !hasValue(best, key) && hasValue(column, key);
    if (away < distance || isBetter) [best, distance] = [column, away];
  }
  return best;
}

const hasValue = (column: Column | null, key: string) => column?.lines[key]?.value != null;

/** Ours, rounded to the precision of the expected value, equals it. */
export function isEqual(row: Pick<ExpectedRow, "value" | "exponent">, value: string): boolean {
  return decimal.equal(decimal.roundTo(value, row.exponent), row.value);
}

/** The same currency, shares or ratio; a file without units agrees with all. */
export function isSameUnit(expected: string, ours: string | null): boolean {
  return expected === "" || ours === null || expected === ours;
}

/** True when the column's line is the expected value in the expected unit. */
export function agrees(row: ExpectedRow, key: string, column: Column | null): boolean {
  const line = column?.lines[key];
  return line?.value != null && isEqual(row, line.value) && isSameUnit(row.unit, line.unit);
}
