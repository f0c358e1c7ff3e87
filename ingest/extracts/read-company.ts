import type { Registry } from "#schemas/shapes/concept.ts";
import type { FinancialsColumn, FinancialsPayload } from "#schemas/shapes/financials.ts";
import type { Queryable } from "../store/transaction.ts";
import { loadFactsDocument, loadTables } from "../stored-company.ts";
import { listStoredFailures, loadQuality } from "../stored-quality.ts";
import {
  columnRows,
  factRows,
  qualityRows,
  type Row,
  type StatementRow,
  statementRows,
} from "./company-rows.ts";
import { digestOf } from "./manifest.ts";
import type { Staging } from "./staging.ts";

/** A company to extract: its own row, and a digest of everything stored of it. */
export interface ExtractedCompany {
  cik: string;
  entityId: string;
  state: string;
  sourcesAt: string;
  row: Row;
}

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
       b.output_digest, coalesce(q.digest, '') as quality_digest,
       (select t.ticker from ticker t where t.entity_id = e.id
        order by t.kind desc, t.is_primary desc, t.ticker limit 1) as ticker
     from company c join entity e on e.id = c.entity_id join company_build b on b.cik = c.cik
       left join company_quality q on q.cik = c.cik
     where ($1::text is null or b.sources_at >= $1::date) and c.cik > $2 order by c.cik limit $3`,
    [since, after, rowsAtOnce],
  );
  return rows.map((row) => {
    const sourcesAt = new Date(row.sources_at).toISOString();
    const made = [row.registry_version, row.registry_sha256, row.engine_version, sourcesAt];
    const place = [row.sic, row.sic_description, row.fiscal_year_end, row.state_of_incorporation];
    return {
      cik: row.cik,
      entityId: row.entityId,
      state: digestOf([row.output_digest, row.quality_digest, row.name, row.ticker, ...made]),
      sourcesAt,
      row: [row.cik, row.entityId, row.name, row.ticker, ...place, row.label, ...made],
    };
  });
}

/** Reads everything stored of one company, but for its own row, and appends it. */
export async function appendCompany(
  db: Queryable,
  registry: Registry,
  company: ExtractedCompany,
  staging: Staging,
): Promise<void> {
  const { cik } = company;
  staging.append("filings", await readFilings(db, cik));
  const facts = await loadFactsDocument(db, cik);
  if (facts) staging.append("facts", factRows(facts));
  const stored = await readStatements(db, cik);
  staging.append(
    "statements",
    stored.flatMap((row) => statementRows(company, row, registry)),
  );
  const found = await loadQuality(db, cik);
  const tables = await loadTables(db, cik);
  if (tables) {
    const keys = periodKeys(stored, found?.quality.columns ?? {});
    appendTables(staging, company, tables, keys);
  }
  if (found) {
    staging.append("quality", qualityRows(found, await listStoredFailures(db, [cik])));
  }
}

function appendTables(
  staging: Staging,
  company: ExtractedCompany,
  { quarters, ttm }: FinancialsPayload,
  keys: ReturnType<typeof periodKeys>,
): void {
  staging.append("quarters", columnRows(company, quarters, keys.quarter));
  staging.append("ttm", columnRows(company, ttm, keys.ttm));
}

/** The keys under which lineage knows a column: columns of twelve months are named after the period that ends with them. */
function periodKeys(stored: readonly StatementRow[], columns: Record<string, number>) {
  const byEnd = Map.groupBy(stored, ({ periodEnd }) => periodEnd);
  const keysAt = ({ periodEnd }: FinancialsColumn) => [
    ...new Set((byEnd.get(periodEnd) ?? []).map(({ periodKey }) => periodKey)),
  ];
  return {
    quarter: (column: FinancialsColumn) => `${column.fiscalYear}${column.fiscalPeriod}`,
    ttm: (column: FinancialsColumn) =>
      keysAt(column)
        .map((key) => `TTM${key}`)
        .find((key) => Object.hasOwn(columns, key)) ?? `TTM${column.fiscalYear}FY`,
  };
}

async function readFilings(db: Queryable, cik: string): Promise<Row[]> {
  const filings: Row[] = [];
  for (let last = ["", ""]; ; ) {
    const { rows } = await db.query(
      `select cik, accession, form, filed, accepted_at, report_date, is_xbrl, status from filing
       where cik = $1 and (filed, accession) > ($2, $3) order by filed, accession limit $4`,
      [cik, ...last, rowsAtOnce],
    );
    filings.push(
      ...rows.map((row) => [
        row.cik,
        row.accession,
        row.form,
        row.filed,
        row.accepted_at,
        row.report_date,
        row.is_xbrl,
        row.status,
      ]),
    );
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
