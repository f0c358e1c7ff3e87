import type { CompanyInput } from "#ingest/company-input.ts";
import type { Registry } from "#schemas/shapes/concept.ts";
import type { Fact } from "#schemas/shapes/fact.ts";
import type { ArchivedCompany } from "./archived-company.ts";

/** Says of every tag that it is wanted: a reading under it keeps what no concept maps. */
class EveryTag extends Set<string> {
  override has(): boolean {
    return true;
  }
}

const everyTag: ReadonlySet<string> = new EveryTag();

export interface WholeReading {
  /** What a build under the registry starts from. */
  input: CompanyInput;
  /** Undimensioned facts of standard taxonomies that no concept maps. */
  unmapped: Fact[];
}

/** Everything that a company's documents say, parted into what the registry maps and what it does not. */
export async function readEverything(
  company: ArchivedCompany,
  registry: Registry,
): Promise<WholeReading> {
  const whole = await company.read({ ...registry, tags: everyTag });
  const unmapped: Fact[] = [];
  const documents = whole.documents.map((document) => {
    const { facts, dimensionedTags } = document.parsed;
    const mapped: Fact[] = [];
    for (const fact of facts) {
      if (registry.tags.has(tagOf(fact))) mapped.push(fact);
      else if (fact.dimensions === null && standard.has(fact.taxonomy)) unmapped.push(fact);
    }
    const parsed = {
      ...document.parsed,
      facts: mapped,
      ...(dimensionedTags && {
        dimensionedTags: dimensionedTags.filter((tag) => registry.tags.has(tag)),
      }),
    };
    return { ...document, parsed };
  });
  return { input: { ...whole, documents }, unmapped };
}

/** Filers' own elements mean something else in each company. */
const standard = new Set(["us-gaap", "ifrs-full", "dei", "srt"]);

export const tagOf = ({ taxonomy, tag }: Pick<Fact, "taxonomy" | "tag">) => `${taxonomy}:${tag}`;
