import { startOfCashFlow } from "#registry/statement-sums.ts";
import type { FaceRow } from "./face.ts";
import type { PrintedSum, PrintedTerm } from "./face-reading.ts";
import {
  type FoundLine,
  leavesOf,
  type PlacedRows,
  rowsOfLine,
  unmappedTerm,
  type WeightedRow,
} from "./line-rows.ts";
import type { MappedConcepts } from "./mapped-concepts.ts";

/** The line that a row is, or is one of the rows of. */
interface LineOfRow {
  key: string;
  /** How the row counts in the line, as filed. */
  weight: number;
  /** The statement tells that the row was filed with the wrong sign. */
  isTurned: boolean;
}

/** How the totals that have a residual line add up: those that the statement prints, or that are made of its rows. */
export function sumsOf(
  placed: PlacedRows,
  found: ReadonlyMap<string, FoundLine>,
  concepts: MappedConcepts,
): Map<string, PrintedSum> {
  const lineOf = linesByRow(placed, found, concepts);
  const sums = new Map<string, PrintedSum>();
  for (const [key, line] of found) {
    if (!concepts.totals.has(key)) continue;
    const rows = line.isDerived ? ownRows(line) : rowsBelow(placed, line, lineOf, key);
    const isShort = line.rows.some(({ row }) => row.isShort);
    if (rows.length > 0) sums.set(key, { ...sumOf(placed, rows, lineOf), isShort });
  }
  return sums;
}

/**
 * The totals with a residual line that are printed as one row: the row has no parts, and the rows before and after it belong to other
 * sums. A free row beside it may be a part that does not add up.
 */
export function totalsAlone(
  { rows: all, parentOf }: PlacedRows,
  found: ReadonlyMap<string, FoundLine>,
  { totals }: MappedConcepts,
): Set<string> {
  const isPlaced = (row: FaceRow | undefined) =>
    !row || row.parts !== undefined || row.balanceAt !== undefined || parentOf.has(row);
  const isAlone = ({ rows: [own], isDerived }: FoundLine) => {
    if (!own || isDerived || own.row.parts) return false;
    const at = all.indexOf(own.row);
    return isPlaced(all[at - 1]) && isPlaced(all[at + 1]);
  };
  const alone = [...found].filter(([key, line]) => totals.has(key) && isAlone(line));
  return new Set(alone.map(([key]) => key));
}

const ownRows = ({ rows }: FoundLine): WeightedRow[] =>
  rows.map(({ row, term }) => ({ row, weight: term.weight }));

/** The rows below the one row of a total, down to those that are lines or have nothing below them. */
function rowsBelow(
  placed: PlacedRows,
  { rows }: FoundLine,
  lineOf: ReadonlyMap<FaceRow, LineOfRow>,
  key: string,
): WeightedRow[] {
  const [only] = rows;
  if (!only?.row.parts || rows.length > 1) return [];
  const isLine = (row: FaceRow) => lineOf.has(row) && lineOf.get(row)?.key !== key;
  return leavesOf(placed, only.row, isLine).map(({ row, weight }) => ({
    row,
    weight: weight * only.term.weight * (only.term.sign?.isTurned ? -1 : 1),
  }));
}

function sumOf(
  placed: PlacedRows,
  rows: readonly WeightedRow[],
  lineOf: ReadonlyMap<FaceRow, LineOfRow>,
): Omit<PrintedSum, "isShort"> {
  const parts = new Map<string, number>();
  const turned = new Set<string>();
  const rest: PrintedTerm[] = [];
  for (const { row, weight } of rows) {
    const line = lineOf.get(row);
    if (line) parts.set(line.key, weight * line.weight);
    else rest.push(unmappedTerm(placed, row, weight));
    if (line?.isTurned) turned.add(line.key);
  }
  return { parts: [...parts].map(([key, weight]) => [weight, key]), rest, turned };
}

/** Of several lines of one row, the first in the order of the registry. A cash flow begins with the income of another statement. */
function linesByRow(
  placed: PlacedRows,
  found: ReadonlyMap<string, FoundLine>,
  concepts: MappedConcepts,
): Map<FaceRow, LineOfRow> {
  const lines = new Map<FaceRow, LineOfRow>();
  const add = (key: string, rows: FoundLine["rows"]) => {
    for (const { row, term } of rows) {
      const isTurned = term.sign?.isTurned ?? false;
      const weight = isTurned ? -term.weight : term.weight;
      if (!lines.has(row)) lines.set(row, { key, weight, isTurned });
    }
  };
  for (const [key, { mapped, rows, isDerived }] of found)
    if (mapped.isApplicable && !isDerived) add(key, rows);
  if (placed.kind !== "cash_flow") return lines;
  for (const mapped of concepts.income) {
    const { snakeKey } = mapped.concept;
    if (startOfCashFlow.has(snakeKey)) add(snakeKey, rowsOfLine(placed, mapped));
  }
  return lines;
}
