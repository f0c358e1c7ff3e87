import { addDays, anniversary, daysBetween } from "./dates.ts";
import type { ModelSource, SourcePeriod } from "./source.ts";

/** The dates a model hangs on (models.md 3.1). */
export interface Anchors {
  /** Label of the last full fiscal year (FY0); projections are labelled from the next one on. */
  fiscalYear: number;
  yearEnd: string;
  /** The same day a year later (FYE1). */
  nextYearEnd: string;
  /** Latest balance sheet filed, on or after `yearEnd` and before `nextYearEnd`, also where later ones lack their year. */
  balanceSheetDate: string;
  currency: string | null;
  isAnnualReportMissing: boolean;
  hasFiscalYearChange: boolean;
}

/** Annual periods of 340 to 380 days in the reporting currency, oldest first. */
export function annualPeriods(source: ModelSource): SourcePeriod[] {
  const years = source.periods.filter(isAnnual).sort((a, b) => (a.end < b.end ? -1 : 1));
  const currency = years.at(-1)?.currency ?? null;
  return years.filter((one) => isIn(one, currency));
}

/** Null for a company without a full fiscal year. */
export function findAnchors(source: ModelSource): Anchors | null {
  const year = annualPeriods(source).at(-1);
  if (year === undefined) return null;
  const nextYearEnd = anniversary(year.end, 1);
  const sheets = source.periods.filter((one) => isIn(one, year.currency) && one.end >= year.end);
  const endsWith = (marks: readonly string[]) =>
    sheets.filter((one) => marks.some((mark) => hasValue(one, mark))).map(({ end }) => end);
  const isAnnualReportMissing = endsWith(sheetMarks).some((end) => end >= nextYearEnd);
  // A report of a later year may state the equity of a day of this one, and nothing else.
  const ends = endsWith(isAnnualReportMissing ? totalMarks : sheetMarks);
  return {
    fiscalYear: year.fiscalYear,
    yearEnd: year.end,
    nextYearEnd,
    balanceSheetDate: newest([year.end, ...ends.filter((end) => end < nextYearEnd)]),
    currency: year.currency,
    isAnnualReportMissing,
    hasFiscalYearChange: source.periods.some(
      ({ fiscalPeriod, end }) => fiscalPeriod === "T" && end > addDays(year.end, -5 * 366),
    ),
  };
}

function isAnnual(period: SourcePeriod): boolean {
  if (period.fiscalPeriod !== "FY") return false;
  const days = daysBetween(period.start, period.end) + 1;
  if (days < 340 || days > 380) return false;
  return yearMarks.some((concept) => hasValue(period, concept));
}

// A year without an income statement is no base: its report is not at hand.
const yearMarks = ["revenue", "operating_income", "pretax_income", "net_income"] as const;
const totalMarks = ["total_assets", "current_assets"];
const sheetMarks = [...totalMarks, "stockholders_equity"];

function hasValue({ lines }: SourcePeriod, concept: string): boolean {
  return lines[concept]?.value != null;
}

export function isIn({ currency }: SourcePeriod, wanted: string | null): boolean {
  return currency === null || wanted === null || currency === wanted;
}

const newest = (dates: readonly string[]) =>
  dates.reduce((latest, date) => (date > latest ? date : latest), "");
