import type { QuotedValue } from "../../answers/provenance.ts";
import { annualPeriods } from "../anchors.ts";
import type { ModelSource } from "../source.ts";
import { scopeOf } from "./one-scope.ts";

/**
 * True where the fiscal year that values rest on holds the business that is for sale at a day: no twelve months are without
 * it (Las Vegas Sands), or the report of the year states no result of it apart.
 */
export function isInYear(source: ModelSource, day: string): boolean {
  const year = annualPeriods(source).findLast(({ end }) => end <= day);
  if (year === undefined) return false;
  if (year.end < day) return scopeOf(source, { year, end: day }, "revenue") === "none";
  return year.lines.income_discontinued?.reason === "not_reported";
}

/** Net assets of it that are in the value of the year; what is owed of a business sold is in none. */
export const withinYear = (group: QuotedValue): QuotedValue =>
  group.value <= 0
    ? group
    : {
        ...{ value: 0, provenance: group.provenance },
        note: `the fiscal year holds the business for sale, whose net assets are ${group.value.toLocaleString("en-US")}`,
      };
