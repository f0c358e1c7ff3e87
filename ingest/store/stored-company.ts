import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { FinancialsPayload } from "#schemas/shapes/companies/financials.ts";
import type { FiscalPeriod, Line, Template } from "#schemas/shapes/companies/statement.ts";
import { company, entity, ticker } from "#schemas/tables/companies/company.ts";
import { companyFacts, servedDocument, statement } from "#schemas/tables/companies/statement.ts";
import type { FactsDocument } from "../facts/facts-document.ts";
import { type StoredLines, storedLine } from "../statements/cells/stored-line.ts";
import { servedKind } from "./build.ts";
import { entityIdOf } from "./identity.ts";
import { on, type Queryable } from "./transaction.ts";

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
  const held = sql<string[]>`coalesce((select json_agg(${ticker.ticker}
    order by ${ticker.kind} desc, ${ticker.isPrimary} desc, ${ticker.ticker})
    from ${ticker} where ${ticker.entityId} = ${entity.id}), '[]'::json)`;
  return on(db)
    .select({ cik: company.companyKey, name: entity.name, slug: entity.slug, tickers: held })
    .from(company)
    .innerJoin(entity, eq(entity.id, company.entityId))
    .orderBy(asc(company.companyKey));
}

/** What periods and their lines are read from: a statement without its filings and digests. */
export const lineColumns = {
  periodKey: statement.periodKey,
  statementType: statement.statementType,
  fiscalYear: statement.fiscalYear,
  fiscalPeriod: statement.fiscalPeriod,
  periodStart: statement.periodStart,
  periodEnd: statement.periodEnd,
  currency: statement.currency,
  template: statement.template,
  registryVersion: statement.registryVersion,
  fields: statement.fields,
  reasons: statement.reasons,
  lineage: statement.lineage,
  notes: statement.notes,
  source: statement.source,
};

type StatementRow = StoredLines & Pick<typeof statement.$inferSelect, keyof typeof lineColumns>;

/** The persisted statements of a company by period, newest first; empty when it has none. */
export async function loadPeriods(
  db: Queryable,
  cik: string,
  registry: Registry,
): Promise<StoredPeriod[]> {
  const rows = await on(db)
    .select(lineColumns)
    .from(statement)
    .where(eq(statement.companyKey, cik))
    .orderBy(
      desc(statement.periodEnd),
      desc(statement.periodStart),
      asc(statement.periodKey),
      asc(statement.statementType),
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
    fiscalPeriod: fiscalPeriod as FiscalPeriod,
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
  const [row] = await on(db)
    .select({ body: servedDocument.body })
    .from(servedDocument)
    .where(
      and(
        eq(servedDocument.entityId, entityIdOf(cik)),
        eq(servedDocument.kind, servedKind(cik, "financials")),
      ),
    );
  if (!row) return null;
  return (JSON.parse((await unpack(row.body)).toString()) as { data: FinancialsPayload }).data;
}

/**
 * What the company is computed from, with all stored versions of its mapped facts: `buildView` makes any view
 * of it, and lineage numbers are indexes into its facts. Null when nothing was built.
 */
export async function loadFactsDocument(db: Queryable, cik: string): Promise<FactsDocument | null> {
  const [row] = await on(db)
    .select({ body: companyFacts.body })
    .from(companyFacts)
    .where(eq(companyFacts.companyKey, cik));
  return row ? (JSON.parse((await unpack(row.body)).toString()) as FactsDocument) : null;
}
