export const reportStatuses = [
  "draft",
  "submitted",
  "under_review",
  "verified",
  "rejected",
  "archived",
] as const;
export type ReportStatus = (typeof reportStatuses)[number];

export const reportTypes = [
  "annual_report",
  "quarterly_report",
  "projection",
  "financial_statement",
  "tax_return",
  "other",
] as const;
export type ReportType = (typeof reportTypes)[number];

/** What an acknowledged delivery counted as. */
export type ViewOutcome = "recorded" | "excluded";
