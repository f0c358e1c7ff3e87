import { and, asc, between, count, eq, gt, isNotNull, or, sql } from "drizzle-orm";
import { filedReport } from "#schemas/tables/companies/filed-report.ts";
import { filing } from "#schemas/tables/companies/filing.ts";
import type { StoredFace } from "../builder/build-pool.ts";
import type { BuiltCompany } from "../builder/built-company.ts";
import { formsOf } from "../facts/forms.ts";
import { isAnyOf, nextTurn, on, type Queryable, texts, upsert } from "./transaction.ts";

interface MadeBy {
  documentDigest: string;
  readerVersion: string;
}

/** By accession: what a stored report was read from, and by which reader. */
export type StoredReports = ReadonlyMap<string, MadeBy>;

export async function listStoredReports(db: Queryable, cik: string): Promise<StoredReports> {
  const { accession, documentDigest, readerVersion } = filedReport;
  const rows = await on(db)
    .select({ accession, documentDigest, readerVersion })
    .from(filedReport)
    .where(eq(filedReport.companyKey, cik));
  return new Map(rows.map(({ accession: filing, ...madeBy }) => [filing, madeBy] as const));
}

/** Writes the reports that were read now, and deletes those whose document is no longer there. */
export async function storeReports(client: Queryable, company: BuiltCompany): Promise<void> {
  const { cik, reports } = company;
  const kept = texts(reports.accessions);
  await on(client)
    .delete(filedReport)
    .where(and(eq(filedReport.companyKey, cik), sql`${filedReport.accession} <> all(${kept})`));
  const { readerVersion } = reports;
  const keys = [filedReport.companyKey, filedReport.accession];
  for (const { face, notes, ...report } of reports.read) {
    const bodies = { face: face && Buffer.from(face), notes: notes && Buffer.from(notes) };
    const row = { companyKey: cik, readerVersion, ...report, ...bodies };
    await upsert(client, filedReport, row, { keys });
    // Answers of the API go between them.
    await nextTurn();
  }
}

/**
 * The packed statements of the reports that may print facts of these filings: their own, and those about the three
 * years after the periods. Oldest first.
 */
export async function loadReports(
  db: Queryable,
  cik: string,
  { accessions, from, to }: { accessions: readonly string[]; from: string; to: string },
): Promise<{ accession: string; face: Uint8Array }[]> {
  const until = `${Number(to.slice(0, 4)) + 3}${to.slice(4)}`;
  const rows = await on(db)
    .select({ accession: filedReport.accession, face: filedReport.face })
    .from(filedReport)
    .where(
      and(
        eq(filedReport.companyKey, cik),
        or(isAnyOf(filedReport.accession, accessions), between(filedReport.period, from, until)),
      ),
    )
    .orderBy(asc(filedReport.filed), asc(filedReport.accession));
  return rows.flatMap(({ face, ...row }) => (face === null ? [] : { ...row, face }));
}

/** The packed statements of the company's readable reports that are among these filings. */
export async function loadFaces(
  db: Queryable,
  cik: string,
  accessions: readonly string[],
): Promise<StoredFace[]> {
  if (accessions.length === 0) return [];
  const { accession, filed, face } = filedReport;
  const rows = await on(db)
    .select({ accession, filed, face })
    .from(filedReport)
    .where(and(eq(filedReport.companyKey, cik), isAnyOf(accession, accessions)))
    .orderBy(asc(accession));
  return rows.flatMap((row) => (row.face === null ? [] : { ...row, face: row.face }));
}

/** A readable report as it is stored. */
export interface StoredReportRow {
  accession: string;
  form: string;
  filed: string | null;
  face: Uint8Array;
  /** Null where the source has no notes. */
  notes: Uint8Array | null;
}

/** Every readable report of a company, by accession number, read one by one. */
export async function* eachReport(db: Queryable, cik: string): AsyncGenerator<StoredReportRow> {
  const { accession, form, filed, face, notes } = filedReport;
  for (let last = ""; ; ) {
    const [row] = await on(db)
      .select({ accession, form, filed, face, notes })
      .from(filedReport)
      .where(and(eq(filedReport.companyKey, cik), isNotNull(face), gt(accession, last)))
      .orderBy(asc(accession))
      .limit(1);
    if (row === undefined) return;
    yield row as StoredReportRow;
    last = row.accession;
  }
}

/** How many filings there are in each state of their statements, and why so many cannot be read. */
export interface ReportCounts {
  stored: number;
  unreadable: number;
  notFetched: number;
  /** The commonest reasons first. */
  reasons: { reason: string; count: number }[];
}

/** Counts the periodic reports of all companies by the state of their statements as printed. */
export async function countReports(db: Queryable): Promise<ReportCounts> {
  const state = sql<string>`coalesce(${filedReport.state}, 'not_fetched')`;
  const isExpected = and(
    filing.isXbrl,
    eq(filing.status, "listed"),
    isAnyOf(filing.form, formsOf("annual", "interim")),
  );
  const states = await on(db)
    .select({ state, count: count() })
    .from(filing)
    .fullJoin(
      filedReport,
      and(
        eq(filedReport.companyKey, filing.companyKey),
        eq(filedReport.accession, filing.accession),
      ),
    )
    .where(or(isNotNull(filedReport.state), isExpected))
    .groupBy(sql`1`);
  const reason = sql<string>`regexp_replace(${filedReport.reason}, '^[0-9-]+: ', '')`;
  const reasons = await on(db)
    .select({ reason, count: count() })
    .from(filedReport)
    .where(eq(filedReport.state, "unreadable"))
    .groupBy(sql`1`)
    .orderBy(sql`2 desc, 1`)
    .limit(10);
  const of = new Map(states.map((one) => [one.state, one.count]));
  return {
    stored: of.get("stored") ?? 0,
    unreadable: of.get("unreadable") ?? 0,
    notFetched: of.get("not_fetched") ?? 0,
    reasons,
  };
}
