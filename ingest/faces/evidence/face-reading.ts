import type { SummedStatement } from "#registry/statement-sums.ts";
import type { Mapping } from "#schemas/shapes/companies/concept.ts";
import type { Column } from "./face.ts";

/** What a statement says of the standardized lines of a template: which rows each line is, and which lines make up each total. */
export interface StatementReading {
  accession: string;
  filed: string | null;
  kind: SummedStatement;
  columns: readonly Column[];
  /** Tags that any statement of the filing prints. */
  tags: ReadonlySet<string>;
  /** By snakeKey: the lines that the statement prints. */
  lines: ReadonlyMap<string, PrintedLine>;
  /** By snakeKey of the total: the totals whose rows add up to it. */
  sums: ReadonlyMap<string, PrintedSum>;
}

/** One standardized line as the sum of printed rows. */
export interface PrintedLine {
  terms: readonly PrintedTerm[];
  /** snakeKey of another line that the rows are a part of already; null for a line of its own. */
  within: string | null;
}

/** A printed row: `weight` times the fact, or the facts of the members that the statement prints instead of a total. */
export interface PrintedTerm {
  weight: number;
  /** "taxonomy:tag". */
  tag: string;
  /** Null for an element that nothing maps to the line: its label or its place says what it is. */
  mapping: Mapping | null;
  /** Place among the mappings; null without one. */
  rank: number | null;
  /** The members' dimensions as facts have them; empty for a row of the company as a whole. */
  members: readonly string[];
}

/** How the rows below a total add up to it. */
export interface PrintedSum {
  /** snakeKey and weight of each standardized line that is in the sum. */
  parts: readonly (readonly [line: string, weight: number])[];
  /** The rows of no line, with the sign that they count in the total. */
  rest: readonly PrintedTerm[];
}
