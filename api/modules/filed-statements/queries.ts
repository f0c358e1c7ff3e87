import { and, count, eq, type SQL, sql } from "drizzle-orm";
import { formsOf } from "#ingest/facts/forms.ts";
import type { Db } from "#schemas/database/db.ts";
import type { reportStates } from "#schemas/shapes/companies/statement-as-filed.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { company, entity } from "#schemas/tables/companies/company.ts";
import { filedReport } from "#schemas/tables/companies/filed-report.ts";
import { filing } from "#schemas/tables/companies/filing.ts";
import { first } from "../../data/rows.ts";
import { type Viewer, visibleTo } from "../../data/visible-to.ts";

/** The company's number at the regulator, null without one; null for an entity that the viewer may not know of. */
export const findRegistrant = (db: Db, entityId: string, viewer: Viewer | null) =>
  first(
    db
      .select({ cik: company.companyKey })
      .from(entity)
      .leftJoin(company, eq(company.entityId, entity.id))
      .where(and(eq(entity.id, entityId), visibleTo(viewer))),
  );

export interface FilingFilter {
  form?: string | undefined;
  state?: (typeof reportStates)[number] | undefined;
  /** Only filings of this day or before. */
  until: string | null;
  limit: number;
  offset: number;
}

/** Filings of the index, and those of which only a document with statements is at hand. */
const joined = and(
  eq(filedReport.companyKey, filing.companyKey),
  eq(filedReport.accession, filing.accession),
);
const cik = sql<string>`coalesce(${filing.companyKey}, ${filedReport.companyKey})`;
const accession = sql<string>`coalesce(${filing.accession}, ${filedReport.accession})`;
const form = sql<string>`coalesce(${filing.form}, ${filedReport.form})`;
const filed = sql<string | null>`coalesce(${filing.filed}, ${filedReport.filed})`;
const state = sql<(typeof reportStates)[number]>`coalesce(${filedReport.state},
  case when ${filing.isXbrl} then 'not_fetched' else 'no_xbrl' end)`;

const isOf = (wanted: string): SQL =>
  sql`${cik} = ${wanted} and coalesce(${filing.status}, '') <> 'withdrawn'`;

/** Forms that carry financial statements, and whatever was read as one. */
const isReport = () =>
  sql`(${filedReport.state} is not null or ${filing.form} = any(${sql.param(formsOf("annual", "interim"))}::text[]))`;

const shown = {
  accessionNumber: accession,
  form,
  filedDate: filed,
  periodEnd: sql<string | null>`coalesce(${filedReport.period}, ${filing.reportDate})`,
  state,
  reason: filedReport.reason,
  source: filedReport.source,
  digest: filedReport.digest,
  outline: filedReport.outline,
};

/** The periodic reports of a company and whatever else has statements, newest first. */
export async function listFilings(db: Db, of: string, filter: FilingFilter) {
  const { limit, offset } = filter;
  const conditions: SQL[] = [isOf(of), isReport()];
  if (filter.form !== undefined) conditions.push(sql`${form} = ${filter.form}`);
  if (filter.until !== null) conditions.push(sql`${filed} <= ${filter.until}`);
  if (filter.state !== undefined) conditions.push(sql`${state} = ${filter.state}`);
  const where = and(...conditions);
  const rows = await db
    .select(shown)
    .from(filing)
    .fullJoin(filedReport, joined)
    .where(where)
    .orderBy(sql`${filed} desc nulls last`, sql`${accession} desc`)
    .limit(limit)
    .offset(offset);
  const [all] = await db
    .select({ total: count() })
    .from(filing)
    .fullJoin(filedReport, joined)
    .where(where);
  return { rows, total: all?.total ?? 0, limit, offset } satisfies Page<unknown>;
}

/** The state of one filing of a company; null for a filing that the company does not have. */
export const findFiling = (db: Db, of: string, wanted: string) =>
  first(
    db
      .select(shown)
      .from(filing)
      .fullJoin(filedReport, joined)
      .where(and(isOf(of), sql`${accession} = ${wanted}`)),
  );
