import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";

type Side = NonNullable<Concept["balance"]>;

const known = new WeakMap<Registry, ReadonlyMap<string, Side>>();

/**
 * The side of the books of each element ("taxonomy:tag") that lines are mapped to, for filings that do not carry the taxonomy of their year. An
 * element that counts against its line is on the other side; one of lines on both sides has none.
 */
export function elementSides(registry: Registry): ReadonlyMap<string, Side> {
  let sides = known.get(registry);
  if (!sides) {
    sides = sidesIn(registry.concepts);
    known.set(registry, sides);
  }
  return sides;
}

function sidesIn(concepts: readonly Concept[]): Map<string, Side> {
  const found = concepts.flatMap(({ status, dataType, balance, mappings }) =>
    status === "active" && dataType === "monetary" && balance !== null
      ? mappings.map(({ taxonomy, xbrlConcept, sign }) => ({
          tag: `${taxonomy}:${xbrlConcept}`,
          side: sign > 0 ? balance : otherSide(balance),
        }))
      : [],
  );
  const byTag = Map.groupBy(found, ({ tag }) => tag);
  return new Map(
    [...byTag].flatMap(([tag, [first, ...others]]) =>
      first && others.every(({ side }) => side === first.side) ? [[tag, first.side]] : [],
    ),
  );
}

const otherSide = (side: Side): Side => (side === "debit" ? "credit" : "debit");
