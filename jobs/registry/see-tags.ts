import { tagOf } from "#ingest/builder/every-tag.ts";
import { entry } from "#ingest/facts/entry.ts";
import type { TagsSeen } from "#registry/governance/tags-seen.ts";
import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";
import type { ArchivedCompany } from "./archived-company.ts";

/**
 * The mapped tags that a company's filings carry, with the first and last year of filing. `kinds` receives their
 * period types.
 */
export async function seeTags(
  company: ArchivedCompany,
  registry: Registry,
  kinds: Map<string, Set<Concept["periodType"]>>,
): Promise<TagsSeen> {
  const seen: Record<string, [number, number]> = {};
  const { documents } = await company.read(registry);
  for (const { facts } of documents.map(({ parsed }) => parsed)) {
    for (const fact of facts) {
      if (fact.filed === null) continue;
      const kind = fact.start === null ? "instant" : "duration";
      entry(kinds, tagOf(fact), () => new Set<Concept["periodType"]>()).add(kind);
      const year = Number(fact.filed.slice(0, 4));
      const [first, last] = seen[tagOf(fact)] ?? [year, year];
      seen[tagOf(fact)] = [Math.min(first, year), Math.max(last, year)];
    }
  }
  return seen;
}
