import type { Concept } from "#schemas/shapes/companies/concept.ts";
import type { LineageRule } from "#schemas/shapes/companies/statement.ts";
import type { FiscalYear } from "../periods/fiscal-calendar.ts";
import { type Point, point, spanOf } from "../periods/slots.ts";
import { subtractPeriods } from "./arithmetic.ts";
import {
  type Cell,
  type CellsByPoint,
  type DirectYear,
  gap,
  isCell,
  type Outcome,
} from "./cells/cell.ts";
import { firstKnown } from "./cells/first-known.ts";
import type { SeriesEvidence } from "./evidence/evidence.ts";

/** Period arithmetic of one concept and year: which points, on one tag. */
export interface Arithmetic {
  series: SeriesEvidence;
  /** The view is "as first reported". */
  showsFirst: boolean;
  concept: Concept;
  fiscalYear: FiscalYear;
  direct: DirectYear;
}

/**
 * minuend - subtrahends at points of the year. One tag that covers all of them is preferred, first the
 * one that the minuend shows; a tag that agrees with it within rounding is as good; any other common tag gives
 * the difference as it was first reported, which the flag says. Null when an operand is missing.
 */
export function difference(
  arithmetic: Arithmetic,
  rule: LineageRule,
  points: readonly Point[],
): Outcome | null {
  const { showsFirst, direct, concept } = arithmetic;
  const shown = cellsAt(direct.cells, points);
  if (!shown) return null;
  const [first] = shown;
  if (showsFirst) return firstDifference(arithmetic, rule, points, shown);
  if (shown.every(({ tag }) => tag === first?.tag) || shown.every(({ isPrinted }) => isPrinted))
    return subtract(arithmetic, rule, points, shown);
  const common = direct.byTag
    .map((tagged) => cellsAt(tagged, points))
    .filter((cells) => cells !== null);
  const same = common.find(([c]) => c && first && c.value === first.value);
  if (same) return subtract(arithmetic, rule, points, same);
  const mixed = subtract(arithmetic, rule, points, shown);
  const [other] = common;
  if (isCell(mixed) || mixed.reason !== "series_break" || !other || !concept.additive) return mixed;
  const older = subtract(arithmetic, rule, points, other);
  return isCell(older) ? withFlag(older, "vintage:as_first_reported") : mixed;
}

/** The difference that could be worked out first: of the first values of any tags, or of one tag. */
function firstDifference(
  arithmetic: Arithmetic,
  rule: LineageRule,
  points: readonly Point[],
  shown: readonly Cell[],
): Outcome {
  const common = arithmetic.direct.byTag.flatMap((tagged) => [cellsAt(tagged, points) ?? []]);
  const all = [shown, ...common].filter((cells) => cells.length > 0);
  const found = all.map((cells) => subtract(arithmetic, rule, points, cells));
  return firstKnown(arithmetic.series, found) ?? found[0] ?? gap("not_reported");
}

/** Null when one of them is missing. */
export function cellsAt(cells: CellsByPoint, points: readonly Point[]): Cell[] | null {
  const found: Cell[] = [];
  for (const at of points) {
    const cell = cells[at];
    if (!cell) return null;
    found.push(cell);
  }
  return found;
}

function subtract(
  { series, concept, fiscalYear }: Arithmetic,
  rule: LineageRule,
  points: readonly Point[],
  cells: readonly Cell[],
): Outcome {
  return subtractPeriods(series, concept, rule, cells, (term) =>
    labelAt(fiscalYear, concept, points[term] ?? point.FY),
  );
}

/** "revenue@2023-01-01/2023-12-31". */
export const labelAt = (fiscalYear: FiscalYear, { snakeKey }: Concept, at: Point): string =>
  `${snakeKey}@${spanOf(fiscalYear, at)?.label ?? ""}`;

export function withFlag(cell: Cell, flag: string): Cell {
  return { ...cell, flags: [...new Set([...cell.flags, flag])] };
}
