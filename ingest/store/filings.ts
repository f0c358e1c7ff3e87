import type { ChangeType, FilingChanged } from "#schemas/shapes/companies/change.ts";
import type { FilingRecord } from "#schemas/shapes/companies/company.ts";
import type { BuiltCompany } from "../builder/built-company.ts";
import { insertRows, type Queryable } from "./transaction.ts";

const columns = {
  cik: "text",
  accession: "text",
  form: "text",
  filed: "text",
  accepted_at: "text",
  report_date: "text",
  primary_document: "text",
  is_xbrl: "boolean",
  status: "text",
};

const upsert = `on conflict (cik, accession) do update set form = excluded.form, filed = excluded.filed,
  accepted_at = excluded.accepted_at, report_date = excluded.report_date,
  primary_document = excluded.primary_document, is_xbrl = excluded.is_xbrl, status = excluded.status`;

/** A filing that is new, says something else, or is withdrawn. */
export interface FilingDifference {
  type: Extract<ChangeType, `filing.${string}`>;
  filing: FilingChanged;
}

/**
 * Writes the filings that are new or differ, and marks as withdrawn those that the index covers but no longer lists.
 * Returns what differs, in order of filing dates.
 */
export async function storeFilings(
  client: Queryable,
  company: BuiltCompany,
): Promise<FilingDifference[]> {
  const storedFilings = await loadFilings(client, company.cik);
  const changed = company.filings.filter(
    (f) => storedFilings.get(f.accession) !== rowKey(f, "listed"),
  );
  await insertRows(
    client,
    { table: "filing", columns, tail: upsert },
    changed.map((f) => [
      company.cik,
      f.accession,
      f.form,
      f.filed,
      f.acceptedAt,
      f.reportDate,
      f.primaryDocument,
      f.isXbrl,
      "listed",
    ]),
  );
  const withdrawn = await markWithdrawn(client, company);
  return [
    ...changed.map((filing): FilingDifference => {
      const isKnown = storedFilings.get(filing.accession)?.endsWith(knownEnd) === true;
      return { type: isKnown ? "filing.changed" : "filing.stored", filing: shownFiling(filing) };
    }),
    ...withdrawn.map((filing): FilingDifference => ({ type: "filing.withdrawn", filing })),
  ].sort((a, b) => a.filing.filedDate.localeCompare(b.filing.filedDate));
}

const shownFiling = (filing: FilingRecord): FilingChanged => ({
  accessionNumber: filing.accession,
  form: filing.form,
  filedDate: filing.filed,
  reportDate: filing.reportDate,
});

/** How the key of a listed filing ends; a withdrawn one that is listed again is stored anew. */
const knownEnd = ',"listed"]';

function rowKey(f: FilingRecord, status: string): string {
  return JSON.stringify([
    f.form,
    f.filed,
    f.acceptedAt,
    f.reportDate,
    f.primaryDocument,
    f.isXbrl,
    status,
  ]);
}

async function loadFilings(client: Queryable, cik: string): Promise<Map<string, string>> {
  const { rows } = await client.query(
    'select accession, form, filed, accepted_at as "acceptedAt", report_date as "reportDate", ' +
      'primary_document as "primaryDocument", is_xbrl as "isXbrl", status from filing where cik = $1',
    [cik],
  );
  return new Map(
    (rows as (FilingRecord & { status: string })[]).map((f) => [f.accession, rowKey(f, f.status)]),
  );
}

async function markWithdrawn(client: Queryable, company: BuiltCompany): Promise<FilingChanged[]> {
  if (!company.listed) return [];
  const { rows } = await client.query(
    `update filing set status = 'withdrawn' where cik = $1 and status = 'listed' and filed >= $2 and filed <= $3
       and not (accession = any($4::text[]))
     returning accession as "accessionNumber", form, filed as "filedDate", report_date as "reportDate"`,
    [company.cik, company.listed.from, company.listed.to, company.filings.map((f) => f.accession)],
  );
  return rows;
}

/** Those of the announced filings that no stored company lists. */
export async function listUnknownFilings<F extends { cik: string; accession: string }>(
  db: Queryable,
  announced: readonly F[],
): Promise<F[]> {
  if (announced.length === 0) return [];
  const { rows } = await db.query(
    "select a.i::int as i from unnest($1::text[], $2::text[]) with ordinality as a(cik, accession, i) " +
      "where not exists (select 1 from filing f where f.cik = a.cik and f.accession = a.accession) order by a.i",
    [announced.map(({ cik }) => cik), announced.map(({ accession }) => accession)],
  );
  return rows.flatMap(({ i }: { i: number }) => announced[i - 1] ?? []);
}

/** The filings of a company that the regulator lists. */
export async function listFilings(db: Queryable, cik: string): Promise<FilingRecord[]> {
  const { rows } = await db.query(
    'select cik, accession, form, filed, accepted_at as "acceptedAt", report_date as "reportDate", ' +
      `primary_document as "primaryDocument", is_xbrl as "isXbrl" from filing where cik = $1 and status = 'listed'`,
    [cik],
  );
  return rows;
}

/** What the filing history knows of a filing of any company; null for one that it does not list. */
export async function findFiling(
  db: Queryable,
  accession: string,
): Promise<Pick<FilingRecord, "cik" | "form" | "filed" | "reportDate"> | null> {
  const { rows } = await db.query(
    'select cik, form, filed, report_date as "reportDate" from filing where accession = $1 order by cik limit 1',
    [accession],
  );
  return rows[0] ?? null;
}

/** The stored companies that filed it, and what the filing history knows of it. */
export async function listFilers(
  db: Queryable,
  accession: string,
): Promise<Pick<FilingRecord, "cik" | "form" | "filed">[]> {
  const { rows } = await db.query(
    "select cik, form, filed from filing where accession = $1 order by cik",
    [accession],
  );
  return rows;
}

/** The accession number of the only report of this form and period that a company is known to have filed; else null. */
export async function findReport(
  db: Queryable,
  { cik, form, reportDate }: { cik: string; form: string; reportDate: string },
): Promise<string | null> {
  const { rows } = await db.query(
    "select accession from filing where cik = $1 and form = $2 and report_date = $3 and status = 'listed' limit 2",
    [cik, form, reportDate],
  );
  return rows.length === 1 ? rows[0].accession : null;
}
