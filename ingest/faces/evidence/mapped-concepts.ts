import { isApplicable } from "#registry/resolve/resolve.ts";
import { leftToRules, type SummedStatement } from "#registry/statement-sums.ts";
import type { Concept, Mapping, Registry } from "#schemas/shapes/companies/concept.ts";
import type { StatementType, Template } from "#schemas/shapes/companies/statement.ts";

/** A line of a template with its tags, in order of preference. */
export interface MappedConcept {
  concept: Concept;
  /** The line makes sense in the template. */
  isApplicable: boolean;
  mappings: readonly { tag: string; mapping: Mapping; rank: number }[];
}

/** The statement that prints a line; undefined for lines of no statement. */
export const statementOf: Partial<Record<StatementType, SummedStatement>> = {
  income_statement: "income",
  balance_sheet: "balance",
  cash_flow_statement: "cash_flow",
};

export interface MappedConcepts
  extends Readonly<Record<SummedStatement, readonly MappedConcept[]>> {
  /** snakeKeys of the totals that have a residual line. */
  totals: ReadonlySet<string>;
}

const made = new WeakMap<Registry, Map<Template, MappedConcepts>>();

/** The lines of money that each statement of the template has, made once for a registry. */
export function mappedConcepts(registry: Registry, template: Template): MappedConcepts {
  const ofRegistry = made.get(registry) ?? new Map<Template, MappedConcepts>();
  made.set(registry, ofRegistry);
  const known = ofRegistry.get(template);
  if (known) return known;
  const listed: Record<SummedStatement, MappedConcept[]> = {
    income: [],
    balance: [],
    cash_flow: [],
  };
  for (const concept of registry.concepts) {
    const kind = statementOf[concept.statement];
    const mappings = concept.mappings
      .filter(({ templates }) => templates === null || templates.includes(template))
      .map((mapping, rank) => ({
        tag: `${mapping.taxonomy}:${mapping.xbrlConcept}`,
        mapping,
        rank,
      }));
    const isMoney = concept.status === "active" && concept.dataType === "monetary";
    const isLine = isMoney && !leftToRules.has(concept.snakeKey);
    if (kind && isLine && mappings.length > 0)
      listed[kind].push({ concept, isApplicable: isApplicable(concept, template), mappings });
  }
  const totals = new Set(registry.concepts.flatMap(({ residualOf }) => residualOf ?? []));
  const concepts = { ...listed, totals };
  ofRegistry.set(template, concepts);
  return concepts;
}
