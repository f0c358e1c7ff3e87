import type { CompanyBuild } from "#ingest/company-input.ts";
import { openReport } from "#ingest/faces/shown/stored-reports.ts";
import { comparableFigure, scopeIn } from "#registry/series/comparable.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { FiledReport } from "#schemas/shapes/companies/filed-report.ts";
import type { Line, Lineage } from "#schemas/shapes/companies/statement.ts";
import type { StoredReport } from "./questions.ts";

/** Where the value of a cell comes from, in short: the page of the figure has the whole. */
export interface CellSource {
  /** "taxonomy:tag" of the fact that the value is; null for a computed value. */
  tag: string | null;
  /** The rule that computed the value; null for a filed one. */
  rule: string | null;
  /** What the rule computed with, each with its weight; empty for a filed value. */
  operands: { weight: number; label: string; value: string }[];
  /** "10-K of 2023-11-03"; null for a computed value. */
  filing: string | null;
  /** The label of the line that printed it, where a statement at hand does. */
  printed: string | null;
  unit: string | null;
  flags: string[];
  /** What part of the line the value covers; null for the line as it is defined. */
  scope: string | null;
}

/** Sources of values by the key of a period, then of a line. "TTM" is the newest twelve months. */
export type CellSources = Record<string, Record<string, CellSource>>;

/** The sources of all values of the periods. `reports` are those whose lines may have printed them, newest first. */
export function cellSources(
  { tables, periods, facts }: CompanyBuild,
  wanted: readonly string[],
  reports: readonly StoredReport[],
): CellSources {
  const labels = printedLabels(reports, facts);
  const [newest] = tables.ttm;
  const all = [...periods, ...tables.ttm, ...(newest ? [{ ...newest, key: "TTM" }] : [])];
  const shown = all.filter(({ key }) => wanted.includes(key));
  return Object.fromEntries(shown.map((period) => [period.key, sourcesIn(period, facts, labels)]));
}

function sourcesIn(
  { lines, end }: { lines: Readonly<Record<string, Line>>; end: string },
  facts: readonly Fact[],
  labels: ReadonlyMap<string, string>,
): Record<string, CellSource> {
  const known = Object.entries(lines).filter(([, { value }]) => value !== null);
  const scopeOf = (line: Line) =>
    line.unit?.endsWith("shares") === true
      ? scopeIn(line.flags)
      : comparableFigure(line, { facts, splits: [], end, lines }).scope;
  return Object.fromEntries(
    known.map(([key, line]) => [key, { ...sourceOf(line, facts, labels), scope: scopeOf(line) }]),
  );
}

function sourceOf(
  { lineage, unit, flags }: Line,
  facts: readonly Fact[],
  labels: ReadonlyMap<string, string>,
): Omit<CellSource, "scope"> {
  const fact = lineage === null ? undefined : factOf(lineage, facts);
  const [rule, ...operands] = lineage === null || typeof lineage === "number" ? [null] : lineage;
  return {
    tag: fact === undefined ? null : `${fact.taxonomy}:${fact.tag}`,
    rule,
    operands:
      fact === undefined
        ? operands.map(([weight, label, value]) => ({ weight, label, value }))
        : [],
    filing: fact === undefined ? null : `${fact.form} of ${fact.filed ?? "an unknown day"}`,
    printed: fact === undefined ? null : (labels.get(factKey(fact)) ?? null),
    unit,
    flags,
  };
}

/** Rules that leave a value the one fact that it is. */
const oneFactRules: ReadonlySet<string> = new Set(["sign", "scale", "fiscal_year"]);

/** The one fact that a value is; undefined for what is computed from several. */
function factOf(lineage: Lineage, facts: readonly Fact[]): Fact | undefined {
  if (typeof lineage === "number") return facts[lineage];
  const [rule, ...operands] = lineage;
  const [only, other] = operands;
  const isOne = only !== undefined && other === undefined && oneFactRules.has(rule);
  return isOne ? factOf(only[3], facts) : undefined;
}

interface Printed {
  tag: string;
  start: string | null;
  end: string;
  value: string;
}

const keyOf = ({ tag, start, end, value }: Printed) => `${tag} ${start ?? ""} ${end} ${value}`;

const factKey = ({ taxonomy, tag, start, end, value }: Fact) =>
  keyOf({ tag: `${taxonomy}:${tag}`, start, end, value });

/** The label of each printed value of the company as a whole, as the newest filing prints it. */
function printedLabels(
  reports: readonly StoredReport[],
  facts: readonly Fact[],
): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  for (const { face } of reports.toReversed()) addLabels(labels, openReport(face, facts));
  return labels;
}

function addLabels(labels: Map<string, string>, { statements }: FiledReport): void {
  const lines = statements.flatMap((statement) => statement.lines);
  for (const line of lines.filter(({ dimensions }) => dimensions.length === 0)) {
    for (const { start, end, value } of line.values) {
      labels.set(keyOf({ tag: line.element, start, end, value }), line.label);
    }
  }
}
