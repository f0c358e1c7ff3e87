import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";
import type { PickedVersion } from "../../facts/history/versions.ts";
import { durationPoints, type Slot, slotOf } from "../../periods/slots.ts";
import type { ConceptSeries } from "../concept-series.ts";
import type { FactIndex } from "../series.ts";

/** The lines of a company as filed, before anything is chosen or computed. */
export interface FiledLines {
  registry: Registry;
  index: FactIndex;
  /** How many fiscal years the calendar has. */
  years: number;
  seriesOf(concept: Concept, year: number): ConceptSeries | null;
}

/** All quarters, years to date and years of the calendar. */
export function slotsOf({ years }: FiledLines): Slot[] {
  return Array.from({ length: years }, (_, year) =>
    durationPoints.map((at) => slotOf(year, at)),
  ).flat();
}

/** The value of the line's first tag that has one; null without any. */
export function first(filed: FiledLines, key: string, slot: Slot): PickedVersion | null {
  return all(filed, key, slot)[0] ?? null;
}

/** The values of all tags of a line, in order of preference. */
export function all(
  { registry, index, seriesOf }: FiledLines,
  key: string,
  slot: Slot,
): PickedVersion[] {
  const concept = registry.bySnakeKey.get(key);
  const offeredSeries = concept && seriesOf(concept, slot >> 4);
  return (offeredSeries?.candidates ?? []).flatMap(({ series }) => {
    const picked = index.pickOf(series, slot);
    return picked && !picked.problem ? [picked] : [];
  });
}
