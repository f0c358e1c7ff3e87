import { belowOperatingIncome } from "#registry/statement-sums.ts";
import { isWhole } from "./face.ts";
import { type FoundLine, leavesOf, type PlacedRows, unmappedTerm } from "./line-rows.ts";
import type { MappedConcept } from "./mapped-concepts.ts";

/**
 * Adds operating income where the statement prints none and its tree places every row: income before tax without what stands below
 * operating income (interest, non-operating items, the share of associates). Nothing is added where no revenue is left, or nothing
 * stands below.
 */
export function withOperatingIncome(
  placed: PlacedRows,
  found: Map<string, FoundLine>,
  concepts: readonly MappedConcept[],
): void {
  const mapped = concepts.find(({ concept }) => concept.snakeKey === "operating_income");
  const pretax = found.get("pretax_income")?.rows[0];
  if (!mapped?.isApplicable || !pretax || !isWhole(pretax.row) || found.has("operating_income"))
    return;
  const revenue = found.get("revenue")?.rows.map(({ row }) => row) ?? [];
  const below = new Set(
    [...belowOperatingIncome.lines].flatMap(
      (key) => found.get(key)?.rows.map(({ row }) => row) ?? [],
    ),
  );
  const parts = leavesOf(placed, pretax.row, (row) => revenue.includes(row) || below.has(row));
  const kept = parts.filter(
    ({ row }) => !below.has(row) && !belowOperatingIncome.names.test(row.tag),
  );
  const isPlaced =
    revenue.length > 0 && revenue.every((row) => kept.some((part) => part.row === row));
  if (!isPlaced || kept.length < 2 || kept.length === parts.length) return;
  found.set("operating_income", {
    mapped,
    isDerived: true,
    rows: kept.map(({ row, weight }) => ({ row, term: unmappedTerm(placed, row, weight) })),
  });
}
