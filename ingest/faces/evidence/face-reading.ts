import type { Mapping } from "#schemas/shapes/companies/concept.ts";
import type { LineSum } from "#schemas/shapes/companies/statement.ts";

/** What a statement says of the standardized lines of a template: which rows each line is. */
export interface StatementReading {
  /** Tags that any statement of the filing prints. */
  tags: ReadonlySet<string>;
  /** By snakeKey: the lines that the statement prints. */
  lines: ReadonlyMap<string, PrintedLine>;
  /** By snakeKey of a total: how it adds up. Totals without rows that add up to them are left out. */
  sums: ReadonlyMap<string, PrintedSum>;
  /** Totals that the statement prints as one line, with no rows that could be in them (shareholders' equity of Eaton). */
  alone: ReadonlySet<string>;
}

/** How the rows below a total add up to it. */
export interface PrintedSum {
  /** The standardized lines in it, each with its weight (1 or -1) in the total. */
  parts: LineSum;
  /** The rows that are no line, with the sign that they have in the total. */
  rest: readonly PrintedTerm[];
  /** Lines of rows that were filed with the wrong sign: their weight is that of the shown value, not of the filed one. */
  turned: ReadonlySet<string>;
  /** Rows of the total are not at hand: the residual line is what its lines leave of it. */
  isShort: boolean;
}

/** One standardized line as the sum of printed rows. */
export interface PrintedLine {
  terms: readonly PrintedTerm[];
  /** snakeKey of another line that the rows are a part of already; null for a line of its own. */
  within: string | null;
  /** The statement does not print the line: it is made of the rows that it would be the total of. */
  isDerived: boolean;
  /** The rows are of another line, and are this one only where no fact of its own is filed. */
  mayYield: boolean;
  /** The rows may not be all of the line: a larger value that is filed goes before. */
  isLeast?: true;
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
  /** Whether the facts of the filing have the wrong sign, where its statement tells; absent where the rules have to. */
  sign?: { filing: string; isTurned: boolean };
}
