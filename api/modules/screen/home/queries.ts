import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { formsOf } from "#ingest/facts/forms.ts";
import type { Db } from "#schemas/database/db.ts";
import { companyBuild } from "#schemas/tables/companies/build.ts";
import { company, entity, ticker } from "#schemas/tables/companies/company.ts";
import { filedReport } from "#schemas/tables/companies/filed-report.ts";
import { fetchState, filing } from "#schemas/tables/companies/filing.ts";

const [c, f] = [alias(company, "c"), alias(filing, "f")];
const [r, b] = [alias(filedReport, "r"), alias(companyBuild, "b")];

export interface NewReport {
  name: string;
  slug: string;
  ticker: string | null;
  accession: string;
  form: string;
  filed: string;
  /** Last day of the period that it is about. */
  period: string | null;
  /** Whether its statements are at hand as printed. */
  isPrinted: boolean;
}

/** Periodic reports of published companies with figures, newest first. */
export async function listNewReports(db: Db, limit: number): Promise<NewReport[]> {
  const isReport = sql`f.form = any(${sql.param(formsOf("annual", "interim"))}::text[])`;
  return rowsOf<NewReport>(
    db,
    sql`select e.name, e.slug, f.accession, f.form, f.filed, coalesce(r.period, f.report_date) as period,
      coalesce(r.state, '') = 'stored' as "isPrinted",
      (select t.ticker from ${ticker} t where t.entity_id = e.id
        order by t.kind = 'service' desc, t.is_primary desc, t.ticker limit 1) as ticker
    from ${filing} f join ${company} c on ${c.companyKey} = ${f.companyKey}
    join ${entity} e on e.id = c.entity_id and e.published
    left join ${filedReport} r on ${r.companyKey} = ${f.companyKey} and r.accession = f.accession
    where f.status = 'listed' and ${isReport} and exists (select 1 from ${companyBuild} b where ${b.companyKey} = ${f.companyKey})
    order by f.filed desc, f.accession desc limit ${limit}`,
  );
}

/** Of which places the companies' figures are, such as "the bundled sample of 2026-02-28"; null is the regulator. */
export async function listOrigins(db: Db): Promise<(string | null)[]> {
  const rows = await rowsOf<{ via: string | null }>(
    db,
    sql`select distinct via from ${fetchState} where kind = 'companyfacts' and status in (200, 304) order by via`,
  );
  return rows.map(({ via }) => via);
}

async function rowsOf<R>(db: Db, query: SQL): Promise<R[]> {
  return (await db.execute(query)).rows as R[];
}
