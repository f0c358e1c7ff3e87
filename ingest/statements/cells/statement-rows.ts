import { hash } from "node:crypto";
import { validatePayload } from "#schemas/sfrs/load.ts";
import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";
import { type SourceName, sourcePrecedence } from "#schemas/shapes/companies/fact.ts";
import {
  type FiscalPeriod,
  type Line,
  type Lineage,
  type LineNote,
  type NullReason,
  type StatementPeriod,
  type StatementType,
  statementTypes,
  type Template,
} from "#schemas/shapes/companies/statement.ts";
import { entry } from "../../facts/entry.ts";
import { emptyLine } from "./line.ts";

/** Reasons for which a universal concept may be null in a converted statement. */
const excused: ReadonlySet<NullReason> = new Set([
  "not_applicable_template",
  "non_additive",
  "pre_standard",
  "deprecated",
]);

/** One SFRS statement of one period, as it is stored and served. Records are keyed by snakeKey. */
export interface SfrsStatement {
  cik: string;
  periodKey: string;
  statementType: StatementType;
  fiscalYear: number;
  fiscalPeriod: FiscalPeriod;
  periodStart: string;
  periodEnd: string;
  currency: string | null;
  template: Template;
  status: "converted" | "incomplete";
  sfrsSchemaId: string;
  sfrsVersion: string;
  registryVersion: string;
  registrySha256: string;
  fields: Record<string, string | null>;
  missingFields: string[];
  reasons: Record<string, NullReason>;
  lineage: Record<string, Lineage>;
  notes: Record<string, LineNote>;
  source: SourceName | null;
  sources: SourceName[];
  filings: StatementPeriod["filings"];
}

/**
 * The statements of one period, in reading order. A statement is `converted` when every universal concept of its
 * template has a value or an excused null and its strict payload validates against the registered schema;
 * otherwise `incomplete` with what is missing.
 */
export function statementsOf(
  cik: string,
  period: StatementPeriod,
  registry: Registry,
): SfrsStatement[] {
  return statementTypes.map((type) => {
    const { concepts, blank } = outlineOf(registry, type);
    return statementOf({ cik, type, period, registry, concepts, blank });
  });
}

/** A value of a row: text and numbers as they are, everything else as JSON text. */
export type RowValue = string | number | null;

/** The rows of the statement table for one period, one per statement, in the order of `statementColumns`. */
export function statementRows(
  cik: string,
  period: StatementPeriod,
  registry: Registry,
): RowValue[][] {
  return statementsOf(cik, period, registry).map((statement) => {
    const row = rowOf(statement);
    // No column holds a control character: JSON escapes it.
    return [...row, hash("sha256", row.join("\u001f"))];
  });
}

// The fields of `SfrsStatement` stand in the order of the columns.
const rowOf = (statement: SfrsStatement): RowValue[] =>
  Object.values(statement).map((value: unknown) =>
    typeof value === "string" || typeof value === "number" || value === null
      ? value
      : JSON.stringify(value),
  );

interface Outline {
  /** The concepts of the statement but for proposed ones, in the registry's order. */
  concepts: readonly Concept[];
  /** Their fields without values: copying a whole record is cheaper than growing one key by key. */
  blank: SfrsStatement["fields"];
}

const outlines = new WeakMap<Registry, Map<StatementType, Outline>>();

/** What every statement of the type has, drawn once per registry. */
function outlineOf(registry: Registry, type: StatementType): Outline {
  const known = outlines.get(registry) ?? new Map<StatementType, Outline>();
  outlines.set(registry, known);
  return entry(known, type, () => {
    const concepts = registry.concepts.filter(
      ({ statement, status }) => statement === type && status !== "proposed",
    );
    const blank = Object.fromEntries(concepts.map(({ snakeKey }) => [snakeKey, null]));
    return { concepts, blank };
  });
}

interface StatementInput extends Outline {
  cik: string;
  type: StatementType;
  period: StatementPeriod;
  registry: Registry;
}

function statementOf(input: StatementInput): SfrsStatement {
  const { cik, type, period, registry } = input;
  const { standardVersion } = registry;
  const { lines, fields, reasons, lineage, missing, sources } = contentOf(input);
  const problems = missing.length > 0 ? missing : payloadProblems(input, fields, reasons);
  return {
    cik,
    periodKey: period.key,
    statementType: type,
    fiscalYear: period.fiscalYear,
    fiscalPeriod: period.fiscalPeriod,
    periodStart: period.start,
    periodEnd: period.end,
    currency: period.currency,
    template: period.template,
    status: problems.length === 0 ? "converted" : "incomplete",
    sfrsSchemaId: `urn:sfrs:schema:${type}:${standardVersion}`,
    sfrsVersion: standardVersion,
    registryVersion: registry.registryVersion,
    registrySha256: registry.registrySha256,
    fields,
    missingFields: problems,
    reasons,
    lineage,
    notes: notesOf(input, lines, sources[0] ?? null),
    source: sources[0] ?? null,
    sources,
    filings: period.filings,
  };
}

interface Content extends Pick<SfrsStatement, "fields" | "reasons" | "lineage"> {
  /** In the order of the concepts. */
  lines: Line[];
  /** Universal concepts of the template without a value or an excused null. */
  missing: string[];
  /** The sources of the lines that have a value, highest precedence first. */
  sources: SourceName[];
}

/** What the lines of a statement say; those that the template excludes are nulls with that reason. */
function contentOf({ concepts, blank, period }: StatementInput): Content {
  const [lines, missing, sources]: [Line[], string[], SourceName[]] = [[], [], []];
  const fields = { ...blank };
  const reasons: Content["reasons"] = {};
  const lineage: Content["lineage"] = {};
  for (const concept of concepts) {
    const key = concept.snakeKey;
    const line = period.lines[key] ?? emptyLine("not_reported");
    lines.push(line);
    if (line.value !== null) fields[key] = line.value;
    if (line.reason !== null) reasons[key] = line.reason;
    if (line.lineage !== null) lineage[key] = line.lineage;
    if (line.source !== null && !sources.includes(line.source)) sources.push(line.source);
    if (line.value === null && isExpected(concept, line, period)) missing.push(key);
  }
  sources.sort((a, b) => sourcePrecedence[b] - sourcePrecedence[a]);
  return { lines, fields, reasons, lineage, missing, sources };
}

/** A universal concept of the template, null for another reason than those that excuse it. */
function isExpected(
  { prevalence, templates }: Concept,
  { reason }: Line,
  { template }: StatementPeriod,
): boolean {
  if (prevalence !== "universal") return false;
  const isInTemplate = templates === null || templates.includes(template);
  return isInTemplate && (reason === null || !excused.has(reason));
}

/**
 * Validates the strict payload of a statement without missing fields; the names of what the schema refuses,
 * for example "currency" for a period without any monetary fact.
 */
function payloadProblems(
  { cik, type, period, registry }: StatementInput,
  fields: SfrsStatement["fields"],
  reasons: SfrsStatement["reasons"],
): string[] {
  const { ok, errors } = validatePayload(type, registry.standardVersion, {
    schemaType: type,
    schemaVersion: registry.standardVersion,
    entity: { cik },
    period: {
      fiscalYear: period.fiscalYear,
      fiscalPeriod: period.fiscalPeriod,
      periodStart: period.start,
      periodEnd: period.end,
    },
    currency: period.currency,
    fields,
    notApplicable: excusedKeys(reasons),
  });
  if (ok) return [];
  const names = errors.map((error) => /^\/(?:fields\/)?([a-z_A-Z0-9]+)/.exec(error)?.[1]);
  return [...new Set(names.map((name) => name ?? "payload"))];
}

function excusedKeys(reasons: SfrsStatement["reasons"]): string[] {
  const keys: string[] = [];
  for (const key in reasons) {
    const reason = reasons[key];
    if (reason !== undefined && excused.has(reason)) keys.push(key);
  }
  return keys;
}

/** The unit that a line of this concept has unless its note says otherwise. */
export function impliedUnit(dataType: Concept["dataType"], currency: string | null): string | null {
  if (dataType === "monetary") return currency;
  if (dataType === "per_share") return currency === null ? null : `${currency}/shares`;
  return dataType;
}

/**
 * Notes on the lines that are not what one expects: in the implied unit, from the statement's own source, by the
 * first mapping, without flags and refused tags. The reader fills the others in.
 */
function notesOf(
  { concepts, period }: StatementInput,
  lines: readonly Line[],
  statementSource: SourceName | null,
): Record<string, LineNote> {
  const notes: Record<string, LineNote> = {};
  for (let i = 0; i < lines.length; i += 1) {
    const [concept, line] = [concepts[i], lines[i]];
    if (!concept || !line) continue;
    if (line.value === null && line.flags.length === 0 && !line.refused && !line.rules) continue;
    const unit = impliedUnit(concept.dataType, period.currency);
    if (!isUsual(line, unit, statementSource)) notes[concept.snakeKey] = noteOf(line);
  }
  return notes;
}

const isUsual = (line: Line, impliedUnit: string | null, statementSource: SourceName | null) =>
  line.flags.length === 0 &&
  !line.refused &&
  !line.sum &&
  !line.rules &&
  line.unit === impliedUnit &&
  line.source === statementSource &&
  (line.rank ?? 0) === 0;

const noteOf = ({ unit, source, rank, flags, refused, sum, rules }: Line): LineNote => ({
  unit,
  source,
  rank,
  flags,
  ...(refused && { refused }),
  ...(sum && { sum }),
  ...(rules && { rules }),
});
