import type { FaceRow } from "./face.ts";
import { type FoundLine, type LineRow, type PlacedRows, unmappedTerm } from "./line-rows.ts";
import type { MappedConcept } from "./mapped-concepts.ts";

/** A row that is the line by its place in the statement: `weight` says how the line counts the filed amount. */
export function placedRow(
  placed: PlacedRows,
  concepts: readonly MappedConcept[],
  key: string,
  row: FaceRow,
  weight: number,
): LineRow {
  const tag = placed.tagOf(row);
  const mapped = concepts.find(({ concept }) => concept.snakeKey === key);
  const known = mapped?.mappings.find((one) => one.tag === tag);
  if (!known) return { row, term: unmappedTerm(placed, row, weight) };
  const { mapping, rank } = known;
  const sign = { filing: placed.filing, isTurned: mapping.sign !== weight };
  return {
    row,
    term: { weight: mapping.sign, tag, mapping, rank, members: row.members ?? [], sign },
  };
}

/** Makes the rows the line, where the template has such a line. */
export function setLine(
  found: Map<string, FoundLine>,
  concepts: readonly MappedConcept[],
  key: string,
  rows: readonly LineRow[],
  how: Pick<FoundLine, "mayYield"> = {},
): void {
  const mapped = concepts.find(({ concept }) => concept.snakeKey === key);
  if (mapped) found.set(key, { mapped, rows, ...how });
}
