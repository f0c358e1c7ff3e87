import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { FinancialsPayload } from "#schemas/shapes/companies/financials.ts";
import type {
  FiscalPeriod,
  Line,
  StatementType,
  Template,
} from "#schemas/shapes/companies/statement.ts";
import type { FactsDocument } from "../facts/facts-document.ts";
import { type StoredLines, storedLine } from "../statements/cells/stored-line.ts";
import { servedKind } from "./build.ts";
import { entityIdOf } from "./identity.ts";
import type { Queryable } from "./transaction.ts";

/** What identifies a company that has stored rows. */
export interface StoredIdentity {
  cik: string;
  name: string;
  /** The end of its page's address. */
  slug: string;
  /** What it answers to, the service ticker first, then the primary one; empty for a company that is not listed. */
  tickers: string[];
}

/** A persisted period with the lines of all its statements, keyed by snakeKey. */
export interface StoredPeriod {
  key: string;
  fiscalYear: number;
  fiscalPeriod: FiscalPeriod;
  start: string;
  end: string;
  currency: string | null;
  template: Template;
  registryVersion: string;
  lines: Record<string, Line>;
}

/** Every company with stored rows, in order of CIK. */
export async function listStoredCompanies(db: Queryable): Promise<StoredIdentity[]> {
  const { rows } = await db.query(
    `select c.cik, e.name, e.slug, coalesce((select json_agg(t.ticker order by t.kind desc, t.is_primary desc, t.ticker)
       from ticker t where t.entity_id = e.id), '[]'::json) as tickers
     from company c join entity e on e.id = c.entity_id order by c.cik`,
  );
  return rows as StoredIdentity[];
}

interface StatementRow extends StoredLines {
  periodKey: string;
  statementType: StatementType;
  fiscalYear: number;
  fiscalPeriod: FiscalPeriod;
  periodStart: string;
  periodEnd: string;
  template: Template;
  registryVersion: string;
}

/** The persisted statements of a company by period, newest first; empty when it has none. */
export async function loadPeriods(
  db: Queryable,
  cik: string,
  registry: Registry,
): Promise<StoredPeriod[]> {
  const { rows } = await db.query(
    `select period_key as "periodKey", statement_type as "statementType", fiscal_year as "fiscalYear",
       fiscal_period as "fiscalPeriod", period_start as "periodStart", period_end as "periodEnd", currency, template,
       registry_version as "registryVersion", fields, reasons, lineage, notes, source
     from statement where cik = $1 order by period_end desc, period_start desc, period_key, statement_type`,
    [cik],
  );
  const periods = new Map<string, StoredPeriod>();
  for (const row of rows as StatementRow[]) {
    const period = periods.get(row.periodKey) ?? emptyPeriod(row);
    periods.set(row.periodKey, period);
    period.currency ??= row.currency;
    for (const key of Object.keys(row.fields)) {
      const dataType = registry.bySnakeKey.get(key)?.dataType ?? "monetary";
      period.lines[key] = storedLine(row, { snakeKey: key, dataType });
    }
  }
  return [...periods.values()];
}

function emptyPeriod(row: StatementRow): StoredPeriod {
  const { fiscalYear, fiscalPeriod, currency, template, registryVersion } = row;
  return {
    key: row.periodKey,
    fiscalYear,
    fiscalPeriod,
    start: row.periodStart,
    end: row.periodEnd,
    currency,
    template,
    registryVersion,
    lines: {},
  };
}

const unpack = promisify(gunzip);

/** The precomputed quarter and trailing-twelve-month tables as they are served; null when nothing was built. */
export async function loadTables(db: Queryable, cik: string): Promise<FinancialsPayload | null> {
  const { rows } = await db.query(
    "select body from served_document where entity_id = $1 and kind = $2",
    [entityIdOf(cik), servedKind(cik, "financials")],
  );
  const [row] = rows as { body: Buffer }[];
  if (!row) return null;
  return (JSON.parse((await unpack(row.body)).toString()) as { data: FinancialsPayload }).data;
}

/**
 * What the company is computed from, with all stored versions of its mapped facts: `buildView` makes any view
 * of it, and lineage numbers are indexes into its facts. Null when nothing was built.
 */
export async function loadFactsDocument(db: Queryable, cik: string): Promise<FactsDocument | null> {
  const { rows } = await db.query("select body from company_facts where cik = $1", [cik]);
  const [row] = rows as { body: Buffer }[];
  return row ? (JSON.parse((await unpack(row.body)).toString()) as FactsDocument) : null;
}
