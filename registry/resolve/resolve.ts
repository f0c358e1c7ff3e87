import type { Concept, Guard, Mapping } from "#schemas/shapes/companies/concept.ts";
import type { Template } from "#schemas/shapes/companies/statement.ts";

export type IdentityCheck = Extract<Guard, { check: string }>["check"];

/** False: the concept makes no sense in this template, and its null is `not_applicable_template`. */
export function isApplicable(concept: Concept, template: Template): boolean {
  return concept.templates === null || concept.templates.includes(template);
}

/**
 * The mappings that may resolve in this template, in order of preference: the first that resolves in a filing
 * wins. Empty when the concept does not apply. Members of one `sumGroup` stand together and are added.
 */
export function candidates(concept: Concept, template: Template): Mapping[] {
  if (!isApplicable(concept, template)) return [];
  return concept.mappings.filter(
    (mapping) => mapping.templates === null || mapping.templates.includes(template),
  );
}

/**
 * The day from which a concept can be reported: the first on which the standard of one of its mappings in the
 * filer's taxonomy was in force; null when one of them always was, and without such a mapping. A null of a period
 * that ends earlier is `pre_standard`; a fact that is there all the same still resolves.
 */
export function inForceFrom({ mappings }: Concept, taxonomy: Mapping["taxonomy"]): string | null {
  let first: string | null = null;
  for (const mapping of mappings) {
    if (mapping.taxonomy !== taxonomy) continue;
    if (mapping.validFrom === null) return null;
    if (first === null || mapping.validFrom < first) first = mapping.validFrom;
  }
  return first;
}

/** What the guards of a mapping ask about its candidate value, answered for one filing and period. */
export interface GuardFacts {
  value: number;
  /** The greatest of the year. */
  largest: number;
  isDwarfed(ratio: number): boolean;
  /** Null when an operand of the identity is missing, so that it cannot be tested. */
  identityHolds(check: IdentityCheck): boolean | null;
  /** Whether a filed value of the line is larger than the candidate for the same days. */
  isBelow(snakeKey: string): boolean;
  /** Whether the candidate has the value of one of the lines for the same days, and `unless` is filed with another. */
  repeats(concepts: readonly string[], unless: string): boolean;
  /** Whether the candidate is a smaller revenue and about the equity-method income. */
  hasEquityIncome(): boolean;
  /** Whether discontinued operations stand between the candidate and the total, anywhere. */
  hasDiscontinued(): boolean;
}

/**
 * The guard that rejects the candidate, or null when it resolves. All guards must pass, except that identity
 * guards are alternatives: one that holds is enough, and one that cannot be tested does not hold.
 */
export function failedGuard(mapping: Mapping, facts: GuardFacts): Guard | null {
  const identities = mapping.guards.filter((guard) => guard.kind === "identity");
  const [first] = identities;
  if (first && !identities.some(({ check }) => facts.identityHolds(check) === true)) return first;
  return mapping.guards.find((guard) => refuses[guard.kind](guard as never, facts)) ?? null;
}

type Refuses = {
  [K in Guard["kind"]]: (guard: Extract<Guard, { kind: K }>, facts: GuardFacts) => boolean;
};

/** Whether a guard by itself refuses the candidate; identity guards are judged together. */
const refuses: Refuses = {
  positive: (_, { value }) => value < 0,
  share: (_, { largest }) => largest > 1,
  notBelow: ({ concepts }, { isBelow }) => concepts.some(isBelow),
  notRepeated: ({ concepts, unless }, { repeats }) => repeats(concepts, unless),
  withoutEquityIncome: (_, { hasEquityIncome }) => hasEquityIncome(),
  withoutDiscontinued: (_, { hasDiscontinued }) => hasDiscontinued(),
  notContradicted: ({ check }, { identityHolds: holds }) => holds(check) === false,
  notDwarfed: ({ ratio }, { isDwarfed: dwarfed }) => dwarfed(ratio),
  identity: () => false,
};

/** The guard in one word, as lineage answers and stored notes name it. */
export function guardName(guard: Guard): string {
  if (guard.kind === "notDwarfed") return `notDwarfed:${guard.ratio}`;
  return "check" in guard ? `${guard.kind}:${guard.check}` : guard.kind;
}

/** A listed candidate at one period; `holds` as in `GuardFacts.identityHolds`. */
export interface Rival {
  value: number;
  holds: boolean | null;
}

/**
 * True when the candidate is a part of the total, not the total: an income identity holds for a rival and
 * fails for it, or no identity can be tested and a rival is at least `ratio` times larger. A candidate
 * for which an identity holds is never dwarfed.
 */
export function isDwarfed(candidate: Rival, rivals: readonly Rival[], ratio: number): boolean {
  const { value, holds } = candidate;
  if (holds === true) return false;
  return rivals.some((rival) => {
    if (rival.holds === true) return true;
    return rival.holds === null && rival.value > value && rival.value >= ratio * value;
  });
}

/** max(2, n/2) quanta: only rounding excuses a difference between n operands. */
export function tolerance(operandCount: number, quantum: number): number {
  return Math.max(2, operandCount / 2) * quantum;
}
