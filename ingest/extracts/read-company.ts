import { and, asc, desc, eq, gt, gte, max, ne, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { companyBuild } from "#schemas/tables/companies/build.ts";
import { company, entity, ticker } from "#schemas/tables/companies/company.ts";
import { filedReport } from "#schemas/tables/companies/filed-report.ts";
import { filing } from "#schemas/tables/companies/filing.ts";
import { companyQuality } from "#schemas/tables/companies/quality.ts";
import { statement } from "#schemas/tables/companies/statement.ts";
import { buildView } from "../build-company.ts";
import { openDocuments } from "../builder/company-documents.ts";
import { readEverything, tagOf } from "../builder/every-tag.ts";
import type { CompanyBuild } from "../company-input.ts";
import type { FactsDocument, KnownFilings } from "../facts/facts-document.ts";
import { mergeDocuments } from "../facts/merge-documents.ts";
import { lineColumns, loadFactsDocument } from "../store/stored-company.ts";
import { listStoredFailures, loadQuality } from "../store/stored-quality.ts";
import { on, type Queryable } from "../store/transaction.ts";
import {
  factRows,
  qualityRows,
  type Row,
  type StatementRow,
  statementRows,
} from "./company-rows.ts";
import type { ExtractedCompany, ExtractStore } from "./extracted-company.ts";
import { appendReports } from "./filed/append-reports.ts";
import { appendKnown } from "./history/append-known.ts";
import { restatementRows, splitRows } from "./history/history-rows.ts";
import { fiscalYearsOf, learnCalendar } from "./learn-fiscal-years.ts";
import { detailsIn } from "./line-details.ts";
import { digestOf } from "./manifest.ts";
import { metricRows } from "./metrics/metric-rows.ts";
import type { Staging } from "./staging.ts";
import { tableRows } from "./table-rows.ts";

/** Rows of a company with history are others than those without. */
export const withHistory = (company: ExtractedCompany): ExtractedCompany => ({
  ...company,
  state: digestOf([company.state, "history"]),
});

/** Rows of one answer: on the embedded database a larger one would delay what else its thread has to do. */
const rowsAtOnce = 500;

/** The companies that have been built, in order of CIK; with `since` those with documents of that day or later. */
export async function listExtracted(
  db: Queryable,
  since: string | null,
): Promise<ExtractedCompany[]> {
  const companies: ExtractedCompany[] = [];
  for (let after = ""; ; after = companies.at(-1)?.cik ?? "") {
    const page = await listPage(db, since, after);
    companies.push(...page);
    if (page.length < rowsAtOnce) return companies;
  }
}

async function listPage(
  db: Queryable,
  since: string | null,
  after: string,
): Promise<ExtractedCompany[]> {
  const built = companyBuild;
  const reports = on(db)
    .select({ all: sql`string_agg(${accession} || ${digest}, '' order by ${accession})` })
    .from(filedReport)
    .where(eq(filedReport.companyKey, company.companyKey));
  const newest = on(db)
    .select({ filed: max(filing.filed) })
    .from(filing)
    .where(and(eq(filing.companyKey, company.companyKey), ne(filing.status, "withdrawn")));
  const firstTicker = on(db)
    .select({ ticker: ticker.ticker })
    .from(ticker)
    .where(eq(ticker.entityId, entity.id))
    .orderBy(desc(ticker.kind), desc(ticker.isPrimary), asc(ticker.ticker))
    .limit(1);
  const rows = await on(db)
    .select({
      company,
      built,
      entityId: entity.id,
      name: entity.name,
      label: companyQuality.label,
      qualityDigest: companyQuality.digest,
      reports: sql<string | null>`${reports}`,
      newest: sql<string | null>`${newest}`,
      ticker: sql<string | null>`${firstTicker}`,
    })
    .from(company)
    .innerJoin(entity, eq(entity.id, company.entityId))
    .innerJoin(built, eq(built.companyKey, company.companyKey))
    .leftJoin(companyQuality, eq(companyQuality.companyKey, company.companyKey))
    .where(
      and(
        entity.published,
        since === null ? undefined : gte(built.sourcesAt, sql`${since}::date`),
        gt(company.companyKey, after),
      ),
    )
    .orderBy(asc(company.companyKey))
    .limit(rowsAtOnce);
  return rows.map(extractedOf);
}

const { accession, digest } = filedReport;

interface CompanyRow {
  company: typeof company.$inferSelect;
  built: typeof companyBuild.$inferSelect;
  entityId: string;
  name: string;
  ticker: string | null;
  /** Null where no check ran. */
  label: string | null;
  qualityDigest: string | null;
  reports: string | null;
  newest: string | null;
}

function extractedOf({ company: row, built, ...of }: CompanyRow): ExtractedCompany {
  const { companyKey: cik, sic, sicDescription, fiscalYearEnd, stateOfIncorporation } = row;
  const { registryVersion, registrySha256, engineVersion, sourcesAt } = built;
  const { entityId, name, ticker: symbol } = of;
  const buildVersion = [registryVersion, registrySha256, engineVersion, sourcesAt];
  const place = [sic, sicDescription, fiscalYearEnd, stateOfIncorporation];
  // The input counts by itself: what nothing maps changes no output.
  const digests = [built.inputDigest, built.outputDigest, of.qualityDigest ?? "", of.reports];
  return {
    cik,
    entityId,
    ticker: symbol,
    sic,
    newestFiling: of.newest,
    state: digestOf([...digests, name, symbol, ...buildVersion]),
    sourcesAt,
    row: [cik, entityId, name, symbol, ...place, of.label ?? "unavailable", ...buildVersion],
  };
}

/** Reads everything stored of one company, but for its own row, and appends it; with history if it is asked for. */
export async function appendCompany(
  store: ExtractStore,
  company: ExtractedCompany,
  staging: Staging,
  { hasHistory }: { hasHistory: boolean },
): Promise<void> {
  const { db } = store;
  const { cik } = company;
  const filings = await readFilings(db, cik);
  staging.append("filings", filings.map(filingRow));
  const document = await loadFactsDocument(db, cik);
  const calendar = learnCalendar(document?.facts ?? [], document?.fiscalYearEnd ?? null);
  const fiscalYearOf = fiscalYearsOf(calendar);
  const build =
    document && (await appendFigures(store, company, { filings, document, fiscalYearOf }, staging));
  if (document && build) {
    const known = knownFilings(company, filings);
    await appendKnown(store, company, { known, document, build, hasHistory }, staging);
  }
  const known = { build: build ?? noFigures, calendar, fiscalYearOf };
  await appendReports(store, { cik, ...known }, staging);
  const quality = await loadQuality(db, cik);
  if (quality) {
    staging.append("quality", qualityRows(quality, await listStoredFailures(db, [cik])));
  }
}

interface Figures {
  filings: readonly FilingRow[];
  document: FactsDocument;
  fiscalYearOf(end: string): number;
}

/** Appends facts, statements and the tables of full financials, and returns what lineage is about. */
async function appendFigures(
  store: ExtractStore,
  company: ExtractedCompany,
  { filings, document, fiscalYearOf }: Figures,
  staging: Staging,
): Promise<CompanyBuild> {
  const { db, registry } = store;
  const others = await readOtherFacts(store, document);
  staging.append("facts", factRows(document, others, fiscalYearOf));
  // Built as the API builds it for lineage: the stored tables have doubles, and not where a value comes from.
  const build = buildView(document, registry, { kind: "latest" }, knownFilings(company, filings));
  const rowContext = { registry, detailsOf: detailsIn(build) };
  const stored = await readStatements(db, company.cik);
  staging.append(
    "statements",
    stored.flatMap((row) => statementRows(company, row, rowContext)),
  );
  const { quarters, ttm } = tableRows(company, build, rowContext);
  staging.append("quarters", quarters);
  staging.append("ttm", ttm);
  staging.append("metrics", metricRows(company, build, rowContext));
  staging.append("splits", splitRows(company.cik, build));
  staging.append("restatements", restatementRows(company.cik, build));
  return build;
}

/** Of a company that has reports and no facts. */
const noFigures = { facts: [], periods: [] };

/** All versions of the facts that the stored document leaves out: no concept maps them. */
async function readOtherFacts(store: ExtractStore, { cik, facts }: FactsDocument): Promise<Fact[]> {
  const tags = new Set(facts.map(tagOf));
  const documents = await openDocuments(store, cik);
  const { others } = await readEverything(documents, { ...store.registry, tags });
  return mergeDocuments(others);
}

type FilingRow = typeof filing.$inferSelect;

const filingRow = (row: FilingRow): Row => [
  row.companyKey,
  row.accession,
  row.form,
  row.filed,
  row.acceptedAt,
  row.reportDate,
  row.isXbrl,
  row.status,
];

/** The filing index as the build of the company knew it. */
function knownFilings(
  { sourcesAt }: ExtractedCompany,
  filings: readonly FilingRow[],
): KnownFilings {
  const listed = filings.filter(({ status }) => status !== "withdrawn");
  return {
    on: sourcesAt.slice(0, 10),
    filings: listed.map(({ companyKey: cik, ...row }) => ({ ...row, cik, primaryDocument: null })),
  };
}

async function readFilings(db: Queryable, cik: string): Promise<FilingRow[]> {
  const filings: FilingRow[] = [];
  for (let last: FilingRow | undefined; ; ) {
    const isLater =
      last && sql`(${filing.filed}, ${filing.accession}) > (${last.filed}, ${last.accession})`;
    const rows = await on(db)
      .select()
      .from(filing)
      .where(and(eq(filing.companyKey, cik), isLater))
      .orderBy(asc(filing.filed), asc(filing.accession))
      .limit(rowsAtOnce);
    filings.push(...rows);
    if (rows.length < rowsAtOnce) return filings;
    last = rows.at(-1);
  }
}

/** A document as text, so that the thread that has the database only passes it on. */
const asText = (column: PgColumn) => sql<string>`${column}::text`;

async function readStatements(db: Queryable, cik: string): Promise<StatementRow[]> {
  const rows = await on(db)
    .select({
      ...lineColumns,
      fields: asText(statement.fields),
      reasons: asText(statement.reasons),
      lineage: asText(statement.lineage),
      notes: asText(statement.notes),
    })
    .from(statement)
    .where(eq(statement.companyKey, cik))
    .orderBy(asc(statement.periodEnd), asc(statement.periodKey), asc(statement.statementType));
  return rows.map((row) => ({
    ...row,
    fields: JSON.parse(row.fields),
    reasons: JSON.parse(row.reasons),
    lineage: JSON.parse(row.lineage),
    notes: JSON.parse(row.notes),
  })) as StatementRow[];
}
