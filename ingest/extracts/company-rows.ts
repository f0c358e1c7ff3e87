import * as decimal from "#schemas/decimal.ts";
import type { Registry } from "#schemas/shapes/concept.ts";
import type { FinancialsColumn, FinancialsPayload } from "#schemas/shapes/financials.ts";
import { outcomes } from "#schemas/shapes/quality.ts";
import type { StatementType, Template } from "#schemas/shapes/statement.ts";
import { countLetters } from "../checks/company-quality.ts";
import type { FactsDocument } from "../facts/facts-document.ts";
import { type StoredLines, storedLine } from "../statements/stored-line.ts";
import type { StoredFailure, StoredQuality } from "../stored-quality.ts";
import { learnFiscalYears } from "./learn-fiscal-years.ts";

/** A value of an extract; dates are ISO text. */
export type Value = string | number | boolean | null;
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
export function statementRows(of: Subject, stored: StatementRow, registry: Registry): Row[] {
  const { periodKey, statementType, fiscalYear, fiscalPeriod, template } = stored;
  return Object.keys(stored.fields).flatMap((key) => {
    const dataType = registry.bySnakeKey.get(key)?.dataType ?? "monetary";
    const line = storedLine(stored, { snakeKey: key, dataType });
    const { value, unit, reason, lineage, source, flags } = line;
    if (reason === "not_applicable_template") return [];
    return [
      [
        of.cik,
        `${of.entityId}:${periodKey}:${key}`,
        statementType,
        periodKey,
        fiscalYear,
        fiscalPeriod,
        stored.periodStart,
        stored.periodEnd,
        template,
        key,
        value === null ? null : Number(value),
        value,
        unit,
        reason,
        source,
        typeof lineage === "number" ? lineage : null,
        flags.join(",") || null,
        stored.registryVersion,
      ],
    ];
  });
}

export function factRows({ cik, facts, fiscalYearEnd }: FactsDocument): Row[] {
  const fiscalYearOf = learnFiscalYears(facts, fiscalYearEnd);
  return facts.map((fact, index) => [
    cik,
    index,
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
    Number(fact.end.slice(0, 4)),
    fiscalYearOf(fact.end),
  ]);
}

/** The columns of one of the two tables of full financials; `keyOf` names the period as lineage takes it. */
export function columnRows(
  of: Subject,
  columns: FinancialsPayload["ttm"],
  keyOf: (column: FinancialsColumn) => string,
): Row[] {
  return columns.flatMap((column) => {
    const values = { ...column.income, ...column.balanceSheet, ...column.cashFlow };
    return Object.entries(values).flatMap(([key, value]) => {
      const reason = column.reasons[key] ?? null;
      if (reason === "not_applicable_template") return [];
      return [
        [
          of.cik,
          `${of.entityId}:${keyOf(column)}:${key}`,
          column.fiscalYear,
          column.fiscalPeriod,
          column.periodStart,
          column.periodEnd,
          column.basis,
          column.derivedQ4,
          column.currency,
          key,
          value,
          value === null ? null : decimal.fromNumber(value),
          reason,
        ],
      ];
    });
  });
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
      const found = [exact, rounding, 0, 0, notRun];
      return outcomes.flatMap((outcome, at) => {
        const count = found[at] ?? 0;
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
      mappings.map((mapping, rank) => [
        snakeKey,
        rank,
        mapping.taxonomy,
        mapping.xbrlConcept,
        mapping.version,
        mapping.sign,
        mapping.scope,
        mapping.validFrom,
        mapping.validTo,
      ]),
    ),
  };
}
