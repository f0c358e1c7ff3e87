import type { CompanyBuild } from "#ingest/company-input.ts";
import { sparseProfile } from "#ingest/facts/facts-document.ts";
import { listHistories } from "#ingest/facts/history/history.ts";
import type { TerminalInput } from "#ingest/terminal/terminal-input.ts";
import { workingRules } from "#registry/rules/working-rules.ts";
import type { CompanyProfile, FilingRecord } from "#schemas/shapes/companies/company.ts";
import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { PeriodColumn } from "#schemas/shapes/companies/period-table.ts";
import type {
  FiscalPeriod,
  Line,
  NullReason,
  StatementPeriod,
  Template,
} from "#schemas/shapes/companies/statement.ts";
import type { Terminal } from "#schemas/shapes/companies/terminal.ts";

type Statement = Concept["statement"];

/** A registry cut to what the tests read: [snakeKey, label, statement, periodType, universal, templates]. */
const rows: [string, string, Statement, "duration" | "instant", boolean, Template[] | null][] = [
  ["revenue", "Total revenue", "income_statement", "duration", true, null],
  ["gross_profit", "Gross profit", "income_statement", "duration", false, null],
  ["operating_income", "Operating income", "income_statement", "duration", false, null],
  ["net_income", "Net income attributable to parent", "income_statement", "duration", true, null],
  ["net_interest_income", "Net interest income", "income_statement", "duration", false, ["bank"]],
  ["noninterest_expense", "Noninterest expense", "income_statement", "duration", false, ["bank"]],
  ["eps_diluted", "Earnings per share, diluted", "company_facts", "duration", true, null],
  ["shares_outstanding", "Common shares outstanding", "company_facts", "instant", true, null],
  ["cover_shares_outstanding", "Common shares, cover page", "company_facts", "instant", true, null],
  ["cash_and_equivalents", "Cash and cash equivalents", "balance_sheet", "instant", true, null],
  ["current_assets", "Total current assets", "balance_sheet", "instant", false, null],
  ["current_liabilities", "Total current liabilities", "balance_sheet", "instant", false, null],
  ["deposits", "Customer deposits", "balance_sheet", "instant", false, ["bank"]],
  ["total_debt", "Total debt", "balance_sheet", "instant", false, null],
  ["total_assets", "Total assets", "balance_sheet", "instant", true, null],
  ["stockholders_equity", "Equity attributable to parent", "balance_sheet", "instant", true, null],
  ["operating_cash_flow", "Operating cash flow", "cash_flow_statement", "duration", true, null],
  ["free_cash_flow", "Free cash flow", "cash_flow_statement", "duration", false, null],
];

const concepts = rows.map(
  ([snakeKey, label, statement, periodType, universal, templates]): Concept => ({
    id: `sfrs:${snakeKey}`,
    snakeKey,
    label,
    definition: label,
    statement,
    dataType: "monetary",
    periodType,
    balance: null,
    status: "active",
    role: "reported",
    prevalence: universal ? "universal" : "conditional",
    additive: true,
    nonNegative: false,
    templates,
    rollup: null,
    derivation: null,
    sourceability: [],
    mappings: [],
    successor: null,
    note: null,
  }),
);

export const registry: Registry = {
  registryVersion: "test",
  standardVersion: "test",
  registrySha256: "0".repeat(64),
  concepts,
  residuals: [],
  bySnakeKey: new Map(concepts.map((concept) => [concept.snakeKey, concept])),
  rules: workingRules,
  tags: new Set(),
};

/** "us-gaap:Tag 123 USD" or a null reason. */
export type Figures = Record<string, string | { reason: NullReason }>;

export interface Filed {
  accession: string;
  form: string;
  filed: string;
}

/** Writes lines and collects their facts, so that lineage numbers point at real versions. */
export function writeLines(
  facts: Fact[],
  figures: Figures,
  [start, end]: [string, string],
  filing: Filed,
): Record<string, Line> {
  return Object.fromEntries(
    Object.entries(figures).map(([key, figure]) => [
      key,
      typeof figure === "string"
        ? reported(facts, figure, [start, end], filing)
        : nullLine(figure.reason),
    ]),
  );
}

export function reported(
  facts: Fact[],
  figure: string,
  [start, end]: [string, string],
  filing: Filed,
): Line {
  const [concept = "", value = "", unit = ""] = figure.split(" ");
  const [taxonomy = "", tag = ""] = concept.split(":");
  const fact = { taxonomy, tag, unit, start, end, value, ...filing };
  const index = facts.push({ ...fact, fy: null, fp: null, decimals: null, dimensions: null });
  return valueLine(value, unit, index - 1);
}

export function valueLine(value: string, unit: string, lineage: Line["lineage"]): Line {
  return { value, unit, reason: null, lineage, source: "regulator", rank: 0, flags: [] };
}

export function nullLine(reason: NullReason): Line {
  return { value: null, unit: null, reason, lineage: null, source: null, rank: null, flags: [] };
}

export function period(
  fiscalYear: number,
  fiscalPeriod: FiscalPeriod,
  [start, end]: [string, string],
  lines: Record<string, Line>,
  filing: Filed,
  template: Template = "industrial",
  currency = "USD",
): StatementPeriod {
  return {
    key: `${fiscalYear}${fiscalPeriod}`,
    fiscalYear,
    fiscalPeriod,
    start,
    end,
    weeks: fiscalPeriod === "FY" ? 52 : 13,
    currency,
    template,
    baseForm: filing.form,
    filedDate: filing.filed,
    filings: [{ accessionNumber: filing.accession, form: filing.form, filedDate: filing.filed }],
    lines,
  };
}

export function column(
  of: Pick<StatementPeriod, "fiscalYear" | "start" | "end" | "currency" | "lines">,
  fiscalPeriod: PeriodColumn["fiscalPeriod"],
  basis: string,
  derivedQ4 = false,
): PeriodColumn {
  const { fiscalYear, start, end, currency, lines } = of;
  const key = `${fiscalYear}${fiscalPeriod}`;
  return { key, fiscalYear, fiscalPeriod, start, end, currency, basis, derivedQ4, lines };
}

export function build(
  cik: string,
  facts: Fact[],
  periods: StatementPeriod[],
  tables: CompanyBuild["tables"] = { quarters: [], ttm: [] },
): CompanyBuild {
  const calendar = { years: [], mismatches: [] };
  const learned = { histories: listHistories(facts), quanta: new Map(), splits: [], calendar };
  const rest = { learned, restatements: [], labelMismatches: [], unmapped: [] };
  return { cik, facts, periods, tables, ...rest };
}

export const profile = (of: Partial<CompanyProfile>): CompanyProfile =>
  sparseProfile({ cik: "0000000000", name: "Example", sic: null, fiscalYearEnd: null, ...of });

export function filingRecord(of: Partial<FilingRecord> & Filed): FilingRecord {
  return {
    cik: "0000320193",
    acceptedAt: null,
    reportDate: null,
    primaryDocument: null,
    isXbrl: true,
    ...of,
  };
}

/** An input with nothing but an entity; tests add what they are about. */
export function input(of: Partial<TerminalInput>): TerminalInput {
  return {
    entity: {
      id: "8d7f3c52-4c1e-4a0b-9a51-0b8f6f2f7a10",
      name: "Example",
      slug: "example",
      claimStatus: "unclaimed",
    },
    serviceTicker: null,
    profile: null,
    filings: [],
    build: build("0000000001", [], []),
    checks: [],
    registry,
    sources: [
      {
        kind: "companyfacts",
        provider: "SEC EDGAR",
        label: "Company facts",
        url: "https://data.sec.gov/api/xbrl/companyfacts/CIK0000000001.json",
        accessedAt: "2024-03-01T00:00:00.000Z",
      },
    ],
    generatedAt: "2024-03-01T00:00:00.000Z",
    ...of,
  };
}

/** The metric of this key; fails the test when the payload has none. */
export function metric(of: Terminal, key: string): Terminal["summary"]["metrics"][number] {
  const found = of.summary.metrics.find((one) => one.key === key);
  if (!found) throw new Error(`no metric ${key}`);
  return found;
}
