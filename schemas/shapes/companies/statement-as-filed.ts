import { z } from "zod";
import { filedStatementKinds, reportSources } from "./filed-report.ts";

const date = z.iso.date();

/**
 * Whether statements as printed are at hand: `stored`; `not_fetched` from the regulator yet; `no_xbrl` where the
 * filing has no figures in XBRL; `unreadable`, with the reason.
 */
export const reportStates = ["stored", "not_fetched", "no_xbrl", "unreadable"] as const;

const statementOutline = z.object({
  kind: z.enum(filedStatementKinds),
  /** As the filer names it; null for the data sets, which have no titles. */
  title: z.string().nullable(),
  order: z.int(),
  isParenthetical: z.boolean(),
  lines: z.int(),
});

/** One filing of a company, and whether its statements can be read as printed. */
export const listedFiling = z
  .object({
    accessionNumber: z.string(),
    form: z.string(),
    filedDate: date.nullable(),
    /** Last day of the period that the filing is about. */
    periodEnd: date.nullable(),
    state: z.enum(reportStates),
    /** Why the statements cannot be read; null in every other state. */
    reason: z.string().nullable(),
    source: z.enum(reportSources).nullable(),
    /** sha256 of the stored statements. */
    digest: z.string().nullable(),
    statements: z.array(statementOutline),
    filingIndexUrl: z.string().nullable(),
  })
  .meta({ id: "ListedFiling" });
export type ListedFiling = z.infer<typeof listedFiling>;

/** How a printed line feeds a standardized one. */
export const feedKinds = ["value", "part_of_sum"] as const;

const dimension = z.object({
  axis: z.string(),
  axisLabel: z.string(),
  member: z.string(),
  memberLabel: z.string(),
});
export type ShownDimension = z.infer<typeof dimension>;

const value = z.object({
  /** Null for an instant. */
  start: date.nullable(),
  end: date,
  /** Key of the company's period with these dates (2024FY); null without one. */
  period: z.string().nullable(),
  /** The source rounds dates to month ends: `start` and `end` are estimates. */
  isRounded: z.boolean(),
  /** With the sign that the statement prints: exact decimal, or text on the cover. */
  printed: z.string(),
  /** As filed in XBRL. It differs from `printed` on negated lines. */
  value: z.string(),
  unit: z.string().nullable(),
  decimals: z.int().nullable(),
  /** The id of the fact in the filing. */
  fact: z.string().nullable(),
});
export type ShownValue = z.infer<typeof value>;

const feed = z.object({
  /** snakeKey. */
  concept: z.string(),
  how: z.enum(feedKinds),
  /** Keys of the periods whose value has it. */
  periods: z.array(z.string()),
});
export type ShownFeed = z.infer<typeof feed>;

const line = z.object({
  order: z.int(),
  /** Steps below the top of the statement; null where the source does not say. */
  depth: z.int().nullable(),
  element: z.string(),
  /** The filer declared the element. */
  isOwn: z.boolean(),
  label: z.string(),
  isAbstract: z.boolean(),
  isTotal: z.boolean().nullable(),
  isNegated: z.boolean(),
  balanceAt: z.enum(["start", "end"]).nullable(),
  /** Empty for the company as a whole. */
  dimensions: z.array(dimension),
  values: z.array(value),
  /** The standardized lines that have a value of it; empty where it feeds none. */
  feeds: z.array(feed),
});
export type ShownLine = z.infer<typeof line>;

const shownStatement = z.object({
  kind: z.enum(filedStatementKinds),
  title: z.string().nullable(),
  role: z.string().nullable(),
  order: z.int(),
  isParenthetical: z.boolean(),
  lines: z.array(line),
  /** What adds up to what, by the filer's calculation linkbase; empty for the data sets. */
  calculations: z.array(z.object({ parent: z.string(), child: z.string(), weight: z.number() })),
});
export type ShownStatement = z.infer<typeof shownStatement>;

const element = z.object({
  type: z.string().nullable(),
  periodType: z.enum(["instant", "duration"]).nullable(),
  balance: z.enum(["debit", "credit"]).nullable(),
  label: z.string().nullable(),
  documentation: z.string().nullable(),
});

/** The statements of one filing as printed. */
export const statementsAsFiled = z
  .object({
    entityId: z.uuid(),
    entityName: z.string(),
    accessionNumber: z.string(),
    form: z.string(),
    filedDate: date.nullable(),
    periodEnd: date.nullable(),
    currency: z.string().nullable(),
    source: z.enum(reportSources),
    filingIndexUrl: z.string().nullable(),
    statements: z.array(shownStatement),
    /** The filer's own elements that the lines name. */
    ownElements: z.record(z.string(), element),
    /** What was set aside when the filing was read. */
    problems: z.array(z.string()),
  })
  .meta({ id: "StatementsAsFiled" });
export type StatementsAsFiled = z.infer<typeof statementsAsFiled>;

const filedColumn = z.object({
  /** Null for an instant. */
  start: date.nullable(),
  end: date,
  period: z.string().nullable(),
  /** The one filing that all values of the column are from. */
  accessionNumber: z.string(),
  form: z.string(),
  filedDate: date.nullable(),
  currency: z.string().nullable(),
});
export type FiledColumn = z.infer<typeof filedColumn>;

const filedRow = z.object({
  element: z.string(),
  label: z.string(),
  depth: z.int().nullable(),
  isAbstract: z.boolean(),
  isTotal: z.boolean().nullable(),
  dimensions: z.array(dimension),
  /** One for each column, as printed; null where the column's filing does not print the line. */
  values: z.array(z.string().nullable()),
  unit: z.string().nullable(),
  /** Labels and elements of the same line in other filings, where they differ; newest first. */
  names: z.array(z.object({ element: z.string(), label: z.string(), accessionNumber: z.string() })),
  feeds: z.array(z.object({ concept: z.string(), how: z.enum(feedKinds) })),
});
export type FiledRow = z.infer<typeof filedRow>;

/** One statement of a company over many periods, as its filings printed it. */
export const statementHistory = z
  .object({
    entityId: z.uuid(),
    entityName: z.string(),
    kind: z.enum(filedStatementKinds),
    /** Newest first. */
    columns: z.array(filedColumn),
    rows: z.array(filedRow),
  })
  .meta({ id: "StatementHistory" });
export type StatementHistory = z.infer<typeof statementHistory>;
