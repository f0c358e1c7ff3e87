import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { Rule } from "#schemas/shapes/companies/rule.ts";
import type { PickedVersion } from "../../facts/history/versions.ts";
import { durationPoints, type Slot, slotOf } from "../../periods/slots.ts";
import type { ConceptSeries } from "../evidence/concept-series.ts";
import type { FactIndex } from "../evidence/series.ts";

/** The lines of a company as filed, before anything is chosen or computed. */
export interface TaggedLines {
  registry: Registry;
  index: FactIndex;
  /** How many fiscal years the calendar has. */
  years: number;
  seriesOf(concept: Concept, year: number): ConceptSeries | null;
  /** Facts that are known to have the wrong sign, each with the rule that says so; absent: none are. */
  turned?: ReadonlyMap<Fact, string>;
}

/** All quarters, years to date and years of the calendar. */
export function slotsOf({ years }: TaggedLines): Slot[] {
  return Array.from({ length: years }, (_, year) =>
    durationPoints.map((at) => slotOf(year, at)),
  ).flat();
}

/** The value of the line's first tag that has one; null without any. */
export function first(filed: TaggedLines, key: string, slot: Slot): PickedVersion | null {
  for (const { series } of candidatesOf(filed, key, slot)) {
    const picked = filed.index.pickOf(series, slot);
    if (picked && !picked.problem) return picked;
  }
  return null;
}

/** The values of all tags of a line, in order of preference. */
export function all(filed: TaggedLines, key: string, slot: Slot): PickedVersion[] {
  const found: PickedVersion[] = [];
  for (const { series } of candidatesOf(filed, key, slot)) {
    const picked = filed.index.pickOf(series, slot);
    if (picked && !picked.problem) found.push(picked);
  }
  return found;
}

/** What is filed of the lines in a period, in their order: the incomes, the nearest to what common shareholders get first. */
export function firstOfEach(
  filed: TaggedLines,
  keys: readonly string[],
  slot: Slot,
): PickedVersion[] {
  return keys.flatMap((key) => first(filed, key, slot) ?? []);
}

export function candidatesOf({ registry, seriesOf }: TaggedLines, key: string, slot: Slot) {
  const concept = registry.bySnakeKey.get(key);
  return (concept && seriesOf(concept, slot >> 4)?.candidates) ?? [];
}

/** The facts, each with the id of the rule that found it. */
export const foundBy = ({ id }: Pick<Rule, "id">, facts: readonly Fact[]): [Fact, string][] =>
  facts.map((fact) => [fact, id]);
