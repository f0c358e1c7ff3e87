import { printedDebt } from "#registry/statement-sums.ts";
import { type FaceRow, isTradeNotes, isWhole } from "./face.ts";
import type { PrintedLine } from "./face-reading.ts";
import {
  type FoundLine,
  leavesOf,
  type PlacedRows,
  totalsAbove,
  unmappedTerm,
  type WeightedRow,
} from "./line-rows.ts";
import type { MappedConcept } from "./mapped-concepts.ts";

/**
 * Total debt, and what of it is due within a year, as the sums of the rows that are debt (`printedDebt`): filers print it under many elements,
 * their own among them, and tags alone leave some out. What is due stands below the total of current liabilities (Coca-Cola 2024: 2,147, and
 * not the commercial paper of a note and 648). Empty where no row is debt.
 */
export function debtLines(
  placed: PlacedRows,
  found: ReadonlyMap<string, FoundLine>,
  concepts: readonly MappedConcept[],
): [snakeKey: string, PrintedLine][] {
  if (placed.kind !== "balance") return [];
  const debt = debtRows(placed, found, concepts);
  const totals = rowsOf(found, [printedDebt.currentTotal, ...printedDebt.within]);
  const [current] = rowsOf(found, [printedDebt.currentTotal]);
  // Of scrambled statements a total of all may stand below that of current liabilities (PACCAR).
  const due = debt.filter(({ row }) => {
    const nearest = totalsAbove(placed, row).find((above) => totals.includes(above));
    return nearest !== undefined && nearest === current && isWhole(nearest);
  });
  const lines = [
    [printedDebt.total, debt],
    [printedDebt.due, due],
  ] as const;
  return lines.flatMap(([key, rows]) => {
    const own = found.get(key)?.rows ?? [];
    const isOwn = rows.length === own.length && rows.every(({ row }) => own[0]?.row === row);
    return rows.length === 0 || isOwn ? [] : [[key, lineOf(placed, rows)]];
  });
}

const rowsOf = (found: ReadonlyMap<string, FoundLine>, keys: readonly string[]): FaceRow[] =>
  keys.flatMap((key) => found.get(key)?.rows.map(({ row }) => row) ?? []);

/** As the rows count in the total: current maturities may be taken off a row that holds them. */
const lineOf = (placed: PlacedRows, rows: readonly WeightedRow[]): PrintedLine => ({
  terms: rows.map(({ row, weight }) => unmappedTerm(placed, row, weight)),
  ...{ within: null, isDerived: true, mayYield: false, isLeast: true },
});

/** Where the rows of a total name no debt, the rows printed between total assets and total liabilities are asked (Hammer). */
function debtRows(
  placed: PlacedRows,
  found: ReadonlyMap<string, FoundLine>,
  concepts: readonly MappedConcept[],
): WeightedRow[] {
  const total = rowsOf(found, printedDebt.within).find(isWhole);
  const apart = new Set(rowsOf(found, printedDebt.apart));
  const tags = tagsOf(concepts);
  const isApart = (row: FaceRow) => {
    const above = totalsAbove(placed, row);
    const end = total ? above.indexOf(total) : -1;
    return above
      .slice(0, end < 0 ? above.length : end)
      .some((one) => apart.has(one) || printedDebt.belowOther.test(one.label));
  };
  // A total that is a line stands for its parts, whatever their labels say (American Electric Power: securitized receivables).
  const legs = new Set(rowsOf(found, printedDebt.parts));
  const debtAmong = (leaves: readonly WeightedRow[]): WeightedRow[] => {
    const once = new Map(leaves.map((leaf) => [leaf.row, leaf]));
    return [...once.values()].filter(
      ({ row }) =>
        (!isWhole(row) || legs.has(row)) &&
        !isApart(row) &&
        !isTradeNotes(placed.rows, row) &&
        isDebt(row, tags.has(placed.tagOf(row))),
    );
  };
  // Totals of scrambled statements may hold each other: each row counts once.
  const seen = new Set([...apart, ...legs]);
  const below = total ? leavesOf(placed, total, (row) => seen.size === seen.add(row).size) : [];
  const [after] = rowsOf(found, [printedDebt.after]);
  const [last] = rowsOf(found, printedDebt.within.slice(0, 1));
  const inTotal = debtAmong(below);
  return inTotal.length > 0 ? inTotal : debtAmong(rowsBetween(placed, after, last));
}

/** The rows printed between two rows. A total gives the rows below it. Rows of members are left out: another row may hold them (Ford). */
function rowsBetween(placed: PlacedRows, first?: FaceRow, last?: FaceRow): WeightedRow[] {
  if (!first || !last) return [];
  const { rows, parentOf } = placed;
  const between = rows.slice(rows.indexOf(first) + 1, Math.max(0, rows.indexOf(last)));
  return between.flatMap((row) => {
    if (parentOf.has(row)) return [];
    if (isWhole(row)) return leavesOf(placed, row, () => false);
    const isPart = row.members === undefined && !isTotal.test(row.label);
    return isPart ? [{ row, weight: row.isNegated ? -1 : 1 }] : [];
  });
}

const isTotal = /^\W*total\b/i;

const tagsOf = (concepts: readonly MappedConcept[]): Set<string> =>
  new Set(
    concepts
      .filter(({ concept }) => printedDebt.parts.includes(concept.snakeKey))
      .flatMap(({ mappings }) => mappings.map(({ tag }) => tag)),
  );

/** The label tells it, or the name of the element where a filing at hand is without labels. */
function isDebt({ label, balance }: FaceRow, isOfParts: boolean): boolean {
  if (isOfParts) return true;
  const words = label.replaceAll(/([a-z])([A-Z])/g, "$1 $2");
  return balance !== "debit" && printedDebt.named.test(words) && !printedDebt.notNamed.test(words);
}
