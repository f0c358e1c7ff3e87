import { numberOf, type SourcePeriod } from "../../source.ts";

/** Net loss of a year that minorities bear; null where they bear none, or filings state none. */
export function lossOfMinorities(year: SourcePeriod | undefined): number | null {
  const income = numberOf(year?.lines.net_income_nci?.value) ?? 0;
  return income < 0 ? -income : null;
}
