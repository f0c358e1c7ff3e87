import * as decimal from "#schemas/decimal.ts";
import { trailingZeros } from "../../facts/quantum.ts";
import type { Point } from "../../periods/slots.ts";
import { cellsAt } from "../period-difference.ts";
import type { Cell, DirectYear } from "./cell.ts";

/** The points of a quarter and of the longer and the shorter span whose difference it is. */
type Points = [quarter: Point, longer: Point, shorter: Point];

/**
 * The filed quarter of a cash flow in the place of the difference of years to date, or null where that stays: a
 * fact of a quarter may be a note's. It is no note's where rounding explains how far they are apart (2.4), where the difference
 * has a sign that neither the filed quarter nor its operands have, or where older versions prove it.
 */
export function filedQuarter(direct: DirectYear, derived: Cell, ...points: Points): Cell | null {
  const filed = direct.cells[points[0]];
  if (!filed) return null;
  const operands = cellsAt(direct.cells, points.slice(1)) ?? [];
  if (isRoundedAlike(filed, derived, operands)) return filed;
  if (operands.length > 0 && hasTurned(filed, derived, operands)) return filed;
  return isOfOldVintage(derived) ? proven(direct, derived, ...points) : null;
}

/** How many of its units lie between a filed quarter and a difference, each of three figures rounded. */
const unitsMost = 2;

/** A note in tenths of millions stands in filings that report in thousands: then all three end in as many zeros. */
const largestQuantum = 6;

/** The same tag, stated as precisely, and within what rounding explains. */
function isRoundedAlike(filed: Cell, derived: Cell, operands: readonly Cell[]): boolean {
  if (filed.tag !== derived.tag || filed.quantum > derived.quantum) return false;
  const shared = Math.min(...[filed, ...operands].map(({ value }) => trailingZeros(value)));
  const quantum = Math.max(filed.quantum, Math.min(shared, largestQuantum));
  const slack = decimal.fromNumber(unitsMost * 10 ** quantum);
  return operands.length > 0 && decimal.within(filed.value, derived.value, slack);
}

/** A year to date that fell, as what it holds was named otherwise since, gives a quarter of the other sign. */
function hasTurned(filed: Cell, derived: Cell, operands: readonly Cell[]): boolean {
  const isLess = ({ value }: Cell) => value.startsWith("-");
  return filed.tag === derived.tag && isLess(derived) && ![filed, ...operands].some(isLess);
}

const isOfOldVintage = ({ flags }: Cell) => flags.includes("vintage:as_first_reported");

/**
 * The newest values differ by the filed quarter, as one corrected what the other was right about (Celadon 2011Q3), or the older ones
 * differed by what it said before it was restated itself (Microsoft 2015Q3).
 */
function proven({ cells }: DirectYear, derived: Cell, ...points: Points): Cell | null {
  const [filed, ...ends] = cellsAt(cells, points) ?? [];
  if (!filed) return null;
  const slack = decimal.fromNumber(10 ** Math.max(filed.quantum, derived.quantum));
  const sign = filed.mapping?.sign ?? 1;
  const wasDerived = filed.picked?.versions.some(({ value }) =>
    decimal.within(decimal.times(sign, value), derived.value, slack),
  );
  return wasDerived || decimal.weightedSum([1, -1], ends) === filed.value ? filed : null;
}
