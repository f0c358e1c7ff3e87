import { looksLikeTotal } from "../model/total-words.ts";
import type { Column } from "./face.ts";
import type { StatementRow } from "./statement-rows.ts";

/** A row and what it is the total of. */
export interface TreeRow extends StatementRow {
  /** Empty for a row that is no total. */
  children: readonly TreePart[];
  /** The children are some of the rows that it is the total of: others are not at hand, and they do not add up to it. */
  isShort?: true;
}

/** A row counts `weight` (1 or -1) times, as filed, in the total above it. */
export interface TreePart {
  row: TreeRow;
  weight: number;
}

/** The amount that a column states; null for none. */
export const numberAt = ({ values }: StatementRow, column: Column): number | null => {
  const value = values.get(column);
  return value === undefined ? null : Number(value);
};

/** What a row adds to the total below it: a total that a column leaves out is what its parts are. */
export function amountAt(row: TreeRow, column: Column): number {
  const own = numberAt(row, column);
  if (own !== null) return own;
  return row.children.reduce((sum, part) => sum + part.weight * amountAt(part.row, column), 0);
}

/** Round billions are not rounded to billions. */
export const slackMax = 1e6;

/** Half a unit of the last printed digit for each part, and one for the total. */
export function slackOf(rows: readonly StatementRow[], column: Column): number {
  const zeros = rows.map((row) => trailingZeros(row.values.get(column)));
  const quantum = Math.min(slackMax, 10 ** Math.min(...zeros.filter((count) => count !== null)));
  return quantum * Math.max(1, rows.length / 2);
}

function trailingZeros(value: string | undefined): number | null {
  if (value === undefined || value === "0") return null;
  if (value.includes(".")) return -(value.split(".")[1]?.length ?? 0);
  return [...value].reverse().findIndex((digit) => digit !== "0");
}

/**
 * Whether the parts give the total in all columns that state it; a part that a column leaves out is nothing there. A row that
 * does not look like a total has to do so in two columns, and one amount alone proves nothing.
 */
export function addsUp(
  total: TreeRow,
  parts: readonly TreePart[],
  columns: readonly Column[],
): boolean {
  if (!comesTo(total, parts, columns)) return false;
  const hasSeveral = (column: Column) =>
    parts.filter(({ row }) => amountAt(row, column) !== 0).length > 1;
  const stated = columns.filter((column) => numberAt(total, column) !== null);
  const tested = stated.filter(hasSeveral).length + (looksLikeTotal(total) ? 1 : 0);
  return tested > 1;
}

/** Whether the parts give the total in all columns that state it, which are more than one where there are more. */
export function comesTo(
  total: TreeRow,
  parts: readonly TreePart[],
  columns: readonly Column[],
): boolean {
  const rows = [total, ...parts.map(({ row }) => row)];
  const stated = columns.filter((column) => numberAt(total, column) !== null);
  if (stated.length < Math.min(2, columns.length)) return false;
  return stated.every((column) => {
    const sum = parts.reduce((all, { row, weight }) => all + weight * amountAt(row, column), 0);
    return Math.abs(sum - (numberAt(total, column) ?? 0)) <= slackOf(rows, column);
  });
}

/** How a row counts in a total: 1 or -1. */
export type Weigh = (total: StatementRow, row: StatementRow) => number;

/** How a row counts in a total below it by the signs that are printed. */
export const asPrinted = (total: StatementRow, row: StatementRow): number =>
  row.isNegated === total.isNegated ? 1 : -1;

/** How it counts by the side of the books that both are on. */
export function byBalance(total: StatementRow, row: StatementRow): number {
  if (row.balance === null || total.balance === null) return row.isNegated ? -1 : 1;
  return row.balance === total.balance ? 1 : -1;
}

/** Takes a row out of the open ones. */
export function remove(open: TreeRow[], row: TreeRow): void {
  const at = open.indexOf(row);
  if (at >= 0) open.splice(at, 1);
}
