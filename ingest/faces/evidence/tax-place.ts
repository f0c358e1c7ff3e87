import { taxPlace } from "#registry/statement-sums.ts";
import type { FaceRow } from "./face.ts";
import { type FoundLine, type PlacedRows, partsOf, type WeightedRow } from "./line-rows.ts";
import type { MappedConcept } from "./mapped-concepts.ts";
import { placedRow, setLine } from "./placed-line.ts";

/**
 * Tells income before tax and the tax by their places, where one of the two stands under another element: the tax is taken off from the row
 * right above it, and what is taken off from income before tax and speaks of tax is the tax.
 */
export function withTaxPlace(
  placed: PlacedRows,
  found: Map<string, FoundLine>,
  concepts: readonly MappedConcept[],
): void {
  const tax = found.get(taxPlace.tax)?.rows.map(({ row }) => row) ?? [];
  const [before] = found.get(taxPlace.before)?.rows ?? [];
  if (before && tax.length === 0) setTax(placed, found, concepts, before.row);
  const [only] = tax;
  if (!before && only && tax.length === 1) setBefore(placed, found, concepts, only);
}

function setTax(
  placed: PlacedRows,
  found: Map<string, FoundLine>,
  concepts: readonly MappedConcept[],
  before: FaceRow,
): void {
  const taken = partsBeside(placed, before).filter(({ row }) => isTax(row));
  const rows = taken.map(({ row, weight }) =>
    placedRow(placed, concepts, taxPlace.tax, row, -weight),
  );
  if (rows.length > 0) setLine(found, concepts, taxPlace.tax, rows);
}

/** By its name: no other amount that is stated after tax. */
function isTax({ tag, label }: FaceRow): boolean {
  const name = `${tag} ${label}`;
  return taxPlace.taxNamed.test(name) && !taxPlace.notNamed.test(name);
}

function setBefore(
  placed: PlacedRows,
  found: Map<string, FoundLine>,
  concepts: readonly MappedConcept[],
  tax: FaceRow,
): void {
  const after = placed.parentOf.get(tax);
  // With more in the sum, the row above need not be income before tax; and no line after it would be left to compare it with.
  const isLine = after && found.values().some(({ rows }) => rows[0]?.row === after);
  if (!isLine || after.parts?.length !== 2) return;
  const [before] = partsBeside(placed, tax);
  const [taken] = before ? partsBeside(placed, before.row) : [];
  if (!before || !taken || before.weight !== 1 || !isRightAbove(placed, before.row, tax)) return;
  const set = (key: string, row: FaceRow, weight: number) =>
    setLine(found, concepts, key, [placedRow(placed, concepts, key, row, weight)]);
  // Before tax it is no income after it, whatever the element says.
  for (const key of taxPlace.afterTax)
    if (found.get(key)?.rows.some(({ row }) => row === before.row)) set(key, after, 1);
  set(taxPlace.before, before.row, 1);
  set(taxPlace.tax, tax, -taken.weight);
}

/** With nothing between them but what the row below is made of: current and deferred tax (Sony 2009). */
function isRightAbove(placed: PlacedRows, row: FaceRow, below: FaceRow): boolean {
  const { rows } = placed;
  const between = rows.slice(rows.indexOf(row) + 1, rows.indexOf(below));
  const parts = new Set(partsOf(placed, below).map((part) => part.row));
  return rows.indexOf(row) < rows.indexOf(below) && between.every((one) => parts.has(one));
}

/** The other rows of the total that a row is in, each with its weight as filed. */
function partsBeside(placed: PlacedRows, own: FaceRow): WeightedRow[] {
  const total = placed.parentOf.get(own);
  return total ? partsOf(placed, total).filter(({ row }) => row !== own) : [];
}
