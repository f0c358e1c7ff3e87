import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { buildView } from "../build-company.ts";
import { openDocuments } from "../builder/company-documents.ts";
import { readEverything, tagOf } from "../builder/every-tag.ts";
import type { CompanyBuild } from "../company-input.ts";
import type { FactsDocument, KnownFilings } from "../facts/facts-document.ts";
import { mergeDocuments } from "../facts/merge-documents.ts";
import { loadFactsDocument } from "../store/stored-company.ts";
import { listStoredFailures, loadQuality } from "../store/stored-quality.ts";
import type { Queryable } from "../store/transaction.ts";
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
  const { rows } = await db.query(
    `select c.cik, e.id as "entityId", e.name, c.sic, c.sic_description, c.fiscal_year_end, c.state_of_incorporation,
       coalesce(q.label, 'unavailable') as label, b.registry_version, b.registry_sha256, b.engine_version, b.sources_at,
       b.input_digest, b.output_digest, coalesce(q.digest, '') as quality_digest,
       (select string_agg(r.accession || r.digest, '' order by r.accession) from filed_report r where r.cik = c.cik) as reports,
       (select max(f.filed) from filing f where f.cik = c.cik and f.status <> 'withdrawn') as newest,
       (select t.ticker from ticker t where t.entity_id = e.id
        order by t.kind desc, t.is_primary desc, t.ticker limit 1) as ticker
     from company c join entity e on e.id = c.entity_id join company_build b on b.cik = c.cik
       left join company_quality q on q.cik = c.cik
     where e.published and ($1::text is null or b.sources_at >= $1::date) and c.cik > $2 order by c.cik limit $3`,
    [since, after, rowsAtOnce],
  );
  return rows.map((row) => {
    const sourcesAt = new Date(row.sources_at).toISOString();
    const buildVersion = [row.registry_version, row.registry_sha256, row.engine_version, sourcesAt];
    const place = [row.sic, row.sic_description, row.fiscal_year_end, row.state_of_incorporation];
    // The input counts by itself: what nothing maps changes no output.
    const digests = [row.input_digest, row.output_digest, row.quality_digest, row.reports];
    return {
      cik: row.cik,
      entityId: row.entityId,
      ticker: row.ticker,
      sic: row.sic,
      newestFiling: row.newest,
      state: digestOf([...digests, row.name, row.ticker, ...buildVersion]),
      sourcesAt,
      row: [row.cik, row.entityId, row.name, row.ticker, ...place, row.label, ...buildVersion],
    };
  });
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

interface FilingRow {
  cik: string;
  accession: string;
  form: string;
  filed: string;
  accepted_at: string | null;
  report_date: string | null;
  is_xbrl: boolean;
  status: string;
}

const filingRow = (row: FilingRow): Row => [
  row.cik,
  row.accession,
  row.form,
  row.filed,
  row.accepted_at,
  row.report_date,
  row.is_xbrl,
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
    filings: listed.map((row) => ({
      accession: row.accession,
      cik: row.cik,
      form: row.form,
      filed: row.filed,
      acceptedAt: row.accepted_at,
      reportDate: row.report_date,
      primaryDocument: null,
      isXbrl: row.is_xbrl,
    })),
  };
}

async function readFilings(db: Queryable, cik: string): Promise<FilingRow[]> {
  const filings: FilingRow[] = [];
  for (let last = ["", ""]; ; ) {
    const { rows } = await db.query(
      `select cik, accession, form, filed, accepted_at, report_date, is_xbrl, status from filing
       where cik = $1 and (filed, accession) > ($2, $3) order by filed, accession limit $4`,
      [cik, ...last, rowsAtOnce],
    );
    filings.push(...(rows as FilingRow[]));
    if (rows.length < rowsAtOnce) return filings;
    last = [rows.at(-1).filed, rows.at(-1).accession];
  }
}

async function readStatements(db: Queryable, cik: string): Promise<StatementRow[]> {
  const { rows } = await db.query(
    `select period_key as "periodKey", statement_type as "statementType", fiscal_year as "fiscalYear",
       fiscal_period as "fiscalPeriod", period_start as "periodStart", period_end as "periodEnd", currency, template,
       registry_version as "registryVersion", fields::text, reasons::text, lineage::text, notes::text, source
     from statement where cik = $1 order by period_end, period_key, statement_type`,
    [cik],
  );
  // As text, so that the thread that has the database only passes them on.
  return rows.map((row) => ({
    ...row,
    fields: JSON.parse(row.fields),
    reasons: JSON.parse(row.reasons),
    lineage: JSON.parse(row.lineage),
    notes: JSON.parse(row.notes),
  })) as StatementRow[];
}
