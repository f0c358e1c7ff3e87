import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";

/** The key of the line that took a deprecated one's place; null for a line that has none. */
export function successorOf(
  { successor }: Pick<Concept, "successor">,
  { concepts }: Pick<Registry, "concepts">,
): string | null {
  if (successor === null) return null;
  return concepts.find(({ id }) => id === successor)?.snakeKey ?? null;
}
