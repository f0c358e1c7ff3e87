import { majorPartOf } from "#registry/major-parts.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { compareText } from "../../facts/history/history.ts";
import type { Cell } from "../cells/cell.ts";

/** The facts that nothing maps, by the filing and the day that they end on. */
export function indexUnmappedParts(
  facts: readonly Fact[] = [],
): ReadonlyMap<string, readonly Fact[]> {
  return Map.groupBy(facts, placeOf);
}

const placeOf = ({ accession, end }: Pick<Fact, "accession" | "end">) => `${accession} ${end}`;

/**
 * The largest tag that nothing maps, of the filing that states the subtotal, where the line is a major part of that
 * subtotal and has no value ("us-gaap:InventoryGross"). Null where no such tag is filed, or the part may be nothing.
 */
export function unmappedPart(
  unmappedParts: ReadonlyMap<string, readonly Fact[]>,
  registry: Registry,
  cells: ReadonlyMap<string, Cell>,
  snakeKey: string,
): string | null {
  const major = unmappedParts.size > 0 ? majorPartOf.get(snakeKey) : undefined;
  if (!major || (major.beside !== null && !cells.has(major.beside))) return null;
  const subtotal = cells.get(major.of);
  const filed = subtotal?.picked?.fact ?? subtotal?.basis;
  if (!subtotal || !filed) return null;
  const isInstant = registry.bySnakeKey.get(snakeKey)?.periodType === "instant";
  const found = (unmappedParts.get(placeOf(filed)) ?? []).filter(
    (fact) =>
      fact.unit === subtotal.unit &&
      (fact.start === null) === isInstant &&
      major.names.test(fact.tag) &&
      // No part of a balance is more than the whole.
      !(isInstant && sizeOf(fact) > Number(subtotal.value)),
  );
  const [largest] = found.sort(bySize);
  return largest && sizeOf(largest) > 0 ? `${largest.taxonomy}:${largest.tag}` : null;
}

/** The largest first. */
export const bySize = (a: Fact, b: Fact) => sizeOf(b) - sizeOf(a) || compareText(a.tag, b.tag);

const sizeOf = ({ value }: Fact) => Math.abs(Number(value));
