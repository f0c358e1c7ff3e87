import { nearest } from "#schemas/nearest.ts";
import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";

const shown = ({ concepts }: Registry) => concepts.filter(({ status }) => status !== "proposed");

/**
 * The concept of that key, label or id; spaces, hyphens and case do not matter. Null for an unknown or proposed one.
 */
export function conceptNamed(registry: Registry, typed: string): Concept | null {
  const key = conceptKeyOf(typed);
  const named = ({ snakeKey, label, id }: Concept) =>
    [snakeKey, conceptKeyOf(label), conceptKeyOf(id.replace(/^.*:/, "")), id].includes(key);
  return shown(registry).find(named) ?? null;
}

/** Keys of concepts that a mistyped key, label or id may mean, nearest first. */
export function nearConcepts(registry: Registry, typed: string): string[] {
  const named = conceptNamed(registry, typed);
  if (named !== null) return [named.snakeKey];
  const keys = shown(registry).map(({ snakeKey }) => snakeKey);
  return nearest(conceptKeyOf(typed), keys);
}

const conceptKeyOf = (text: string) =>
  text
    .trim()
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_");

/** The key of the line that took a deprecated one's place; null for a line that has none. */
export function successorOf(
  { successor }: Pick<Concept, "successor">,
  { concepts }: Pick<Registry, "concepts">,
): string | null {
  if (successor === null) return null;
  return concepts.find(({ id }) => id === successor)?.snakeKey ?? null;
}
