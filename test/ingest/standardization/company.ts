import { readFileSync } from "node:fs";
import { buildCompany } from "#ingest/build-company.ts";
import type { CompanyBuild, CompanyInput, FactDocument, View } from "#ingest/company-input.ts";
import { loadRegistry } from "#registry/current/load.ts";
import type { Fact, ParsedFacts } from "#schemas/shapes/companies/fact.ts";
import type { PeriodColumn } from "#schemas/shapes/companies/period-table.ts";
import type { Line, StatementPeriod } from "#schemas/shapes/companies/statement.ts";

export const registry = loadRegistry();

/** The filed figures of one case: `test/fixtures/standardization/<name>.tsv`, one fact version a line. */
export function figures(name: string): Fact[] {
  const url = new URL(`../../fixtures/standardization/${name}.tsv`, import.meta.url);
  const lines = readFileSync(url, "utf8").split("\n");
  return lines.filter((line) => line !== "" && !line.startsWith("#")).map(factOfLine);
}

/** One fact of a fixture line: "taxonomy:tag", unit, start, end, value, accession, form, filed, fy, fp. */
export function factOfLine(line: string): Fact {
  const [label = "", unit = "", start = "", end = "", value = "", accession = "", ...filing] =
    line.split("\t");
  const [taxonomy = "", tag = ""] = label.split(":");
  const [form = "", filed = "", fy = "", fp = ""] = filing;
  return {
    taxonomy,
    tag,
    unit,
    start: start === "" ? null : start,
    end,
    value,
    accession,
    form,
    filed,
    fy: fy === "" ? null : Number(fy),
    fp: fp === "" ? null : fp,
    decimals: null,
    dimensions: null,
  };
}

/** A company facts document with these facts; `over` for other kinds. */
export function documentOf(facts: Fact[], over: Partial<FactDocument> = {}): FactDocument {
  const parsed: ParsedFacts = { cik: "0000000001", entityName: "", facts, unmapped: [] };
  return {
    parsed,
    source: "regulator",
    origin: "crawl",
    kind: "companyfacts",
    fetchedAt: "2026-03-01T00:00:00Z",
    digest: "0",
    ...over,
  };
}

export function inputOf(documents: FactDocument[], over: Partial<CompanyInput> = {}): CompanyInput {
  return { cik: "0000000001", profile: null, filings: [], submitted: [], documents, ...over };
}

export function build(facts: string | Fact[], view?: View, over?: Partial<CompanyInput>) {
  const list = typeof facts === "string" ? figures(facts) : facts;
  return buildCompany(inputOf([documentOf(list)], over), registry, view);
}

export const asOf = (date: string): View => ({ kind: "asOf", date });

/** A statement period or, for keys such as "TTM2023Q4", the column of trailing twelve months. */
export function period(built: CompanyBuild, key: string): StatementPeriod | PeriodColumn {
  const found = (key.startsWith("TTM") ? built.tables.ttm : built.periods).find(
    (one) => one.key === key,
  );
  if (!found) throw new Error(`no ${key} in ${keysOf(built).join(" ")}`);
  return found;
}

export function keysOf(built: CompanyBuild): string[] {
  return built.periods.map(({ key }) => key);
}

export function line(built: CompanyBuild, key: string, concept: string): Line {
  const found = period(built, key).lines[concept];
  if (!found) throw new Error(`no line ${concept} in ${key}`);
  return found;
}

/** The value, or the code of the null: one of them is there. */
export function shown(built: CompanyBuild, key: string, concept: string): string | null {
  const { value, reason } = line(built, key, concept);
  return value ?? reason;
}

/** The fact behind a filed value. */
export function factOf(built: CompanyBuild, { lineage }: Line): Fact {
  const fact = typeof lineage === "number" ? built.facts[lineage] : undefined;
  if (!fact) throw new Error("the line rests on no single fact");
  return fact;
}

/** The rule of a computed value and its operands: weight, label, value. */
export function operandsOf({ lineage }: Line): [string, ...[number, string, string][]] {
  if (lineage === null || typeof lineage === "number") throw new Error("the line was not computed");
  const [rule, ...operands] = lineage;
  return [
    rule,
    ...operands.map(([weight, label, value]): [number, string, string] => [weight, label, value]),
  ];
}

/** "383285" millions as the text of whole dollars. */
export const millions = (amount: number): string =>
  String(Math.round(amount * 1000)) + (amount === 0 ? "" : "000");

/** A figure that is not in a fixture, of an annual report: shared parts of a case in one place. */
export function annualFact(tag: string, value: string, over: Partial<Fact> = {}): Fact {
  return {
    taxonomy: "us-gaap",
    tag,
    unit: "USD",
    start: "2023-05-29",
    end: "2024-05-26",
    value,
    accession: "0000000000-24-000001",
    form: "10-K",
    filed: "2024-06-26",
    fy: 2024,
    fp: "FY",
    decimals: null,
    dimensions: null,
    ...over,
  };
}
