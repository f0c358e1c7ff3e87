import { buildView } from "#ingest/build-company.ts";
import type { View } from "#ingest/company-input.ts";
import { type Evidence, evidenceOf } from "#ingest/faces/shown/evidence-of.ts";
import { factsIn, withPrintedLines } from "#ingest/faces/shown/printed-lines.ts";
import { reportsAtHand } from "#ingest/faces/shown/stored-reports.ts";
import type { FactsDocument } from "#ingest/facts/facts-document.ts";
import { listHistories } from "#ingest/facts/history/history.ts";
import {
  expandLineage,
  type FactNode,
  type LineageNode,
  listRejected,
  presentFact,
  type RejectedFact,
} from "#ingest/statements/cells/expand-lineage.ts";
import { loadReports } from "#ingest/store/filed-reports.ts";
import {
  loadFactsDocument,
  loadPeriods,
  type StoredIdentity,
} from "#ingest/store/stored-company.ts";
import type { Queryable } from "#ingest/store/transaction.ts";
import { successorOf } from "#registry/current/concept-names.ts";
import { type AppliedRule, appliedRules } from "#registry/rules/book.ts";
import type { Concept } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { Line, Lineage, NullReason, Template } from "#schemas/shapes/companies/statement.ts";
import type { Store } from "../commands/with-store.ts";
import { canonicalPeriod, findPeriod } from "./subject.ts";

/** How one number was derived. */
export interface Explanation {
  company: StoredIdentity;
  concept: Pick<Concept, "snakeKey" | "label" | "definition">;
  /** The successor's key for a deprecated line. */
  successor: string | null;
  period: { key: string; start: string; end: string };
  /** "persisted" for a stored statement; trailing columns and other views are computed from the stored facts. */
  basis: "persisted" | "computed";
  view: View;
  value: string | null;
  unit: string | null;
  reason: NullReason | null;
  source: string | null;
  /** Rank of the mapping that resolved, 0 first; null for a computed value. */
  mappingRank: number | null;
  mappings: number;
  flags: string[];
  lineage: LineageNode | null;
  /** What decided the value; null without one. */
  evidence: Evidence | null;
  /** The rules of the registry that decided it, in words. */
  rules: AppliedRule[];
  /** All filings of each fact that the value rests on, by tag and period, oldest first. */
  versions: FactNode[][];
  /** Facts of the same period under other tags of the concept. */
  rejected: RejectedFact[];
  registryVersion: string;
}

interface Question {
  company: StoredIdentity;
  concept: Concept;
  /** As typed: "2023FY", "2023Q4", "TTM", "TTM2023Q4". */
  period: string;
  view: View;
}

/** Traces one value of a company; throws UsageError for a period that it does not have. */
export async function traceNumber(store: Store, question: Question): Promise<Explanation> {
  const { company, concept, view } = question;
  const { cik } = company;
  const document = await loadFactsDocument(store.db, cik);
  const facts = document?.facts ?? [];
  const isTrailing = canonicalPeriod(question.period).startsWith("TTM");
  const isPersisted = view.kind === "latest" && !isTrailing;
  const columns = isPersisted
    ? await loadPeriods(store.db, cik, store.registry)
    : document
      ? computeColumns(store, document, view)
      : [];
  const column = findPeriod(columns, question.period, view.kind === "asOf" ? view.date : null);
  const line = column.lines[concept.snakeKey] ?? absent;
  const { lineage } = line;
  const node =
    lineage === null
      ? null
      : await printedLineage(store.db, expandLineage(lineage, facts, cik), { cik, facts });
  return {
    company,
    concept: { snakeKey: concept.snakeKey, label: concept.label, definition: concept.definition },
    successor: successorOf(concept, store.registry),
    period: { key: column.key, start: column.start, end: column.end },
    basis: isPersisted ? "persisted" : "computed",
    view,
    value: line.value,
    unit: line.unit,
    reason: line.reason,
    source: line.source,
    mappingRank: line.rank,
    mappings: concept.mappings.length,
    flags: line.flags,
    lineage: node,
    evidence: node === null ? null : evidenceOf(node, line),
    rules: appliedRules(store.registry, line),
    versions: lineage === null ? [] : versionsBehind(lineage, facts, cik),
    rejected: listRejected(
      concept,
      { ...line, start: column.start, end: column.end, template: column.template },
      { facts, cik, view },
    ),
    registryVersion: column.registryVersion ?? store.registry.registryVersion,
  };
}

/** The lineage with the printed line of each fact. */
async function printedLineage(
  db: Queryable,
  lineage: LineageNode,
  { cik, facts }: { cik: string; facts: readonly Fact[] },
): Promise<LineageNode> {
  const behind = factsIn(lineage);
  if (behind === null) return lineage;
  return withPrintedLines(lineage, reportsAtHand(await loadReports(db, cik, behind), facts));
}

const absent: Line = {
  value: null,
  unit: null,
  reason: "not_reported",
  lineage: null,
  source: null,
  rank: null,
  flags: [],
};

interface TracedColumn {
  key: string;
  start: string;
  end: string;
  lines: Record<string, Line>;
  /** Missing for a column of twelve months. */
  template?: Template;
  registryVersion?: string;
}

/** Trailing columns and statements of any view, newest first. */
function computeColumns({ registry }: Store, document: FactsDocument, view: View): TracedColumn[] {
  const { tables, periods } = buildView(document, registry, view);
  return [...tables.ttm, ...periods];
}

function versionsBehind(lineage: Lineage, facts: readonly Fact[], cik: string): FactNode[][] {
  const behind = new Set(leavesOf(lineage).flatMap((index) => facts[index] ?? []));
  const histories = listHistories(facts);
  return [...behind].map((fact) =>
    (histories.find((versions) => versions.includes(fact)) ?? [])
      .toSorted((a, b) => ((a.filed ?? "") < (b.filed ?? "") ? -1 : 1))
      .map((version) => presentFact(version, cik)),
  );
}

function leavesOf(lineage: Lineage): number[] {
  if (typeof lineage === "number") return [lineage];
  const [, ...operands] = lineage;
  return operands.flatMap(([, , , of]) => leavesOf(of));
}
