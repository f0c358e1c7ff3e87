import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { visibleTo } from "#api/data/visible-to.ts";
import { formsOf } from "#ingest/facts/forms.ts";
import type { Db } from "#schemas/database/db.ts";
import { company, entity, ticker } from "#schemas/tables/companies/company.ts";
import { filedReport } from "#schemas/tables/companies/filed-report.ts";
import { filing } from "#schemas/tables/companies/filing.ts";
import { watchlist, watchlistEntity } from "#schemas/tables/companies/watchlist.ts";

const [c, f, r] = [alias(company, "c"), alias(filing, "f"), alias(filedReport, "r")];

/** A company on at least one list of a person. */
export interface WatchedCompany {
  id: string;
  name: string;
  slug: string;
  ticker: string | null;
  /** Names of the lists, in order. */
  lists: string[];
}

/** A filing of a company that a person watches. */
export interface WatchedFiling {
  name: string;
  slug: string;
  cik: string;
  accession: string;
  form: string;
  filed: string;
  /** When the regulator took it, in ISO 8601 and UTC; null where its index does not say. */
  acceptedAt: string | null;
  /** Last day of the period that it is about. */
  period: string | null;
  /** Whether its statements are at hand as printed. */
  isPrinted: boolean;
}

const ownLists = (userId: string) => sql`select l.entity_id, w.name from ${watchlistEntity} l
  join ${watchlist} w on w.id = l.watchlist_id where w.user_id = ${userId}`;

/** The companies on a person's lists that they may know of, by name. */
export async function listWatched(db: Db, userId: string): Promise<WatchedCompany[]> {
  const { rows } = await db.execute(
    sql`select ${entity.id}, ${entity.name}, ${entity.slug}, array_agg(own.name order by own.name) as lists,
      (select t.ticker from ${ticker} t where t.entity_id = ${entity.id}
        order by t.kind = 'service' desc, t.is_primary desc, t.ticker limit 1) as ticker
    from (${ownLists(userId)}) own join ${entity} on ${entity.id} = own.entity_id
    where ${visibleTo({ userId })}
    group by ${entity.id} order by lower(${entity.name}), ${entity.id}`,
  );
  return rows as unknown as WatchedCompany[];
}

/** The newest filings of those companies, newest first, without the reports of insiders, which would hide all else. */
export async function listWatchedFilings(
  db: Db,
  userId: string,
  limit: number,
): Promise<WatchedFiling[]> {
  const { rows } = await db.execute(
    sql`select ${entity.name}, ${entity.slug}, ${f.companyKey} as cik, f.accession, f.form, f.filed, f.accepted_at as "acceptedAt",
      coalesce(r.period, f.report_date) as period, coalesce(r.state, '') = 'stored' as "isPrinted"
    from ${entity} join ${company} c on c.entity_id = ${entity.id}
    join ${filing} f on ${f.companyKey} = ${c.companyKey} and f.status = 'listed'
    left join ${filedReport} r on ${r.companyKey} = ${f.companyKey} and r.accession = f.accession
    where ${entity.id} in (select own.entity_id from (${ownLists(userId)}) own) and ${visibleTo({ userId })}
      and f.form <> all(${sql.param(formsOf("insiders"))}::text[])
    order by f.filed desc, f.accession desc limit ${limit}`,
  );
  return rows as unknown as WatchedFiling[];
}
