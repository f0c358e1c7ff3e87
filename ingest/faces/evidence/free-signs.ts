import type { Column } from "./face.ts";
import { amountAt, numberAt, slackOf, type TreePart, type TreeRow } from "./tree-arithmetic.ts";

/** More rows than that give too many combinations of signs; two columns would no longer tell which is meant. */
const rowsMax = 14;

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
  for (let count = 2; count <= Math.min(rowsMax, open.length); count += 1) {
    const ways = signsOf(total, open.slice(-count), stated);
    if (ways.length > 1) return null;
    const [only] = ways;
    if (only) return only;
  }
  return null;
}

/** Every way to add or take off the rows that gives the total in all columns. A row without amounts is added. */
function signsOf(
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
