import type { View } from "#ingest/company-input.ts";
import type { Evidence } from "#ingest/faces/shown/evidence-of.ts";
import {
  expandLineage,
  type LineageNode,
  listRejected,
  type RejectedFact,
} from "#ingest/statements/cells/expand-lineage.ts";
import { type AppliedRule, appliedRules } from "#registry/rules/book.ts";
import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type {
  Line,
  NullReason,
  RefusedTag,
  StatementType,
  Template,
} from "#schemas/shapes/companies/statement.ts";
import type { Subject } from "./questions.ts";

export interface TracedPeriod {
  key: string;
  start: string;
  end: string;
  /** Missing for a column of twelve months. */
  template?: Template;
}

/** How one value was derived, down to tags and filings. */
export interface Trace {
  entityId: string;
  concept: string;
  label: string;
  period: string;
  periodStart: string;
  periodEnd: string;
  statementType: StatementType;
  value: string | null;
  reason: NullReason | null;
  unit: string | null;
  source: Line["source"];
  mappingRank: number | null;
  flags: string[];
  registryVersion: string;
  registrySha256: string;
  lineage: LineageNode | null;
  /** What decided the value; null without one, and until the printed statements were looked at. */
  evidence: Evidence | null;
  /** The rules of the registry that decided the value, its sign or scope, or why there is none. */
  rules: AppliedRule[];
  rejected: RejectedFact[];
  refused: RefusedTag[];
  /** How a total adds up, as the printed statement has it; null for other lines, and where no statement says. */
  sum: { weight: number; concept: string }[] | null;
  /** For a deprecated line, the key of its successor. */
  successor?: string;
}

/** Traces a line of a stored or computed period. `facts` are those that the lineage refers to by index. */
export function trace({
  subject,
  concept,
  period,
  line,
  facts,
  view,
  registry,
  successor,
}: {
  subject: Pick<Subject, "entityId" | "cik">;
  concept: Concept;
  period: TracedPeriod;
  line: Line;
  facts: readonly Fact[];
  view: View;
  /** The version that made the value, and the rules at hand. */
  registry: Pick<Registry, "registryVersion" | "registrySha256" | "rules">;
  /** The result of `successorOf`. */
  successor: string | null;
}): Trace {
  const { cik } = subject;
  const { value, lineage } = line;
  return {
    entityId: subject.entityId,
    concept: concept.snakeKey,
    label: concept.label,
    period: period.key,
    periodStart: period.start,
    periodEnd: period.end,
    statementType: concept.statement,
    value,
    reason: value === null ? (line.reason ?? "not_reported") : null,
    unit: line.unit,
    source: value === null ? null : line.source,
    mappingRank: line.rank,
    flags: line.flags,
    registryVersion: registry.registryVersion,
    registrySha256: registry.registrySha256,
    lineage: lineage === null ? null : expandLineage(lineage, facts, cik),
    evidence: null,
    rules: appliedRules(registry, line),
    rejected: listRejected(
      concept,
      { ...line, start: period.start, end: period.end, template: period.template },
      { facts, cik, view },
    ),
    refused: line.refused ?? [],
    sum: line.sum?.map(([weight, key]) => ({ weight, concept: key })) ?? null,
    ...(line.reason === "deprecated" && successor !== null ? { successor } : {}),
  };
}
