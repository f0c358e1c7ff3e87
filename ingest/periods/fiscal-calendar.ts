/** One interval of a company's fiscal calendar. Days are days since 1970-01-01, both ends included. */
export interface FiscalYear {
  start: number;
  end: number;
  /** A short period between two fiscal years of different year ends (standardization.md 2.15). */
  isTransition: boolean;
  /** True when no annual filing states the year yet: the end is expected, not filed. */
  isExpected: boolean;
  /** Ends of the first, second and third quarter; null where no filing shows one. */
  quarterEnds: [number | null, number | null, number | null];
  /** True where the company reports the halves of the year, and no quarters. */
  hasHalves: boolean;
  /** Runs of years without a change of the year end; labels are learned per run. */
  segment: number;
  label: number;
}

export interface Calendar {
  years: FiscalYear[];
  mismatches: LabelMismatch[];
}

/** A span that filings use, with how many facts of which kinds of form use it. */
export interface Span {
  start: number;
  end: number;
  annual: number;
  interim: number;
  other: number;
}

/** A filing whose stated fiscal year disagrees with the learned label. */
export interface LabelMismatch {
  accession: string;
  form: string;
  stated: number;
  learned: number;
  end: string;
}
