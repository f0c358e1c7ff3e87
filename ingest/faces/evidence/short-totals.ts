import { looksLikeTotal } from "../model/total-words.ts";
import type { Column } from "./face.ts";
import {
  addsUp,
  amountAt,
  asPrinted,
  byBalance,
  numberAt,
  remove,
  slackMax,
  type TreePart,
  type TreeRow,
  type Weigh,
} from "./tree-arithmetic.ts";

/** Combinations that are tried for one total. */
const trialsMax = 4000;

/**
 * Takes up rows that give the total once the rows above a short total among them are left out: rows that the short one would be the
 * total of, if all of them were at hand. These become its parts. The longest blocks are left out first.
 */
export function takeBehindShort(
  total: TreeRow,
  open: TreeRow[],
  columns: readonly Column[],
  isCashFlow: boolean,
): void {
  if (!open.some(isLoose)) return;
  const found = rowsBehindShort(total, open, columns, isCashFlow ? asPrinted : byBalance);
  if (!found) return;
  total.children = found;
  for (const { row } of found) {
    const short = shortIn(row);
    if (short) short.children = blockAbove(row, found, open, short);
    if (short && short.children.length > 0) short.isShort = true;
    for (const { row: part } of short?.children ?? []) remove(open, part);
  }
}

/** Tries the row at a place next. `taken` are the rows so far, `rest` is what they leave of the total. */
type Search = (at: number, taken: readonly TreePart[], rest: number) => readonly TreePart[] | null;

function rowsBehindShort(
  total: TreeRow,
  open: readonly TreeRow[],
  columns: readonly Column[],
  weightIn: Weigh,
): readonly TreePart[] | null {
  const [column = ""] = columns.filter((one) => numberAt(total, one) !== null);
  let trials = 0;
  const search: Search = (at, taken, rest) => {
    const mayAddUp = taken.length > 1 && Math.abs(rest) <= slackMax * taken.length;
    if (mayAddUp && addsUp(total, taken, columns)) return taken;
    const row = open[at];
    trials += 1;
    if (!row || trials > trialsMax) return null;
    const weight = weightIn(total, row);
    const parts = [{ row, weight }, ...taken];
    for (let next = isLoose(row) ? -1 : at - 1; next < at; next += 1) {
      const found = search(next, parts, rest - weight * amountAt(row, column));
      if (found) return found;
    }
    return null;
  };
  return search(open.length - 1, [], numberAt(total, column) ?? 0);
}

/** A row that is a total by its looks and has no rows, or a total of such a row. */
const isLoose = (row: TreeRow): boolean => shortIn(row) !== null;

function shortIn(row: TreeRow): TreeRow | null {
  if (row.children.length === 0) return looksLikeTotal(row) ? row : null;
  return row.children.map((part) => shortIn(part.row)).find((one) => one !== null) ?? null;
}

/** The open rows between a row and the one that is taken up before it, as parts of the short total. */
function blockAbove(
  row: TreeRow,
  taken: readonly TreePart[],
  open: readonly TreeRow[],
  short: TreeRow,
): TreePart[] {
  const before = taken[taken.findIndex((part) => part.row === row) - 1];
  const from = before ? open.indexOf(before.row) + 1 : open.length;
  const rows = open.slice(from, Math.max(from, open.indexOf(row)));
  return rows.map((part) => ({ row: part, weight: byBalance(short, part) }));
}
