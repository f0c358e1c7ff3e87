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

/** How an acknowledged delivery was counted. */
export type ViewOutcome = "recorded" | "excluded";
