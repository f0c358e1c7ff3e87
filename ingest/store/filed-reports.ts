import type { StoredFace } from "../builder/build-pool.ts";
import type { BuiltCompany } from "../builder/built-company.ts";
import { formsOf } from "../facts/forms.ts";
import { nextTurn, type Queryable } from "./transaction.ts";

interface MadeBy {
  documentDigest: string;
  readerVersion: string;
}
type StoredReport = MadeBy & { accession: string };

/** By accession: what a stored report was read from, and by which reader. */
export type StoredReports = ReadonlyMap<string, MadeBy>;

export async function listStoredReports(db: Queryable, cik: string): Promise<StoredReports> {
  const { rows } = await db.query(
    'select accession, document_digest as "documentDigest", reader_version as "readerVersion" from filed_report where cik = $1',
    [cik],
  );
  return new Map(
    (rows as StoredReport[]).map(({ accession, ...madeBy }) => [accession, madeBy] as const),
  );
}

const columns = [
  "cik",
  "accession",
  "form",
  "filed",
  "period",
  "currency",
  "state",
  "reason",
  "source",
  "document_digest",
  "reader_version",
  "digest",
  "outline",
  "face",
  "notes",
];
const upsert =
  `insert into filed_report (${columns.join(", ")}) values (${columns.map((_, i) => `$${i + 1}`).join(", ")}) ` +
  `on conflict (cik, accession) do update set ${columns.map((name) => `${name} = excluded.${name}`).join(", ")}`;

/** Writes the reports that were read now, and deletes those whose document is no longer there. */
export async function storeReports(client: Queryable, company: BuiltCompany): Promise<void> {
  const { cik, reports } = company;
  await client.query(
    "delete from filed_report where cik = $1 and not (accession = any($2::text[]))",
    [cik, reports.accessions],
  );
  for (const report of reports.read) {
    const { face, notes, outline } = report;
    await client.query(upsert, [
      cik,
      report.accession,
      report.form,
      report.filed,
      report.period,
      report.currency,
      report.state,
      report.reason,
      report.source,
      report.documentDigest,
      reports.readerVersion,
      report.digest,
      JSON.stringify(outline),
      face && Buffer.from(face),
      notes && Buffer.from(notes),
    ]);
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
  const { rows } = await db.query(
    `select accession, face from filed_report where cik = $1 and face is not null
       and (accession = any($2::text[]) or (period >= $3 and period <= $4)) order by filed, accession`,
    [cik, accessions, from, until],
  );
  return rows;
}

/** The packed statements of the company's readable reports that are among these filings. */
export async function loadFaces(
  db: Queryable,
  cik: string,
  accessions: readonly string[],
): Promise<StoredFace[]> {
  if (accessions.length === 0) return [];
  const { rows } = await db.query(
    `select accession, filed, face from filed_report
     where cik = $1 and face is not null and accession = any($2::text[]) order by accession`,
    [cik, accessions],
  );
  return rows;
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
  for (let last = ""; ; ) {
    const { rows } = await db.query(
      `select accession, form, filed, face, notes from filed_report
       where cik = $1 and face is not null and accession > $2 order by accession limit 1`,
      [cik, last],
    );
    const [row] = rows as StoredReportRow[];
    if (row === undefined) return;
    yield row;
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
  const { rows: states } = await db.query(
    `select coalesce(r.state, 'not_fetched') as state, count(*)::int as count
     from filing f full join filed_report r on r.cik = f.cik and r.accession = f.accession
     where r.state is not null or (f.is_xbrl and f.status = 'listed'
       and f.form = any($1::text[])) group by 1`,
    [formsOf("annual", "interim")],
  );
  const { rows: reasons } = await db.query(
    `select regexp_replace(reason, '^[0-9-]+: ', '') as reason, count(*)::int as count
     from filed_report where state = 'unreadable' group by 1 order by 2 desc, 1 limit 10`,
  );
  const of = new Map(
    (states as { state: string; count: number }[]).map(({ state, count }) => [state, count]),
  );
  return {
    stored: of.get("stored") ?? 0,
    unreadable: of.get("unreadable") ?? 0,
    notFetched: of.get("not_fetched") ?? 0,
    reasons,
  };
}
