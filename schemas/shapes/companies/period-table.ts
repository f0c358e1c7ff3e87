import type { FiscalPeriod, Line } from "./statement.ts";

/** Keys of the three groups of a column are the concepts' snakeKeys. */
export interface PeriodColumn {
  key: string;
  fiscalYear: number;
  fiscalPeriod: FiscalPeriod | "TTM";
  start: string;
  end: string;
  currency: string | null;
  /** "reported", "derived" or "mixed" for quarters; "sum_of_quarters", "fiscal_year" or "year_plus_to_date" for TTM. */
  basis: string;
  /** True when any line of the column was derived as year less earlier quarters. */
  derivedQ4: boolean;
  lines: Record<string, Line>;
}

/** Both newest first. */
export interface PeriodTables {
  quarters: PeriodColumn[];
  ttm: PeriodColumn[];
}
