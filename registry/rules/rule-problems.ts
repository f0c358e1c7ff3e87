import type { Concept } from "#schemas/shapes/companies/concept.ts";
import { linesOf, ruleBook } from "./book.ts";

/** Sentences about rules that share an id or a place, or that name a line which is not in force. */
export function* ruleProblems(concepts: readonly Concept[]): Iterable<string> {
  const statuses = new Map(concepts.map(({ snakeKey, status }) => [snakeKey, status]));
  const ids = new Set<string>();
  const places = new Map<number, string>();
  for (const rule of ruleBook(concepts).all) {
    const { id, place } = rule;
    if (ids.has(id)) yield `The rule ${id}: the id is used twice.`;
    ids.add(id);
    const other = places.get(place);
    if (other !== undefined) yield `The rule ${id}: its place ${place} is that of ${other}.`;
    places.set(place, id);
    for (const key of linesOf(rule)) {
      const status = statuses.get(key);
      if (status === "active") continue;
      yield `The rule ${id}: names ${key}, which ${status ? `is ${status}` : "does not exist"}.`;
    }
  }
}
