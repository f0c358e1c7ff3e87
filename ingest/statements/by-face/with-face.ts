import { notFromNotes, type SummedStatement } from "#registry/statement-sums.ts";
import type { Concept } from "#schemas/shapes/companies/concept.ts";
import type { RefusedTag } from "#schemas/shapes/companies/statement.ts";
import type { PrintedLine, StatementReading } from "../../faces/evidence/face-reading.ts";
import { statementOf } from "../../faces/evidence/mapped-concepts.ts";
import {
  durationPoints,
  instantPoints,
  type Point,
  point,
  type Slot,
  slotOf,
} from "../../periods/slots.ts";
import type { Cell, CellsByPoint, DirectYear } from "../cells/cell.ts";
import type { Evidence } from "../evidence/evidence.ts";
import { faceCell } from "./face-cells.ts";

/** The mark of a value that a filing states in its notes and does not print on the statement. */
const ofNote = "note";

/**
 * The filed values of a line in a year as its printed statements say (faces before tags): a printed line goes before what any tag gives,
 * and what the statement of a period does not print is a note's. A total that no statement prints is not taken from a note. The rows
 * that one period prints stand for the year's other periods, too, so that they can be subtracted.
 */
export function withFace(
  evidence: Evidence,
  concept: Concept,
  year: number,
  direct: DirectYear,
): DirectYear {
  const kind = statementOf[concept.statement];
  if (!kind && concept.dataType === "monetary") return direct;
  const known = { ...direct, cells: direct.cells.map((cell) => marked(evidence, concept, cell)) };
  if (!kind) return known;
  return concept.dataType === "monetary"
    ? withPrinted(evidence, concept, year, known, kind)
    : known;
}

/** Marks a value whose filing states it in a note: see `isOfNote` and `isCountOfNote`. Figures per share stand on the income statement. */
function marked(
  { printed: { faces } }: Evidence,
  { statement, periodType }: Concept,
  cell: Cell | undefined,
): Cell | undefined {
  const fact = cell?.picked?.fact;
  if (!cell || !fact) return cell;
  const kind = statementOf[statement] ?? "income";
  const isCount = statementOf[statement] === undefined && periodType === "instant";
  if (!(isCount ? faces.isCountOfNote(fact) : faces.isOfNote(kind, fact))) return cell;
  return { ...cell, flags: [...cell.flags, ofNote] };
}

function withPrinted(
  evidence: Evidence,
  concept: Concept,
  year: number,
  direct: DirectYear,
  kind: SummedStatement,
): DirectYear {
  const governed = evidence.printed.faces.slotsOf(kind, year);
  if (governed.length === 0) return direct;
  const readings = new Map(
    governed.map((slot) => [slot, evidence.printed.faces.readingAt(kind, slot)] as const),
  );
  const lineAt = (slot: Slot) => readings.get(slot)?.lines.get(concept.snakeKey) ?? null;
  const points = concept.periodType === "instant" ? instantPoints : durationPoints;
  const ofYear = lineOfYear(year, governed, lineAt);
  const printed: (Cell | undefined)[] = [];
  for (const at of points) {
    const slot = slotOf(year, at);
    const isGoverned = readings.has(slot);
    const line = isGoverned ? lineAt(slot) : ofYear;
    if (!line || isOutdone(line, direct.cells[at])) continue;
    const rows = faceCell(evidence, concept, line, slot, !isGoverned);
    const cell = rows && withoutLesser(line, rows, direct.cells[at]);
    if (cell) printed[at] = isGoverned ? { ...cell, isPrinted: true } : cell;
  }
  const kept = keptCells(concept, year, direct, readings, printed);
  return { ...direct, ...kept };
}

/** Null for rows that may not be all of the line and are less than what is filed, or than nothing (Entergy files them so). */
const withoutLesser = ({ isLeast }: PrintedLine, rows: Cell, own: Cell | undefined): Cell | null =>
  isLeast && Number(rows.value) < Number(own?.value ?? 0) ? null : rows;

/** A fact of the line itself goes before the rows of another line. */
const isOutdone = ({ mayYield }: PrintedLine, own: Cell | undefined) =>
  mayYield && own !== undefined;

/** The line as the year's own report prints it, else as the last period does. */
function lineOfYear(
  year: number,
  governed: readonly Slot[],
  lineAt: (slot: Slot) => PrintedLine | null,
): PrintedLine | null {
  for (const slot of yearFirst(year, governed)) {
    const line = lineAt(slot);
    if (line) return line;
  }
  return null;
}

/** The slots of a year's own report, then the others from the last on. */
export const yearFirst = (year: number, governed: readonly Slot[]): Slot[] => [
  slotOf(year, point.FY),
  slotOf(year, point.I4),
  ...[...governed].sort((a, b) => b - a),
];

/**
 * The statement prints a wider or narrower amount there, and the very line elsewhere in the filing: cash in a cash flow
 * statement. A flow elsewhere is another one: research that a cash flow statement adds back is a purchase (Johnson & Johnson).
 */
function isNearer(
  own: Cell,
  onFace: Cell,
  { periodType }: Concept,
  tags: StatementReading["tags"],
): boolean {
  if (periodType !== "instant") return false;
  const isInexact = onFace.mapping !== null && onFace.mapping.scope !== "exact";
  return isInexact && own.mapping?.scope === "exact" && tags.has(own.tag ?? "");
}

type Kept = Pick<DirectYear, "cells" | "byTag" | "ofYear" | "refused">;

function keptCells(
  concept: Concept,
  year: number,
  direct: DirectYear,
  readings: ReadonlyMap<Slot, StatementReading | null>,
  printed: CellsByPoint,
): Kept {
  const refused: RefusedTag[] = [];
  const cells: (Cell | undefined)[] = [];
  const points: readonly Point[] = Object.values(point);
  for (const at of points) {
    const own = direct.cells[at];
    const reading = readings.get(slotOf(year, at));
    cells[at] = reading ? shownCell(concept, own, printed[at], reading) : own;
    if (own?.tag && !cells[at]) refused.push({ tag: own.tag, guard: ofNote });
  }
  const hasPrinted = printed.some((cell) => cell !== undefined);
  const byTag = hasPrinted ? [printed, ...direct.byTag] : direct.byTag;
  const ofYear = hasPrinted ? [printed, ...direct.ofYear] : direct.ofYear;
  return { cells, byTag, ofYear, refused: [...direct.refused, ...refused] };
}

/** What is shown of a period whose statement is at hand: what it prints, else what another statement or a note says. */
function shownCell(
  concept: Concept,
  own: Cell | undefined,
  onFace: Cell | undefined,
  reading: StatementReading,
): Cell | undefined {
  if (!own) return onFace;
  if (onFace) return isNearer(own, onFace, concept, reading.tags) ? own : onFace;
  if (reading.tags.has(own.tag ?? "")) return own;
  return notFromNotes.has(concept.snakeKey)
    ? undefined
    : { ...own, flags: [...new Set([...own.flags, ofNote])] };
}
