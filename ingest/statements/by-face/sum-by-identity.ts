import { tolerance } from "#registry/resolve/resolve.ts";
import { sumsByIdentity } from "#registry/statement-sums.ts";
import * as decimal from "#schemas/decimal.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { SumCheck, SumTerm } from "#schemas/shapes/companies/rule-book.ts";
import type { LineSum } from "#schemas/shapes/companies/statement.ts";
import type { PrintedSum } from "../../faces/evidence/face-reading.ts";
import type { Cell } from "../cells/cell.ts";
import { isOfFacts } from "../guards/rules-of-facts.ts";

/**
 * A total that the statement prints without rows that add up to it, by an identity of the registry: the filed lines of the identity come
 * to it. Null where none is known for the total, or the lines do not come to it.
 */
export function sumByIdentity(
  { rules }: Pick<Registry, "rules">,
  total: string,
  cells: ReadonlyMap<string, Cell>,
): PrintedSum | null {
  for (const check of rules.sums) {
    if (check.total !== total || !sumsByIdentity.has(check.rule)) continue;
    const parts = partsOf(check, cells);
    if (parts) return { parts, rest: [], turned: new Set(), isShort: true };
  }
  return null;
}

/** The filed lines that come to the total, with what filers place freely where it takes that. */
function partsOf({ total, terms }: SumCheck, cells: ReadonlyMap<string, Cell>): LineSum | null {
  const isThere = ({ concept }: SumTerm) => {
    const cell = cells.get(concept);
    return cell !== undefined && isOfFacts(cell.lineage);
  };
  if (terms.some((term) => !term.optional && !term.isPlacedFreely && !isThere(term))) return null;
  const shown = terms.filter(isThere);
  const ways = [shown.filter(({ isPlacedFreely }) => !isPlacedFreely), shown];
  const found = ways.find((own) => own.length > 1 && comesTo(total, own, cells));
  return found?.map(({ weight, concept }) => [weight, concept] as const) ?? null;
}

const comesTo = (
  total: string,
  terms: readonly SumTerm[],
  cells: ReadonlyMap<string, Cell>,
): boolean => comesToNothing(weightedCells([{ weight: -1, concept: total }, ...terms], cells));

interface WeightedCell {
  weight: number;
  cell: Cell;
}

const weightedCells = (
  terms: readonly { weight: number; concept: string }[],
  cells: ReadonlyMap<string, Cell>,
): WeightedCell[] =>
  terms.flatMap(({ weight, concept }) => {
    const cell = cells.get(concept);
    return cell ? [{ weight, cell }] : [];
  });

/** Whether the terms cancel out, as far as they are rounded. */
export function comesToNothing(terms: readonly WeightedCell[]): boolean {
  const left = decimal.sum(terms.map(({ weight, cell }) => decimal.times(weight, cell.value)));
  const quantum = Math.max(...terms.map(({ cell }) => cell.quantum));
  return decimal.within(left, "0", decimal.fromNumber(tolerance(terms.length, 10 ** quantum)));
}
