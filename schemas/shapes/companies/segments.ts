/** What members of an axis are: segments of the business, products and services, places, customers and so on. */
export const breakdownKinds = [
  "business",
  "product",
  "geography",
  "customer",
  "channel",
  "timing",
  "pricing",
] as const;
export type BreakdownKind = (typeof breakdownKinds)[number];

/**
 * How the members of a period add up to the company's own figure:
 * - `exact`: to the last digit.
 * - `rounding`: within half a unit of the last stated digit of each figure.
 * - `unallocated`: to the filed total of the segments, and the filing allocates the rest to none.
 * - `difference`: not at all. `difference` says by how much.
 * - `partial`: the filing states one member alone.
 * - `no_total`: the filing states no figure of the company for the period.
 */
export const reconciliations = [
  "exact",
  "rounding",
  "unallocated",
  "difference",
  "partial",
  "no_total",
] as const;
export type Reconciliation = (typeof reconciliations)[number];

/**
 * - `part`: a member that is part of the total.
 * - `elimination`, `unallocated`: lines between the segments and the total (intersegment, corporate, reconciling items).
 * - `subtotal`: the sum of other members, so it does not count.
 * - `alternative`: of another breakdown of the same figure, so it does not count.
 * - `memo`: stated beside the breakdown (sales between segments), so it does not count.
 */
export const segmentRoles = [
  "part",
  "elimination",
  "unallocated",
  "subtotal",
  "alternative",
  "memo",
] as const;
export type SegmentRole = (typeof segmentRoles)[number];

/** One metric of a company by one kind of members. Every value is as a filing states it. */
export interface SegmentSeries {
  by: BreakdownKind;
  /** snakeKey of a concept, or the qualified name of an element. */
  metric: string;
  view: "latest" | "original";
  /** Only filings up to this day count; null for all. */
  asOf: string | null;
  /** Newest first; of equal ends the shorter first. Empty where no filing breaks the metric down so. */
  periods: SegmentPeriod[];
  /** In the order of the newest filing that has them. */
  members: SegmentMember[];
}

/** One period of a series. All its values are of one filing. */
export interface SegmentPeriod {
  /** "2024FY", "2024Q3"; without a calendar the dates, "2024-01-01/2024-12-31". A balance has the period that it ends. */
  key: string;
  /** Null for a balance. */
  start: string | null;
  end: string;
  unit: string;
  /** Qualified name of the element that the members have values of. */
  element: string;
  axis: string;
  /** Other axes where the filing states values for combinations of members only, which are added up; else empty. */
  acrossAxes: string[];
  filing: SegmentFiling;
  /** The company's own figure in the same filing; null where it states none. */
  total: { element: string; value: string } | null;
  /** Σ weight × value over the members. */
  sum: string;
  /** total − sum; null without a total. */
  difference: string | null;
  reconciliation: Reconciliation;
  /** Other filings state another value of a member, or have other members. */
  isRecast: boolean;
  /** How many filings up to `asOf` break the period down. */
  filings: number;
}

export interface SegmentFiling {
  accession: string;
  form: string;
  /** Null where the day is not known. */
  filed: string | null;
}

/** A member of an axis. One whose element changes is another row, whatever its label. */
export interface SegmentMember {
  /** Names the row in this series. */
  id: string;
  /**
   * Qualified name as in the newest filing, without prefix from data sets: of a member, or of the element of a line
   * between segments and company that the filing states by an element of its own (expenses that no segment bears).
   */
  member: string;
  /** The axis that the member is of: for lines between segments and company the one of consolidation items, if any. */
  axis: string | null;
  /** As the newest filing labels it. */
  label: string;
  /** Other labels of the same member in the filings that are shown, newest first. */
  otherLabels: string[];
  /** The role in the newest period. */
  role: SegmentRole;
  /** The member that the filing's own arrangement puts above it, if that has values as well. */
  parent: string | null;
  /** By the key of the period. */
  values: Record<string, SegmentValue>;
}

export interface SegmentValue {
  /** As filed: exact decimal text. */
  value: string;
  /** How it counts in the sum: 1, -1 for an elimination that is filed without its sign, 0 for what does not count. */
  weight: 1 | -1 | 0;
  role: SegmentRole;
  decimals: number | null;
  /** Where the filing states it: its statement or note, the row, and the fact. Null for a sum across other axes. */
  source: { statement: number; line: number; fact: string | null } | null;
  /** Values of other filings for the same member and period that differ, oldest filing first. */
  otherVintages: { value: string; filing: SegmentFiling }[];
}

/** One way in which the filings of a company break a metric down. */
export interface BreakdownSummary {
  by: BreakdownKind;
  metric: string;
  /** Keys of periods, newest first. */
  periods: string[];
  /** How many of the periods add up (`exact` or `rounding`). */
  reconciled: number;
  /** Members of the newest period that are parts. */
  members: number;
}
