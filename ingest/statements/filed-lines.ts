import type { Concept } from "#schemas/shapes/companies/concept.ts";
import { residualYear } from "./by-face/residual-year.ts";
import { withFace } from "./by-face/with-face.ts";
import type { DirectYear } from "./cells/cell.ts";
import { noValues, resolveDirect } from "./direct.ts";
import type { Evidence } from "./evidence/evidence.ts";

/** The filed values of the active lines in one fiscal year, by snakeKey. */
export type FiledYear = ReadonlyMap<string, DirectYear>;

/** By fiscal year of the calendar. */
export type FiledLines = readonly FiledYear[];

/**
 * The second stage: the filed values of each line in each fiscal year, before anything is added or subtracted. Each line by itself: what its
 * tags give and its guards let pass, and before that what its statement prints.
 */
export function fileLines(evidence: Evidence): FiledLines {
  const active = evidence.registry.concepts.filter(({ status }) => status === "active");
  return evidence.calendar.years.map(
    (_, year) =>
      new Map(active.map((concept) => [concept.snakeKey, filedYear(evidence, concept, year)])),
  );
}

function filedYear(evidence: Evidence, concept: Concept, year: number): DirectYear {
  if (concept.residualOf !== undefined)
    return residualYear(evidence, concept, concept.residualOf, year);
  return withFace(evidence, concept, year, resolveDirect(evidence, concept, year));
}

/** The line's filed values; none where the year or the line is not there. */
export const filedLine = (filed: FiledYear | undefined, snakeKey: string): DirectYear =>
  filed?.get(snakeKey) ?? noValues("not_reported", []);
