import * as decimal from "#schemas/decimal.ts";
import { type Point, point } from "../../periods/slots.ts";
import { combinePeriods } from "../arithmetic.ts";
import { type Arithmetic, labelAt, withFlag } from "../period-difference.ts";
import { type Cell, type CellsByPoint, type DirectYear, isCell } from "./cell.ts";

/** The years to date in order. The first one begins where the year does, at nothing. */
const yearsToDate = [point.Q1, point.M6, point.M9, point.FY];

/** The quarters behind each year to date but the last. The first quarter is a year to date itself. */
const laterQuarters = [point.Q2, point.Q3, point.Q4];

/** From which year to date to which a period runs, as indexes: -1 is the start of the year. */
const spans = {
  FY: null,
  Q1: [-1, 0],
  Q2: [0, 1],
  Q3: [1, 2],
  Q4: [2, 3],
  H1: [-1, 1],
  H2: [1, 3],
} as const;

/**
 * Nothing, where the year to date is the same before and after the period (standardization.md 2.4): of a line that knows no
 * negative values no part is more than the whole. Null where nothing tells that, or another tag of the year says otherwise.
 */
export function nothingIn(arithmetic: Arithmetic, at: keyof typeof spans): Cell | null {
  const { concept, series, fiscalYear, direct } = arithmetic;
  const span = spans[at];
  if (!span || !concept.nonNegative || !concept.additive) return null;
  const ends = equalEnds(direct.cells, span);
  if (!ends || !direct.byTag.every((cells) => isFlat(cells, ends, direct))) return null;
  const points = ends.toReversed().flatMap((end) => yearsToDate[end] ?? []);
  const cells = points.flatMap((end) => direct.cells[end] ?? []);
  // What was something once may have moved to another element.
  if (cells.some(({ flags }) => flags.includes("restated"))) return null;
  const labelOf = (term: number) => labelAt(fiscalYear, concept, points[term] ?? point.FY);
  const nothing = combinePeriods(series, "ytd_difference", cells, [1, -1], labelOf);
  if (!isCell(nothing)) return null;
  return at === "Q4" || at === "H2" ? withFlag(nothing, "derived_q4") : nothing;
}

type Ends = readonly [before: number, after: number];

/** The nearest years to date around the span that are equal. */
function equalEnds(cells: CellsByPoint, [from, to]: readonly [number, number]): Ends | null {
  for (let before = from; before >= -1; before -= 1) {
    for (let after = to; after < yearsToDate.length; after += 1) {
      const [first, last] = [valueAt(cells, before), valueAt(cells, after)];
      if (first !== null && last !== null && decimal.equal(first, last)) return [before, after];
    }
  }
  return null;
}

function valueAt(cells: CellsByPoint, at: number): string | null {
  const end = yearsToDate[at];
  return end === undefined ? "0" : (cells[end]?.value ?? null);
}

/** The tag states no other year to date between the ends, and no quarter that is something. */
function isFlat(cells: CellsByPoint, [before, after]: Ends, { cells: shown }: DirectYear): boolean {
  const level = valueAt(shown, after) ?? "0";
  const isLevel = (at: Point) => decimal.equal(cells[at]?.value ?? level, level);
  return (
    yearsToDate.slice(Math.max(before, 0), after + 1).every(isLevel) &&
    laterQuarters.slice(Math.max(before, 0), after).every((at) => isNothing(cells[at]))
  );
}

const isNothing = (cell: Cell | undefined) => !cell || decimal.isZero(cell.value);
