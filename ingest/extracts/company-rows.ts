import { guardName } from "#registry/resolve/resolve.ts";
import type { Mapping, Registry } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { outcomes } from "#schemas/shapes/companies/quality.ts";
import type { StatementType, Template } from "#schemas/shapes/companies/statement.ts";
import { countLetters } from "../checks/company-quality.ts";
import type { FactsDocument } from "../facts/facts-document.ts";
import { type StoredLines, storedLine } from "../statements/cells/stored-line.ts";
import type { StoredFailure, StoredQuality } from "../store/stored-quality.ts";
import type { DetailsOf } from "./line-details.ts";

/** A value of an extract; dates are ISO text. */
type Value = string | number | boolean | null;
export type Row = Value[];

export interface StatementRow extends StoredLines {
  periodKey: string;
  statementType: StatementType;
  fiscalYear: number;
  fiscalPeriod: string;
  periodStart: string;
  periodEnd: string;
  template: Template;
  registryVersion: string;
}

/** Who the rows are of. */
export interface Subject {
  cik: string;
  entityId: string;
}

/** One row per line of a stored statement, but for lines that the template does not have. */
export function statementRows(
  of: Subject,
  stored: StatementRow,
  { registry, detailsOf }: { registry: Registry; detailsOf: DetailsOf },
): Row[] {
  const { periodKey, statementType, fiscalYear, fiscalPeriod, periodEnd, template } = stored;
  return Object.keys(stored.fields).flatMap((key) => {
    const concept = registry.bySnakeKey.get(key);
    const line = storedLine(stored, { snakeKey: key, dataType: concept?.dataType ?? "monetary" });
    const { value, unit, reason, lineage, source, flags } = line;
    if (reason === "not_applicable_template") return [];
    const { filed, adjustedValue, splitFactor } = detailsOf(line, { concept, end: periodEnd });
    return [
      [
        of.cik,
        `${of.entityId}:${periodKey}:${key}`,
        statementType,
        periodKey,
        fiscalYear,
        fiscalPeriod,
        stored.periodStart,
        periodEnd,
        template,
        key,
        value === null ? null : Number(value),
        value,
        unit,
        reason,
        adjustedValue,
        splitFactor,
        filed,
        source,
        typeof lineage === "number" ? lineage : null,
        flags.join(",") || null,
        stored.registryVersion,
      ],
    ];
  });
}

/** The facts of the stored document under the indexes that lineage names, and the others that its documents have. */
export function factRows(
  { cik, facts }: Pick<FactsDocument, "cik" | "facts">,
  others: readonly Fact[],
  fiscalYearOf: (end: string) => number,
): Row[] {
  return [
    ...facts.map((fact, index) => factRow(cik, fact, { index, fiscalYearOf })),
    ...others.map((fact) => factRow(cik, fact, { index: null, fiscalYearOf })),
  ];
}

function factRow(
  cik: string,
  fact: Fact,
  { index, fiscalYearOf }: { index: number | null; fiscalYearOf: (end: string) => number },
): Row {
  return [
    cik,
    index,
    index !== null,
    fact.taxonomy,
    fact.tag,
    fact.unit,
    fact.start,
    fact.end,
    Number(fact.value),
    fact.value,
    fact.accession,
    fact.form,
    fact.filed,
    fact.decimals,
    fact.dimensions,
    fact.isEndRounded === true,
    Number(fact.end.slice(0, 4)),
    fiscalYearOf(fact.end),
  ];
}

/** What passed or did not run by subject and outcome, and every failure by itself. */
export function qualityRows(
  { cik, quality }: StoredQuality,
  failures: readonly StoredFailure[],
): Row[] {
  const years = new Map<string, number>([
    ...quality.periods.map(({ key, fiscalYear }) => [key, fiscalYear] as const),
    ...Object.entries(quality.columns),
  ]);
  const counted = quality.checks.flatMap(({ id, severity, results }) =>
    Object.entries(results).flatMap(([subject, letters]) => {
      const [exact, rounding, , , notRun] = countLetters(letters);
      const counts = [exact, rounding, 0, 0, notRun];
      return outcomes.flatMap((outcome, at) => {
        const count = counts[at] ?? 0;
        if (count === 0) return [];
        const year = years.get(subject) ?? null;
        return [[cik, id, severity, subject, year, outcome, count, null, null, null, null]];
      });
    }),
  );
  const failed = failures.map(
    ({ checkId, severity, subject, outcome, concept, reason, difference, operands }) => [
      cik,
      checkId,
      severity,
      subject,
      years.get(subject) ?? null,
      outcome,
      1,
      concept,
      reason,
      difference,
      JSON.stringify(operands),
    ],
  );
  return [...counted, ...failed];
}

export function registryRows({ concepts }: Registry): { concepts: Row[]; mappings: Row[] } {
  return {
    concepts: concepts.map((concept) => [
      concept.snakeKey,
      concept.id,
      concept.label,
      concept.definition,
      concept.statement,
      concept.dataType,
      concept.periodType,
      concept.balance,
      concept.status,
      concept.role,
      concept.prevalence,
      concept.additive,
    ]),
    mappings: concepts.flatMap(({ snakeKey, mappings }) =>
      mappings.map((mapping, rank) => mappingRow(snakeKey, mapping, rank)),
    ),
  };
}

function mappingRow(snakeKey: string, mapping: Mapping, rank: number): Row {
  return [
    snakeKey,
    rank,
    mapping.taxonomy,
    mapping.xbrlConcept,
    mapping.version,
    mapping.sign,
    mapping.scope,
    mapping.templates?.join(",") ?? null,
    mapping.guards.map(guardName).join(",") || null,
    mapping.sumGroup,
    mapping.validFrom,
    mapping.validTo,
  ];
}
