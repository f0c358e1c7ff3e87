import type { SourceName } from "./fact.ts";

export const statementTypes = [
  "income_statement",
  "balance_sheet",
  "cash_flow_statement",
  "company_facts",
] as const;
export type StatementType = (typeof statementTypes)[number];

/** The one reason that every null of a persisted statement carries. */
export const nullReasons = [
  "not_reported",
  "not_applicable_template",
  "pre_standard",
  "unmapped_extension",
  "dimension_only",
  "scope_conflict",
  "conflict",
  "vintage_conflict",
  "series_break",
  "insufficient_quarters",
  "non_additive",
  "unit_conflict",
  "scale_suspect",
  "identity_conflict",
  "source_not_published",
  "deprecated",
  "scale_conflict",
  "unmapped_tag",
  "undivided_costs",
  "no_printed_statement",
  "not_itemized",
  "printed_alone",
] as const;
export type NullReason = (typeof nullReasons)[number];

export const templates = ["industrial", "bank", "insurer", "reit", "broker"] as const;
export type Template = (typeof templates)[number];

export const fiscalPeriods = ["FY", "Q1", "Q2", "Q3", "Q4", "H1", "H2", "T"] as const;
export type FiscalPeriod = (typeof fiscalPeriods)[number];

/**
 * The lineage of a value. A number is the index of a fact version in the company's facts document;
 * an array is a rule and its operands, each with its weight, what it is ("revenue@2023-01-01/2023-12-31"),
 * its value and its own lineage. A value of another source than the regulator is `["submitted", …]`.
 */
export type Lineage = number | [rule: LineageRule, ...operands: Operand[]];
export type Operand = [weight: number, label: string, value: string, of: Lineage];

export const lineageRules = [
  "ytd_difference",
  "fy_less_nine_months",
  "fy_less_quarters",
  "fy_less_half",
  "sum_of_quarters",
  "sum_of_halves",
  "year_plus_to_date",
  "mean_of_quarters",
  "income_by_shares",
  "fiscal_year",
  "rollup",
  "derivation",
  "absence",
  "sum_of_classes",
  "sum_of_tags",
  "sign",
  "scale",
  "quotient",
  "remainder",
  "submitted",
] as const;
export type LineageRule = (typeof lineageRules)[number];

/** One line of a statement. Exactly one of `value` and `reason` is null. */
export interface Line {
  value: string | null;
  /** The unit as filed: USD, shares, USD/shares, pure. Null with the value. */
  unit: string | null;
  reason: NullReason | null;
  lineage: Lineage | null;
  source: SourceName | null;
  /** Rank of the mapping that resolved (0 first), for reported values. */
  rank: number | null;
  /**
   * Notes that do not change the value: "derived_q4", "vintage:as_first_reported", "scope:continuing", "monotonicity",
   * …
   */
  flags: string[];
  /** Tags that a guard refused for the concept in this fiscal year; absent when none was. */
  refused?: RefusedTag[];
  /** How a total adds up, as the printed statement has it; absent for other lines, and where no statement says. */
  sum?: LineSum;
  /** Ids of the registry's rules that decided the value, its sign or scope, or why there is none; absent without any. */
  rules?: readonly string[];
}

/** Lines by snakeKey, each with its weight (1 or -1) in the total. */
export type LineSum = readonly (readonly [weight: number, snakeKey: string])[];

/** A per-share figure or share count on another basis of shares than the filed one. */
export interface AdjustedValue {
  value: string | null;
  /**
   * Shares that one share of the filing has become: "4" for what was filed before a 4-for-1 split. Null with the value.
   */
  factor: string | null;
  /** Null with a value. */
  reason: NullReason | "split_basis_unknown" | null;
}

/**
 * A mapped tag that was filed for the fiscal year and did not resolve, and the guard that refused it; or with the guard
 * "unmapped" a tag that nothing maps and that may hold the line.
 */
export interface RefusedTag {
  /** "taxonomy:tag". */
  tag: string;
  /** "notDwarfed:1.5", "identity:IS-02" or "positive". */
  guard: string;
  /** Id of the registry rule that the guard uses; absent for a guard that uses none. */
  rule?: string;
}

/** The stored fields of a line that differ from the defaults. The reader fills in the defaults. */
export interface LineNote {
  unit: string | null;
  source: SourceName | null;
  rank: number | null;
  flags: string[];
  refused?: RefusedTag[];
  sum?: LineSum;
  rules?: readonly string[];
}

/** A period of one company with all its lines, keyed by the concept's snakeKey. */
export interface StatementPeriod {
  /** Unique within the company: "2023FY", "2023Q4", "2024H1", "T2022-03-31". */
  key: string;
  fiscalYear: number;
  fiscalPeriod: FiscalPeriod;
  start: string;
  end: string;
  /** Length of the period in whole weeks: 12 to 17 for quarters, 52 or 53 for years. */
  weeks: number;
  currency: string | null;
  template: Template;
  /** Form and date of the filing that first reported the period as its own. */
  baseForm: string | null;
  filedDate: string | null;
  /** Filings that carry a value of this period, oldest first. */
  filings: PeriodFiling[];
  lines: Record<string, Line>;
}

export interface PeriodFiling {
  accessionNumber: string;
  form: string;
  filedDate: string | null;
  /** The registrant that filed it, ten digits, where it is a predecessor of the company. */
  cik?: string;
}

/** A version that was superseded by another one, with a difference larger than rounding. */
export interface Restatement {
  tag: string;
  unit: string;
  start: string | null;
  end: string;
  from: { value: string; accession: string; filed: string | null };
  to: { value: string; accession: string; filed: string | null };
  /** Why the newer version is rejected; absent when it is accepted. */
  rejected?: RestatementSlip;
}

/** How a newer filing changed a value in a way that is not a restatement. */
export type RestatementSlip =
  | "sign_flipped"
  | "zeroed"
  | "repeats_line"
  | "repeats_period"
  | "without_balance_sheet"
  | "split_in_parts";
