import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { Restatement } from "#schemas/shapes/companies/statement.ts";
import type { CompanyBuild, CompanyInput, View } from "./company-input.ts";
import { chargePlaces } from "./faces/charge-places.ts";
import {
  elementsByMember,
  type FactsDocument,
  inputOf,
  type KnownFilings,
  rowLabels,
  rowTotals,
} from "./facts/facts-document.ts";
import { type History, isDisputed, listHistories } from "./facts/history/history.ts";
import { knownIn, listRestatements } from "./facts/history/versions.ts";
import { mergeHistories } from "./facts/merge-documents.ts";
import { buildCalendar } from "./periods/calendar.ts";
import { buildTables } from "./periods/ttm.ts";
import { buildPeriods } from "./statements/build-periods.ts";
import type { FactEvidence } from "./statements/evidence/evidence.ts";
import { gatherEvidence } from "./statements/evidence/gather-evidence.ts";
import { fileLines } from "./statements/filed-lines.ts";

/**
 * Builds statements, quarters and trailing twelve months from documents: the pure part of the pipeline. The same
 * documents in any order give the same result. A company without facts gives empty tables.
 */
export function buildCompany(
  input: CompanyInput,
  registry: Registry,
  view: View = { kind: "latest" },
): CompanyBuild {
  const histories = mergeHistories(input.documents);
  return buildFromHistories(input, histories, registry, view);
}

/** As `buildCompany`, from facts already in canonical order; used to build a stored company in another view. */
export function buildFromFacts(
  input: CompanyInput,
  facts: Fact[],
  registry: Registry,
  view: View,
): CompanyBuild {
  return buildFromHistories(input, listHistories(facts), registry, view);
}

function buildFromHistories(
  input: CompanyInput,
  histories: readonly History[],
  registry: Registry,
  view: View,
): CompanyBuild {
  const facts = histories.flat();
  const calendar = buildCalendar(histories, facts, input.profile?.fiscalYearEnd ?? null);
  const evidence = gatherEvidence({ input, facts, histories, calendar, registry, view });
  const filed = fileLines(evidence);
  const periods = buildPeriods(evidence, filed);
  return {
    cik: input.cik,
    facts,
    learned: { histories, quanta: evidence.facts.quanta, splits: evidence.facts.splits, calendar },
    periods: periods.map(({ period }) => period).reverse(),
    tables: buildTables({ ...evidence, filed }, periods),
    restatements: restatementsOf(
      histories.map((history) => soundIn(view, history, evidence.facts)),
      registry,
      evidence.facts,
    ),
    labelMismatches: calendar.mismatches,
    unmapped: countUnmapped(input),
    rowLabels: rowLabels(input),
    rowTotals: rowTotals(input),
    chargePlaces: chargePlaces(input),
  };
}

/** Builds a stored company in another view: as first reported, or as of a day. */
export function buildView(
  document: FactsDocument,
  registry: Registry,
  view: View,
  known?: KnownFilings,
): CompanyBuild {
  const build = buildFromFacts(inputOf(document, known), document.facts, registry, view);
  return { ...build, aside: document.retired?.facts ?? [], byMember: elementsByMember(document) };
}

/** The versions that a reader of the view could have known and believed, of the entity that the period is about. */
function soundIn(view: View, history: History, { misscaled, foreign }: FactEvidence): History {
  const known = knownIn(view, history);
  if (misscaled.size === 0 && foreign.size === 0) return known;
  return known.filter((fact) => !misscaled.has(fact) && !foreign.has(fact));
}

function restatementsOf(
  histories: readonly History[],
  { tags }: Registry,
  { quanta, rejected }: FactEvidence,
): Restatement[] {
  const isOfLine = ([fact]: History) =>
    fact?.dimensions === null && tags.has(`${fact.taxonomy}:${fact.tag}`);
  return histories
    .filter((history) => isDisputed(history) && isOfLine(history))
    .flatMap((history) => listRestatements(history, quanta, rejected.versions));
}

function countUnmapped(input: CompanyInput): CompanyBuild["unmapped"] {
  const counts = new Map<string, { taxonomy: string; tag: string; count: number }>();
  for (const { parsed } of input.documents) {
    for (const { taxonomy, tag, count } of parsed.unmapped) {
      const key = `${taxonomy}:${tag}`;
      counts.set(key, { taxonomy, tag, count: Math.max(count, counts.get(key)?.count ?? 0) });
    }
  }
  return [...counts.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
}
