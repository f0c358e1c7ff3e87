import type { FiscalPeriod, NullReason, Template } from "./statement.ts";

export const severities = ["A", "B", "C"] as const;

/**
 * A: the period is served with its failed checks and the lowest quality label; B: the label drops; C: information.
 * No check hides or changes a value (standardization.md section 4).
 */
export type Severity = (typeof severities)[number];

export const outcomes = ["pass_exact", "pass_rounding", "small", "fail", "not_run"] as const;

/**
 * pass_exact and pass_rounding count as passed. `small` is beyond rounding but under 0.1 %. `not_run` says why
 * the filings do not let us test it.
 */
export type Outcome = (typeof outcomes)[number];

export interface CheckOperand {
  label: string;
  value: string;
  /** The filing that the value was read from; null for a computed one. */
  accession: string | null;
}

export interface CheckResult {
  id: string;
  severity: Severity;
  /** Key of the period, with the concept where the check is about one line; an accession, or "company". */
  period: string;
  outcome: Outcome;
  /** Why it was not run, or what is wrong; null for a check that passed. */
  reason: string | null;
  /** Left less right side, exact; null where the check compares no amounts. */
  difference: string | null;
  /** The amounts of a check that found a difference or a fault; empty for one that passed. */
  operands: CheckOperand[];
}

/** How far the figures of a company can be relied on: `dataQualityLabel` of the terminal. */
export const qualityLabels = ["high", "medium", "low", "unavailable"] as const;
export type QualityLabel = (typeof qualityLabels)[number];

/** How often a check had each outcome, in the order of `outcomes`. */
export type OutcomeCounts = [
  exact: number,
  rounding: number,
  small: number,
  failed: number,
  notRun: number,
];

/** Counts by the id of the check. */
export type CountsByCheck = Record<string, OutcomeCounts>;

/** A check of severity A that would pass less often than before. */
export interface Drop {
  check: string;
  title: string;
  /** Percentage of the results that passed, over all companies. */
  before: number;
  after: number;
  /** Companies with more results that do not pass, worst first. `lost` of these were tested before and are not now. */
  companies: { cik: string; notPassedBefore: number; notPassedAfter: number; lost: number }[];
}

/** Whether a new registry or engine may rebuild companies: undecided, yes, or no. */
export type GateState = "undecided" | "open" | "closed";

/** How many lines of one statement period have a value, and why the others have none. */
export interface PeriodCoverage {
  key: string;
  fiscalYear: number;
  fiscalPeriod: FiscalPeriod;
  end: string;
  template: Template;
  /** Universal lines that apply to the template, and those of them that have a value. */
  applicable: number;
  valued: number;
  /** All lines: those with a value, and the others by their reason. */
  values: number;
  reasons: Partial<Record<NullReason, number>>;
  /** Nulls without a reason (check DQ-07) and values without lineage (DQ-08): always 0. */
  unexplained: number;
  unsourced: number;
}

/** The results of one check, by subject: a period's key, a column of twelve months, an accession or "company". */
export interface CheckRecord {
  id: string;
  severity: Severity;
  /** One letter per result: e(xact), r(ounding), s(mall), f(ail), n(ot run). */
  results: Record<string, string>;
  /** How often it was not run for this reason. */
  notRun: Record<string, number>;
}

/** All check results of one company, without the operands of failed checks, which are rows of a table. */
export interface CompanyQuality {
  /** Newest first. */
  periods: PeriodCoverage[];
  /** Fiscal years of the columns of twelve months. */
  columns: Record<string, number>;
  /** In the order of standardization.md section 4, without checks that gave no result. */
  checks: CheckRecord[];
}
