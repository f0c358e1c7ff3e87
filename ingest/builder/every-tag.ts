import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { CompanyInput, FactDocument } from "../company-input.ts";
import type { CompanyDocuments } from "./company-documents.ts";

/** A set that contains every tag: reading with it keeps the unmapped facts. */
class EveryTag extends Set<string> {
  override has(): boolean {
    return true;
  }
}

const everyTag: ReadonlySet<string> = new EveryTag();

export interface WholeReading {
  /** What a build under the registry starts from. */
  input: CompanyInput;
  /** The same documents with only the unmapped facts. */
  others: FactDocument[];
}

/** All facts of a company's documents, split into mapped and unmapped ones. */
export async function readEverything(
  company: CompanyDocuments,
  registry: Registry,
): Promise<WholeReading> {
  // Without retired tags; otherwise only the named tags would be kept.
  const all = { ...registry, tags: everyTag, retiredTags: new Set<string>() };
  const whole = await company.read(all);
  const isMapped = (fact: Fact) => registry.tags.has(tagOf(fact));
  const documents = whole.documents.map((document) => {
    const { dimensionedTags } = document.parsed;
    const part = withFacts(document, isMapped);
    if (dimensionedTags === undefined) return part;
    const mapped = dimensionedTags.filter((tag) => registry.tags.has(tag));
    return { ...part, parsed: { ...part.parsed, dimensionedTags: mapped } };
  });
  const others = whole.documents.map((document) => withFacts(document, (one) => !isMapped(one)));
  return { input: { ...whole, documents }, others };
}

function withFacts(document: FactDocument, isKept: (fact: Fact) => boolean): FactDocument {
  const { parsed } = document;
  return { ...document, parsed: { ...parsed, facts: parsed.facts.filter(isKept) } };
}

/** Unmapped facts that companies have in common: undimensioned, of standard taxonomies. */
export function comparableFacts(others: readonly FactDocument[]): Fact[] {
  const facts = others.flatMap(({ parsed }) => parsed.facts);
  return facts.filter(({ dimensions, taxonomy }) => dimensions === null && standard.has(taxonomy));
}

/** Filers' own elements mean something different in each company. */
const standard = new Set(["us-gaap", "ifrs-full", "dei", "srt"]);

export const tagOf = ({ taxonomy, tag }: Pick<Fact, "taxonomy" | "tag">) => `${taxonomy}:${tag}`;
