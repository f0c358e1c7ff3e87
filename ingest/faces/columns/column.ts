import type { FiledStatementKind } from "#schemas/shapes/companies/filed-report.ts";

/** A value that a row of a statement may show: of one period and one combination of members. */
export interface Cell {
  /** Canonical text of the members; empty for the company as a whole. */
  members: string;
  /** ISO date; null for an instant. */
  start: string | null;
  end: string;
}

/** A row of the presentation with every value that the filing has of its element. */
export interface Row<C extends Cell> {
  element: string;
  /** Whether it shows the balance at the start or at the end of a period. */
  balanceAt: "start" | "end" | null;
  cells: readonly C[];
}

/** What is known of a statement besides its rows. */
export interface StatementSetting {
  kind: FiledStatementKind;
  /** Whether another statement (or note, where known) shows an element, and of these members where some are given. */
  isElsewhere(element: string, members: string): boolean;
  /** The share of the longest column's rows that a column of members needs; 0 where the filing declares the members. */
  membersShare: number;
  /** Whether `start`, the first day of a duration, follows this instant. */
  opens(start: string, instant: string): boolean;
}

export interface Column {
  members: string;
  start: string | null;
  end: string;
  elements: Set<string>;
}

export function columnKey({ members, start, end }: Cell): string {
  return `${members}|${start ?? ""}|${end}`;
}
