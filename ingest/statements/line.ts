import type { Registry } from "#schemas/shapes/concept.ts";
import { type Line, type NullReason, nullReasons } from "#schemas/shapes/statement.ts";
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

/** A record with a line for every active concept, in the registry's order, all of them not reported. */
export function blankLines(registry: Registry): Record<string, Line> {
  let lines = blank.get(registry);
  if (!lines) {
    const active = registry.concepts.filter(({ status }) => status === "active");
    lines = Object.fromEntries(active.map((c) => [c.snakeKey, emptyLine("not_reported")]));
    blank.set(registry, lines);
  }
  // A copy of a whole record is made at once; one that grows by a hundred keys is copied again and again.
  return { ...lines };
}
