import { buildCompany } from "#ingest/build-company.ts";
import { comparableFacts, readEverything, tagOf } from "#ingest/builder/every-tag.ts";
import type { CompanyBuild } from "#ingest/company-input.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { NullReason, Template } from "#schemas/shapes/companies/statement.ts";
import type { ArchivedCompany } from "./archived-company.ts";

/** How well one concept resolves among the companies of one template and taxonomy. */
export interface ConceptCoverage {
  concept: string;
  template: Template;
  taxonomy: string;
  /** Lines of statement periods with a value. */
  resolved: number;
  /** Lines without one, by the reason that they state. */
  nulls: Partial<Record<NullReason, number>>;
  /** Companies with the line in any period, and with a value in any. */
  filers: number;
  filersResolved: number;
}

/** A standard tag that filers use and no concept maps. */
export interface UnmappedTag {
  tag: string;
  filers: number;
  facts: number;
  /** Sum over filers of the newest amount in US dollars, without its sign; 0 where none is in dollars. */
  money: number;
  lastFiled: string;
}

/** What is counted over companies, one added after the other. */
export interface CoverageCount {
  add(company: ArchivedCompany): Promise<void>;
  concepts(): ConceptCoverage[];
  /** Tags of most filers first. */
  unmapped(): UnmappedTag[];
}

/** Counts, under one registry, which lines resolve and which filed tags nothing maps. */
export function countCoverage(registry: Registry): CoverageCount {
  const cells = new Map<string, ConceptCoverage>();
  const tags = new Map<string, UnmappedTag>();
  return {
    async add(company) {
      const { input, others } = await readEverything(company, registry);
      addLines(cells, buildCompany(input, registry));
      addTags(tags, comparableFacts(others));
    },
    concepts: () => [...cells.values()],
    unmapped: () => [...tags.values()].sort((a, b) => b.filers - a.filers || b.facts - a.facts),
  };
}

function addLines(cells: Map<string, ConceptCoverage>, build: CompanyBuild): void {
  const taxonomy = taxonomyOf(build.facts);
  // A company that changed its template counts in each that it had.
  const own = new Map<ConceptCoverage, boolean>();
  for (const { template, lines } of build.periods) {
    for (const [concept, { value, reason }] of Object.entries(lines)) {
      const cell = cellOf(cells, { concept, template, taxonomy });
      if (value !== null) cell.resolved += 1;
      else if (reason !== null) cell.nulls[reason] = (cell.nulls[reason] ?? 0) + 1;
      own.set(cell, own.get(cell) === true || value !== null);
    }
  }
  for (const [cell, isResolved] of own) {
    cell.filers += 1;
    if (isResolved) cell.filersResolved += 1;
  }
}

type CellKey = Pick<ConceptCoverage, "concept" | "template" | "taxonomy">;

function cellOf(cells: Map<string, ConceptCoverage>, key: CellKey): ConceptCoverage {
  const name = `${key.template} ${key.taxonomy} ${key.concept}`;
  const counted = cells.get(name);
  if (counted) return counted;
  const cell = { ...key, resolved: 0, nulls: {}, filers: 0, filersResolved: 0 };
  cells.set(name, cell);
  return cell;
}

/** The taxonomy of most of a company's figures. */
function taxonomyOf(facts: readonly Fact[]): string {
  const counts = new Map<string, number>();
  for (const { taxonomy } of facts) counts.set(taxonomy, (counts.get(taxonomy) ?? 0) + 1);
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0] ?? "none";
}

function addTags(tags: Map<string, UnmappedTag>, unmapped: readonly Fact[]): void {
  for (const [tag, facts] of Map.groupBy(unmapped, tagOf)) {
    const tagUse = tags.get(tag) ?? { tag, filers: 0, facts: 0, money: 0, lastFiled: "" };
    const newest = facts.reduce((a, b) => (isLater(b, a) ? b : a));
    tags.set(tag, {
      tag,
      filers: tagUse.filers + 1,
      facts: tagUse.facts + facts.length,
      money: tagUse.money + (newest.unit === "USD" ? Math.abs(Number(newest.value)) : 0),
      lastFiled: laterOf(tagUse.lastFiled, newest.filed ?? ""),
    });
  }
}

const laterOf = (a: string, b: string) => (a > b ? a : b);

/** True where `a` describes a tag better than `b`: it ends later, or is longer. */
function isLater(a: Fact, b: Fact): boolean {
  if (a.end !== b.end) return a.end > b.end;
  return (a.start ?? a.end) < (b.start ?? b.end);
}
