import { isUnmappedPart } from "#registry/major-parts.ts";
import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";
import type { Fact, ParsedFacts } from "#schemas/shapes/companies/fact.ts";
import type { FactDocument } from "../../company-input.ts";
import type { DataSetTags } from "../data-sets/values.ts";
import { dimensionedTags, type FactsDocument } from "../facts-document.ts";
import { mergeDocuments } from "../merge-documents.ts";
import { compareFacts, compareVersions } from "./history.ts";

/** What only earlier versions of the registry map, kept so that these can still be computed. */
export type RetiredFacts = NonNullable<FactsDocument["retired"]>;

/** What a document says of the given tags alone. */
export function onlyTags(parsed: ParsedFacts, tags: ReadonlySet<string>): ParsedFacts {
  const { facts, dimensionedTags: dimensioned } = parsed;
  return {
    ...parsed,
    facts: facts.filter((fact) => tags.has(labelOf(fact))),
    ...(dimensioned && { dimensionedTags: dimensioned.filter((tag) => tags.has(tag)) }),
  };
}

/**
 * Every tag to read: those of the registry, those that only earlier versions map, and those that nothing maps and that may
 * hold a major part of a subtotal.
 */
export function wantedTags(registry: Registry): ReadonlySet<string> {
  const { tags, retiredTags } = registry;
  const has = (label: string): boolean => {
    if (tags.has(label) || retiredTags?.has(label)) return true;
    const [taxonomy = "", tag = ""] = label.split(":");
    return isUnmappedPart(registry, { taxonomy, tag });
  };
  return new TagsBy(has);
}

/** Tags that a function tells. */
class TagsBy extends Set<string> {
  override has: (label: string) => boolean;
  constructor(has: (label: string) => boolean) {
    super();
    this.has = has;
  }
}

/** The same for filings of the data sets, which know no units of figures per share. */
export function dataSetTags(registry: Registry): DataSetTags {
  const { concepts } = registry;
  const labelsOf = (some: readonly Concept[]) =>
    new Set(
      some.flatMap(({ mappings }) =>
        mappings.map(({ taxonomy, xbrlConcept }) => `${taxonomy}:${xbrlConcept}`),
      ),
    );
  return {
    wanted: wantedTags(registry),
    mapped: labelsOf(concepts),
    perShare: labelsOf(concepts.filter(({ dataType }) => dataType === "per_share")),
  };
}

/** All versions of the facts in documents reduced to retired tags; null without any. */
export function retiredOf(documents: readonly FactDocument[]): RetiredFacts | null {
  const facts = mergeDocuments(documents);
  const dimensioned = dimensionedTags({ documents: [...documents] });
  if (facts.length === 0 && Object.keys(dimensioned).length === 0) return null;
  return { facts, dimensioned };
}

/** The stored document as a registry that maps these tags would have it: others' facts gone, retired ones back. */
export function underTags(document: FactsDocument, tags: ReadonlySet<string>): FactsDocument {
  const { retired, ...stored } = document;
  const facts = [...stored.facts, ...(retired?.facts ?? [])].filter((f) => tags.has(labelOf(f)));
  const byFiling = new Map<string, string[]>();
  for (const part of [stored.dimensioned, retired?.dimensioned ?? {}]) {
    for (const [accession, own] of Object.entries(part)) {
      const known = byFiling.get(accession) ?? [];
      byFiling.set(accession, [...known, ...own.filter((tag) => tags.has(tag))]);
    }
  }
  return {
    ...stored,
    facts: facts.sort((a, b) => compareFacts(a, b) || compareVersions(a, b)),
    dimensioned: Object.fromEntries([...byFiling].filter(([, own]) => own.length > 0)),
  };
}

const labelOf = ({ taxonomy, tag }: Fact) => `${taxonomy}:${tag}`;
