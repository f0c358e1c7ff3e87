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
 * Total debt as the sum of the rows that are debt (`printedDebt`): filers print it under many elements, their own among them, and tags alone
 * leave some out. Where the rows of a total name no debt, the rows printed between total assets and total liabilities are asked (Hammer).
 * Null where no row is debt.
 */
export function debtOf(
  placed: PlacedRows,
  found: ReadonlyMap<string, FoundLine>,
  concepts: readonly MappedConcept[],
): PrintedLine | null {
  if (placed.kind !== "balance") return null;
  const rowsOf = (keys: readonly string[]) =>
    keys.flatMap((key) => found.get(key)?.rows.map(({ row }) => row) ?? []);
  const total = rowsOf(printedDebt.within).find(isWhole);
  const apart = new Set(rowsOf(printedDebt.apart));
  const tags = tagsOf(concepts);
  const isApart = (row: FaceRow) => {
    const above = totalsAbove(placed, row);
    const end = total ? above.indexOf(total) : -1;
    return above
      .slice(0, end < 0 ? above.length : end)
      .some((one) => apart.has(one) || printedDebt.belowOther.test(one.label));
  };
  const debtAmong = (leaves: readonly WeightedRow[]): WeightedRow[] => {
    const once = new Map(leaves.map((leaf) => [leaf.row, leaf]));
    return [...once.values()].filter(
      ({ row }) =>
        !isWhole(row) &&
        !isApart(row) &&
        !isTradeNotes(placed.rows, row) &&
        isDebt(row, tags.has(placed.tagOf(row))),
    );
  };
  // Totals of scrambled statements may hold each other: each row counts once.
  const seen = new Set(apart);
  const below = total ? leavesOf(placed, total, (row) => seen.size === seen.add(row).size) : [];
  const [after] = rowsOf([printedDebt.after]);
  const [last] = rowsOf(printedDebt.within.slice(0, 1));
  const inTotal = debtAmong(below);
  const debt = inTotal.length > 0 ? inTotal : debtAmong(rowsBetween(placed, after, last));
  if (debt.length === 0) return null;
  // As they count in the total: current maturities may be taken off a row that holds them.
  const terms = debt.map(({ row, weight }) => unmappedTerm(placed, row, weight));
  return { terms, within: null, isDerived: true, mayYield: false, isLeast: true };
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
