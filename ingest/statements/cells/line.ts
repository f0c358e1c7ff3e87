import type { Registry } from "#schemas/shapes/companies/concept.ts";
import { type Line, type NullReason, nullReasons } from "#schemas/shapes/companies/statement.ts";
import type { Cell } from "./cell.ts";

export function lineOf(cell: Cell): Line {
  return {
    value: cell.value,
    unit: cell.unit,
    reason: null,
    lineage: cell.lineage,
    source: cell.source,
    rank: cell.rank,
    flags: cell.flags,
    ...(cell.rules && { rules: cell.rules }),
  };
}

/** The null of each reason, one for all lines: half of all lines are null, and nobody changes a line. */
const emptyLines = new Map<NullReason, Line>(
  nullReasons.map((reason) => [
    reason,
    Object.freeze<Line>({
      value: null,
      unit: null,
      reason,
      lineage: null,
      source: null,
      rank: null,
      flags: Object.freeze<string[]>([]) as string[],
    }),
  ]),
);

export function emptyLine(reason: NullReason): Line {
  const line = emptyLines.get(reason);
  if (!line) throw new Error(`${reason} is not a reason`);
  return line;
}

const blank = new WeakMap<Registry, Record<string, Line>>();

/**
 * A record with a line for every concept of the statements, in the registry's order: not reported, or for good empty
 * where the line is deprecated. Readers go on finding its key.
 */
export function blankLines(registry: Registry): Record<string, Line> {
  let lines = blank.get(registry);
  if (!lines) {
    const shownConcepts = registry.concepts.filter(({ status }) => status !== "proposed");
    lines = Object.fromEntries(
      shownConcepts.map(({ snakeKey, status }) => [
        snakeKey,
        emptyLine(status === "deprecated" ? "deprecated" : "not_reported"),
      ]),
    );
    blank.set(registry, lines);
  }
  // A copy of a whole record is made at once; one that grows by a hundred keys is copied again and again.
  return { ...lines };
}
