import { isUnmappedPart } from "#registry/major-parts.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { Fact, ParsedFacts } from "#schemas/shapes/companies/fact.ts";
import type { FactDocument } from "../company-input.ts";
import { mergeDocuments } from "./merge-documents.ts";

/** The facts of tags that nothing maps and that may hold a major part of a subtotal, without dimensions. */
export function onlyUnmappedParts(parsed: ParsedFacts, registry: Registry): ParsedFacts {
  const known = new Map<string, boolean>();
  const isPart = (fact: Fact) => {
    const label = `${fact.taxonomy}:${fact.tag}`;
    const found = known.get(label) ?? isUnmappedPart(registry, fact);
    known.set(label, found);
    return found && fact.dimensions === null;
  };
  const { dimensionedTags, ...rest } = parsed;
  return { ...rest, facts: parsed.facts.filter(isPart) };
}

/** All versions of such facts in the documents; absent without any. */
export function unmappedPartsOf(documents: readonly FactDocument[]): { unmappedParts?: Fact[] } {
  const facts = mergeDocuments(documents);
  return facts.length > 0 ? { unmappedParts: facts } : {};
}

/** How many facts of each tag. */
export function countTags(facts: readonly Fact[]): ParsedFacts["unmapped"] {
  const byTag = Map.groupBy(facts, ({ taxonomy, tag }) => `${taxonomy}:${tag}`);
  return [...byTag.values()].flatMap(([first, ...others]) =>
    first ? [{ taxonomy: first.taxonomy, tag: first.tag, count: others.length + 1 }] : [],
  );
}
