import { and, asc, eq, gte, lte, sql } from "drizzle-orm";
import type { ChangeType, FilingChanged } from "#schemas/shapes/companies/change.ts";
import type { FilingRecord } from "#schemas/shapes/companies/company.ts";
import { filing } from "#schemas/tables/companies/filing.ts";
import type { BuiltCompany } from "../builder/built-company.ts";
import { insertRows, on, type Queryable, texts } from "./transaction.ts";

const writtenColumns = [
  filing.companyKey,
  filing.accession,
  filing.form,
  filing.filed,
  filing.acceptedAt,
  filing.reportDate,
  filing.primaryDocument,
  filing.isXbrl,
  filing.status,
];
const keys = [filing.companyKey, filing.accession];

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
    { table: filing, columns: writtenColumns, keys },
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

/** What the filing history says of a filing. */
const recordColumns = {
  cik: filing.companyKey,
  accession: filing.accession,
  form: filing.form,
  filed: filing.filed,
  acceptedAt: filing.acceptedAt,
  reportDate: filing.reportDate,
  primaryDocument: filing.primaryDocument,
  isXbrl: filing.isXbrl,
};

async function loadFilings(client: Queryable, cik: string): Promise<Map<string, string>> {
  const rows = await on(client)
    .select({ ...recordColumns, status: filing.status })
    .from(filing)
    .where(eq(filing.companyKey, cik));
  return new Map(rows.map((f) => [f.accession, rowKey(f, f.status)]));
}

const isListed = eq(filing.status, "listed");

async function markWithdrawn(client: Queryable, company: BuiltCompany): Promise<FilingChanged[]> {
  if (!company.listed) return [];
  const { from, to } = company.listed;
  const accessions = texts(company.filings.map(({ accession }) => accession));
  return on(client)
    .update(filing)
    .set({ status: "withdrawn" })
    .where(
      and(
        eq(filing.companyKey, company.cik),
        isListed,
        gte(filing.filed, from),
        lte(filing.filed, to),
        sql`${filing.accession} <> all(${accessions})`,
      ),
    )
    .returning({
      accessionNumber: filing.accession,
      form: filing.form,
      filedDate: filing.filed,
      reportDate: filing.reportDate,
    });
}

/** Those of the announced filings that no stored company lists. */
export async function listUnknownFilings<F extends { cik: string; accession: string }>(
  db: Queryable,
  announced: readonly F[],
): Promise<F[]> {
  if (announced.length === 0) return [];
  const ciks = texts(announced.map(({ cik }) => cik));
  const accessions = texts(announced.map(({ accession }) => accession));
  const rows = await on(db)
    .select({ at: sql<number>`a.place::int` })
    .from(sql`unnest(${ciks}, ${accessions}) with ordinality as a(company_key, accession, place)`)
    .where(
      sql`not exists (select 1 from ${filing} where ${filing.companyKey} = a.company_key
        and ${filing.accession} = a.accession)`,
    )
    .orderBy(sql`a.place`);
  return rows.flatMap(({ at }) => announced[at - 1] ?? []);
}

/** The filings of a company that the regulator lists. */
export async function listFilings(db: Queryable, cik: string): Promise<FilingRecord[]> {
  return on(db)
    .select(recordColumns)
    .from(filing)
    .where(and(eq(filing.companyKey, cik), isListed));
}

/** What the filing history knows of a filing of any company; null for one that it does not list. */
export async function findFiling(
  db: Queryable,
  accession: string,
): Promise<Pick<FilingRecord, "cik" | "form" | "filed" | "reportDate"> | null> {
  const [filed] = await listFilers(db, accession);
  return filed ?? null;
}

/** The stored companies that filed it, and what the filing history knows of it. */
export async function listFilers(
  db: Queryable,
  accession: string,
): Promise<Pick<FilingRecord, "cik" | "form" | "filed" | "reportDate">[]> {
  const { cik, form, filed, reportDate } = recordColumns;
  return on(db)
    .select({ cik, form, filed, reportDate })
    .from(filing)
    .where(eq(filing.accession, accession))
    .orderBy(asc(filing.companyKey));
}

/** The accession number of the only report of this form and period that a company is known to have filed; else null. */
export async function findReport(
  db: Queryable,
  { cik, form, reportDate }: { cik: string; form: string; reportDate: string },
): Promise<string | null> {
  const rows = await on(db)
    .select({ accession: filing.accession })
    .from(filing)
    .where(
      and(
        eq(filing.companyKey, cik),
        eq(filing.form, form),
        eq(filing.reportDate, reportDate),
        isListed,
      ),
    )
    .limit(2);
  return rows.length === 1 ? (rows[0]?.accession ?? null) : null;
}
