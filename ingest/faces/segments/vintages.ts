import { equal } from "#schemas/decimal.ts";
import type { FiledReport } from "#schemas/shapes/companies/filed-report.ts";
import type { SegmentFiling, SegmentValue } from "#schemas/shapes/companies/segments.ts";
import type { Breakdown } from "./break-down.ts";
import type { RowNames } from "./row-names.ts";

/** A breakdown of a filing. */
export interface Vintage {
  found: Breakdown;
  report: FiledReport;
  filing: SegmentFiling;
  idOf: RowNames;
}

/** A period of a series: what is shown of it, and every filing that breaks it down, oldest first. */
export interface Shown {
  key: string;
  vintage: Vintage;
  all: readonly [Vintage, ...Vintage[]];
}

/** Whether two filings break a period down into the same members with the same values. */
export function sameRows(a: Vintage, b: Vintage): boolean {
  if (a === b) return true;
  const [left, right] = [countedBy(a), countedBy(b)];
  if (left.size !== right.size) return false;
  return [...left].every(([id, value]) => {
    const other = right.get(id);
    return other !== undefined && equal(value, other);
  });
}

function countedBy({ found, idOf }: Vintage): Map<string, string> {
  const counted = found.rows.filter(({ weight }) => weight !== 0);
  return new Map(counted.map((row) => [idOf(row), row.value]));
}

/** What other filings state for the row and the same period, where it differs. */
export function otherVintages(
  id: string,
  value: string,
  vintages: readonly Vintage[],
): SegmentValue["otherVintages"] {
  return vintages.flatMap(({ found, idOf, filing }) => {
    const row = found.rows.find((one) => idOf(one) === id);
    return row && !equal(row.value, value) ? [{ value: row.value, filing }] : [];
  });
}
