import type { Concept } from "#schemas/shapes/companies/concept.ts";
import type { NullReason } from "#schemas/shapes/companies/statement.ts";
import type { StatementReading } from "../../faces/evidence/face-reading.ts";
import { statementOf } from "../../faces/evidence/mapped-concepts.ts";
import { durationPoints, instantPoints, type Point, slotOf } from "../../periods/slots.ts";
import { type Cell, type DirectYear, type Gap, gap } from "../cells/cell.ts";
import type { Evidence } from "../evidence/evidence.ts";
import { restCell } from "./face-cells.ts";

/**
 * A residual line in a year: in each period whose statement is at hand, the printed rows of its total that are no lines of their own,
 * added as they count in the total. Null with `printed_alone` where the statement prints the total as one line, with `not_itemized` where
 * the rows above it do not add up to it, and with `not_reported` where it prints no such total.
 */
export function residualYear(
  evidence: Evidence,
  concept: Concept,
  total: string,
  year: number,
): DirectYear {
  const kind = statementOf[concept.statement];
  if (!kind || evidence.printed.faces.slotsOf(kind, year).length === 0) return withoutStatement;
  const cells: (Cell | undefined)[] = [];
  const troubles = new Map<Point, Gap>();
  for (const at of concept.periodType === "instant" ? instantPoints : durationPoints) {
    const slot = slotOf(year, at);
    const reading = evidence.printed.faces.readingAt(kind, slot);
    if (!reading) continue;
    const sum = reading.sums.get(total);
    if (sum && !sum.isShort) cells[at] = restCell(evidence, concept, sum, slot);
    else if (!sum) troubles.set(at, gap(reasonOf(reading, total)));
  }
  return { ...withoutStatement, cells, byTag: [cells], ofYear: [cells], troubles };
}

function reasonOf({ lines, alone }: StatementReading, total: string): NullReason {
  if (!lines.has(total)) return "not_reported";
  return alone.has(total) ? "printed_alone" : "not_itemized";
}

const withoutStatement: DirectYear = {
  cells: [],
  byTag: [],
  ofYear: [],
  troubles: new Map(),
  gap: gap("no_printed_statement"),
  refused: [],
};
