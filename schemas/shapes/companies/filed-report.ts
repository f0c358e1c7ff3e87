/** What a report was read from: the regulator's data sets, or the filing's own XBRL files. */
export const reportSources = ["data_set", "instance", "inline"] as const;
export type ReportSource = (typeof reportSources)[number];

export const filedStatementKinds = [
  "income",
  "comprehensive_income",
  "balance",
  "cash_flow",
  "equity",
  "cover",
  "other",
] as const;
/** `other` is a note, a schedule or a statement of no known kind. */
/** The kinds of which a filing has one statement; notes have no successor in the next filing. */
export const mainStatementKinds = [
  "income",
  "comprehensive_income",
  "balance",
  "cash_flow",
  "equity",
  "cover",
] as const;
export type FiledStatementKind = (typeof filedStatementKinds)[number];

/** The statements of one filing as they were printed. Nothing in it is computed. */
export interface FiledReport {
  accession: string;
  /** Ten digits. */
  cik: string;
  form: string;
  /** The last day of the period that the report is about; null where the filing does not say. */
  period: string | null;
  /** ISO 4217 code of most amounts on the statements; null without amounts. */
  currency: string | null;
  source: ReportSource;
  /** In the order of the filing. */
  statements: FiledStatement[];
  /** Empty for data sets, which have none. */
  calculations: Calculation[];
  /** How the filing arranges the members of each axis that a line has. Empty for data sets, which do not say. */
  domains: FiledDomain[];
  /** By qualified name: each element, axis and member that a line, a calculation or a domain names. */
  elements: Record<string, FiledElement>;
  /** What was set aside, one sentence each. */
  problems: string[];
}

export interface FiledStatement {
  kind: FiledStatementKind;
  /** The role URI; "inline:" and a name for tables of a page, null for data sets. */
  role: string | null;
  /** As the filer's schema names it ("CONSOLIDATED BALANCE SHEETS"); null for data sets. */
  title: string | null;
  /** Position in the filing, ascending. It may skip numbers. */
  order: number;
  isParenthetical: boolean;
  /** Names of the axes that lines of this statement have, in the order of the filing. */
  axes: string[];
  lines: FiledLine[];
}

/** A statement without its lines, as lists of a filing's statements show it. */
export interface FiledStatementOutline
  extends Pick<FiledStatement, "kind" | "role" | "title" | "order" | "isParenthetical"> {
  lines: number;
}

/**
 * One printed line. A row that is printed for several members gives a line for each, with the same `order`: members
 * first, the total after them.
 */
export interface FiledLine {
  /** Row of the statement, ascending. Data sets leave out the numbers of headings. */
  order: number;
  /** Steps below the top of the statement; null for data sets. */
  depth: number | null;
  /** Qualified name, a key of `elements`. */
  element: string;
  /** As printed on this statement. */
  label: string;
  isAbstract: boolean;
  /** Printed with the label of a total; null for data sets, which do not say. */
  isTotal: boolean | null;
  /** Printed with the opposite sign of its values: see `printedValue`. */
  isNegated: boolean;
  /** The line shows the balance at the start or the end of the period; null for other lines. */
  balanceAt: "start" | "end" | null;
  /** Empty for the company as a whole. Sorted by axis. */
  dimensions: FiledDimension[];
  /** Newest period first. Empty for a heading and for a line printed without a number. */
  values: FiledValue[];
}

export interface FiledDimension {
  axis: string;
  /** Qualified name of the member, or the text of a typed one. */
  member: string;
}

export interface FiledValue {
  /** Null for an instant. */
  start: string | null;
  end: string;
  /** The dates come from a source that rounds to month ends, and are estimates. */
  isRounded: boolean;
  /** As filed, before `isNegated`: exact decimal text, never an exponent; text where `unit` is null. */
  value: string;
  /** "USD", "shares", "USD/shares", "pure" …; null for text (the cover). */
  unit: string | null;
  /** XBRL `decimals`; null when not stated or exact. */
  decimals: number | null;
  /** The `id` of the fact in the filing; null where it has none, and for data sets. */
  fact: string | null;
}

/** `child` counts `weight` (1 or -1) times in `parent`, by the filer's calculation linkbase. */
export interface Calculation {
  role: string;
  parent: string;
  child: string;
  weight: number;
  /** Position among the children of the parent, ascending. */
  order: number;
}

/**
 * The members of an axis as the definition linkbase arranges them, else the presentation. Members without a value are
 * left out, unless one with a value stands below them.
 */
export interface FiledDomain {
  axis: string;
  /** The roles that arrange the axis so, in the order of the filing. */
  roles: string[];
  /** The member that stands for the company as a whole; null where the filing declares none. */
  default: string | null;
  /** From the top down. */
  members: FiledDomainMember[];
}

export interface FiledDomainMember {
  /** Qualified name. */
  member: string;
  /** Steps below the top of the domain. */
  depth: number;
}

export interface FiledElement {
  /** "us-gaap:Assets". Own elements of data sets are "extension:Name". */
  qname: string;
  /** The filer declared it. */
  isOwn: boolean;
  /** "monetary", "shares", "perShare", "pure", "percent" …; null where unknown. */
  type: string | null;
  periodType: "instant" | "duration" | null;
  balance: "debit" | "credit" | null;
  /** The filer's standard label, else the taxonomy's; null where the source has none. */
  label: string | null;
  /** The filer's own definition; null for elements of a taxonomy, whose definitions every reader can look up. */
  documentation: string | null;
}
