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

const nothing = 0.01;

/** Whether the parts give the total to the digit. */
export const isExact = (
  total: TreeRow,
  parts: readonly TreePart[],
  columns: readonly Column[],
): boolean => comesTo(total, parts, columns, () => nothing);

/** Whether the parts give the total in all columns that state it, which are more than one where there are more. */
export function comesTo(
  total: TreeRow,
  parts: readonly TreePart[],
  columns: readonly Column[],
  slack: typeof slackOf = slackOf,
): boolean {
  const rows = [total, ...parts.map(({ row }) => row)];
  const stated = columns.filter((column) => numberAt(total, column) !== null);
  if (stated.length < Math.min(2, columns.length)) return false;
  return stated.every((column) => {
    const sum = parts.reduce((all, { row, weight }) => all + weight * amountAt(row, column), 0);
    return Math.abs(sum - (numberAt(total, column) ?? 0)) <= slack(rows, column);
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

/** More rows than that give too many combinations of signs; two columns would no longer tell which is meant. */
const freeRowsMax = 14;

/**
 * The fewest of the last open rows that add up to the total with signs that nothing but the amounts tells: a page without
 * schemas says of no element on which side of the books it is. Two columns at least must agree, and one way alone must give
 * them. Null otherwise, where an element's side is known, and of balances, which add up as they are printed.
 */
export function byAmounts(
  total: TreeRow,
  open: readonly TreeRow[],
  columns: readonly Column[],
): TreePart[] | null {
  const isOfDays = columns.some((column) => column.startsWith("|"));
  if (isOfDays || [total, ...open].some(({ balance }) => balance !== null)) return null;
  const stated = columns.filter((column) => (numberAt(total, column) ?? 0) !== 0);
  if (stated.length < 2) return null;
  for (let count = 2; count <= Math.min(freeRowsMax, open.length); count += 1) {
    const ways = waysOfSigns(total, open.slice(-count), stated);
    if (ways.length > 1) return null;
    const [only] = ways;
    if (only) return only;
  }
  return null;
}

/** Every way to add or take off the rows that gives the total in all columns. A row without amounts is added. */
function waysOfSigns(
  total: TreeRow,
  rows: readonly TreeRow[],
  columns: readonly Column[],
): TreePart[][] {
  const [first = ""] = columns;
  const counted = rows.filter((row) => columns.some((column) => amountAt(row, column) !== 0));
  const others = rows.filter((row) => !counted.includes(row));
  const gives = (parts: readonly TreePart[]) =>
    columns.every((column) => {
      const sum = parts.reduce((all, { row, weight }) => all + weight * amountAt(row, column), 0);
      const slack = slackOf([total, ...rows], column);
      return Math.abs(sum - (numberAt(total, column) ?? 0)) <= slack;
    });
  // What the rows after one can still add at most, by the first column.
  const reach = counted.map((_, at) =>
    counted.slice(at).reduce((sum, row) => sum + Math.abs(amountAt(row, first)), 0),
  );
  const slack = slackOf([total, ...rows], first);
  const found: TreePart[][] = [];
  const add = (parts: TreePart[], left: number) => {
    const row = counted[parts.length];
    if (row === undefined) {
      if (gives(parts)) found.push([...parts, ...others.map((one) => ({ row: one, weight: 1 }))]);
      return;
    }
    if (Math.abs(left) > (reach[parts.length] ?? 0) + slack) return;
    for (const weight of [1, -1])
      add([...parts, { row, weight }], left - weight * amountAt(row, first));
  };
  add([], numberAt(total, first) ?? 0);
  return found;
}
