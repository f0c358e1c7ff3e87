import { printedDebt, type SummedStatement } from "#registry/statement-sums.ts";
import type { FiledElement, FiledLine } from "#schemas/shapes/companies/filed-report.ts";

/** A period or day that a statement has a column for: "start|end", with an empty start for a day. */
export type Column = string;

/** The statements of a filing as evidence: which rows it prints, and how they add up. The amounts are facts. */
export interface Face {
  accession: string;
  form: string;
  /** Null where the source does not say: then no view of a day knows it. */
  filed: string | null;
  statements: FaceStatement[];
  /** Tags that another statement prints: of comprehensive income, of equity, or in parentheses. */
  elsewhere: string[];
  /** Spans of time that any statement has an amount of. */
  spans: Column[];
  /** Tags of counts of shares that any statement prints. */
  counts: string[];
}

export interface FaceStatement {
  kind: SummedStatement;
  /** Position in the filing. */
  order: number;
  /** The columns in which most rows have an amount. */
  columns: Column[];
  /** Rows with amounts of money, in printed order. */
  rows: FaceRow[];
}

export interface FaceRow {
  /** "taxonomy:tag". */
  tag: string;
  label: string;
  balance: FiledElement["balance"];
  /** Printed with the opposite sign. */
  isNegated?: true;
  balanceAt?: FiledLine["balanceAt"];
  /** The dimensions of the members that the statement prints instead of a total, as facts have them. */
  members?: string[];
  /** Rows of this statement, by place, that add up to this one, each with its weight as filed. */
  parts?: [place: number, weight: number][];
  /** The parts are not all: the source lacks other rows of this total. */
  isShort?: true;
}

/** Whether the row is a total that its parts add up to. */
export const isWhole = ({ parts, isShort }: FaceRow): boolean =>
  parts !== undefined && isShort === undefined;

const { notes, beside } = printedDebt.tradeNotes;

/**
 * True for notes of trade: a row "Notes" right before a row "Accounts", both below a heading that data sets do not have
 * ("Trade payables"). Filers tag them as notes payable (Ricoh, Hitachi).
 */
export function isTradeNotes(rows: readonly FaceRow[], row: FaceRow): boolean {
  if (row.balance === "debit" || !notes.test(row.label)) return false;
  const next = rows[rows.indexOf(row) + 1];
  return next !== undefined && beside.test(next.label);
}
