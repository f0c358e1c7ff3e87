import { candidates } from "#registry/resolve/resolve.ts";
import { filingIndexUrl } from "#schemas/filing-address.ts";
import type { Concept } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { FiledStatementKind } from "#schemas/shapes/companies/filed-report.ts";
import type { Line, Lineage, Operand, Template } from "#schemas/shapes/companies/statement.ts";
import type { View } from "../../company-input.ts";
import { compareVersions } from "../../facts/history/history.ts";
import { isKnownIn } from "../../facts/history/versions.ts";

/** A leaf of the tree: one fact of one filing. */
export interface FactNode {
  kind: "fact";
  value: string;
  /** "taxonomy:tag". */
  tag: string;
  unit: string;
  periodStart: string | null;
  periodEnd: string;
  dimensions: string | null;
  accessionNumber: string;
  form: string;
  filedDate: string | null;
  filingIndexUrl: string | null;
  /** The line on which a filing printed it; null where no statement at hand does. Absent until it was looked for. */
  printed?: PrintedLine | null;
}

/** A line of a filing's statement. */
export interface PrintedLine {
  accessionNumber: string;
  form: string;
  /** Kind of the statement. */
  statement: FiledStatementKind;
  /** Name of the statement; null where the source has none. */
  title: string | null;
  /** Position of the statement in the filing. */
  statementOrder: number;
  /** Row of the statement. */
  order: number;
  label: string;
  /** The value with the sign that is printed. */
  printed: string;
}

interface RuleNode {
  kind: "rule";
  rule: string;
  operands: { weight: number; label: string; value: string; of: LineageNode }[];
}

export type LineageNode = FactNode | RuleNode;

/** A fact that could have been the value, and why it was not. */
export type RejectedFact = FactNode & {
  because: "other_version" | "lower_preference" | "guard_or_scope";
  /** The guard that refused its tag for the fiscal year; null for the other reasons. */
  guard: string | null;
};

/**
 * The compact lineage of a value as a tree that ends in facts. Numbers are indexes into `facts`.
 * Throws when an index has no fact: statement and facts were then not built together.
 */
export function expandLineage(lineage: Lineage, facts: readonly Fact[], cik: string): LineageNode {
  if (typeof lineage === "number") {
    const fact = facts[lineage];
    if (fact === undefined) throw new Error(`lineage names fact ${lineage} of ${facts.length}`);
    return presentFact(fact, cik);
  }
  const [rule, ...operands] = lineage;
  return {
    kind: "rule",
    rule,
    operands: operands.map(([weight, label, value, of]: Operand) => ({
      weight,
      label,
      value,
      of: expandLineage(of, facts, cik),
    })),
  };
}

export function presentFact(fact: Fact, cik: string): FactNode {
  return {
    kind: "fact",
    value: fact.value,
    tag: `${fact.taxonomy}:${fact.tag}`,
    unit: fact.unit,
    periodStart: fact.start,
    periodEnd: fact.end,
    dimensions: fact.dimensions,
    accessionNumber: fact.accession,
    form: fact.form,
    filedDate: fact.filed,
    filingIndexUrl: filingIndexUrl({ cik: fact.cik ?? cik, accession: fact.accession }),
  };
}

/** A line of a period as it is traced. */
export interface TracedLine extends Pick<Line, "lineage" | "refused"> {
  start: string;
  end: string;
  /** Missing for a column of twelve months. */
  template?: Template | undefined;
}

/**
 * The facts of the same period that the concept's mappings name too and that did not become the value, best
 * mapping first, newest filing first. `facts` are all facts of the build; only those that the view knows are
 * listed. Without a filed value there is nothing to compare with: then the facts that a guard refused.
 */
export function listRejected(
  concept: Concept,
  { lineage, refused = [], start, end, template }: TracedLine,
  { facts, cik, view }: { facts: readonly Fact[]; cik: string; view: View },
): RejectedFact[] {
  const winner = typeof lineage === "number" ? facts[lineage] : undefined;
  const guards = new Map(refused.map(({ tag, guard }) => [tag, guard]));
  if (winner === undefined && guards.size === 0) return [];
  const named = new Set(concept.mappings.map(tagOf));
  const ranks = ranksOf(concept, template);
  const rankOf = (fact: Fact) => ranks.get(tagOf(fact)) ?? outOfScope;
  const winnerRank = winner === undefined ? 0 : rankOf(winner);
  const isCandidate = (fact: Fact) =>
    winner === undefined
      ? guards.has(tagOf(fact)) && fact.end === end && (fact.start ?? start) === start
      : fact !== winner && named.has(tagOf(fact)) && isSamePeriod(fact, winner);
  return facts
    .filter((fact) => isCandidate(fact) && isKnownIn(view, fact))
    .sort((a, b) => rankOf(a) - rankOf(b) || compareVersions(b, a))
    .map((fact) => {
      const guard = guards.get(tagOf(fact)) ?? null;
      return {
        ...presentFact(fact, cik),
        because: guard === null ? comparedWith(winnerRank, rankOf(fact)) : "guard_or_scope",
        guard,
      };
    });
}

/** The rank of a tag that is mapped for other templates alone. */
const outOfScope = Number.POSITIVE_INFINITY;

/** Tags by their preference in a template. A tag can be mapped once more, with another rank, for other templates. */
function ranksOf(concept: Concept, template: Template | undefined): Map<string, number> {
  const mappings = template === undefined ? concept.mappings : candidates(concept, template);
  const ranks = new Map<string, number>();
  for (const [rank, tag] of mappings.map(tagOf).entries()) {
    if (!ranks.has(tag)) ranks.set(tag, rank);
  }
  return ranks;
}

function comparedWith(winnerRank: number, rank: number): RejectedFact["because"] {
  if (rank === winnerRank) return "other_version";
  return rank > winnerRank && rank !== outOfScope ? "lower_preference" : "guard_or_scope";
}

const tagOf = (one: { taxonomy: string } & ({ tag: string } | { xbrlConcept: string })) =>
  `${one.taxonomy}:${"tag" in one ? one.tag : one.xbrlConcept}`;

const isSamePeriod = (a: Fact, b: Fact) =>
  a.start === b.start && a.end === b.end && a.unit === b.unit;
