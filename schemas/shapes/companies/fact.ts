/**
 * The source of a value, highest precedence first (Source precedence: audited 100, regulator 80, connector 60, manual
 * 40).
 */
export const sourcePrecedence = { audited: 100, regulator: 80, connector: 60, manual: 40 } as const;

export type SourceName = keyof typeof sourcePrecedence;

/**
 * One filing's value of one XBRL fact: a "version" of the fact (taxonomy:tag, unit, start, end).
 *
 * `value` is the exact decimal text, never an exponent form. `start` is null for an instant.
 * `filed` is null only for an instance document with an unknown filing date; such a version
 * never wins over a dated one and is left out of every `asOf`. `fy` and `fp` describe the filing,
 * not the fact: they are used only to learn fiscal labels.
 */
export interface Fact {
  taxonomy: string;
  tag: string;
  unit: string;
  start: string | null;
  end: string;
  value: string;
  accession: string;
  form: string;
  filed: string | null;
  fy: number | null;
  fp: string | null;
  /** XBRL `decimals` of an instance fact; null when unknown (company facts) or INF. */
  decimals: number | null;
  /** Canonical text of the explicit dimensions ("axis=member;…"), or null for an undimensioned fact. */
  dimensions: string | null;
  /** CIK of the filer, ten digits, when it is a predecessor of the company (standardization.md 2.19). */
  cik?: string;
  /** Set when only the nearest month end is known and `end` is estimated (Financial Statement Data Sets). */
  isEndRounded?: true;
  /**
   * Set for an element of the filer's own whose name the taxonomy took up later. `taxonomy` names that taxonomy.
   */
  isOwnElement?: true;
  /** Of an element that nothing maps: the line (snakeKey) that a statement prints it as, by the words of its label or name. */
  printedAs?: string;
}

/** An archived document, reduced to what the pipeline computes with. */
export interface ParsedFacts {
  cik: string;
  entityName: string;
  facts: Fact[];
  /** Facts whose tag no concept maps, per tag. They are counted and stay in the archive, but are not computed with. */
  unmapped: { taxonomy: string; tag: string; count: number }[];
  /** Facts of elements that nothing maps and that a statement prints as a line: see `printedAs`. Absent: none. */
  printed?: Fact[];
  /** Facts of mapped tags that are well formed but impossible, each with its reason. Absent or empty: none. */
  rejected?: RejectedFact[];
  /** The accession number of an instance document; absent for documents of many filings. */
  accession?: string;
  /** "taxonomy:tag" of mapped tags that an instance reports only with dimensions (null reason `dimension_only`). */
  dimensionedTags?: string[];
  /** Members that the parser does not know. They are ignored and reported as format drift. */
  additions?: string[];
}

/** One rejected fact of an otherwise accepted document. */
export interface RejectedFact {
  taxonomy: string;
  tag: string;
  accession: string;
  reason: string;
}
