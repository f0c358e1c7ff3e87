import { createHash } from "node:crypto";
import { predecessorsOf } from "#registry/current/predecessors.ts";
import type { SourceName } from "#schemas/shapes/companies/fact.ts";
import type { Cell, Queryable } from "./transaction.ts";

type DocumentKind =
  | "submissions"
  | "submissions-page"
  | "companyfacts"
  | "tickers"
  | "instance"
  | "presentation"
  | "package"
  | "data-set"
  | "submitted";

/** One archived document. `cik` is null for lists that concern many companies. */
export interface RawDocument {
  url: string;
  digest: string;
  kind: DocumentKind;
  cik: string | null;
  accession: string | null;
  form: string | null;
  filed: string | null;
  origin: "crawl" | "file";
  sizeBytes: number;
  /** ISO time with milliseconds and Z. */
  fetchedAt: string;
  etag: string | null;
  lastModified: string | null;
  quarantinedReason: string | null;
  source: SourceName;
  /** Where it came from when that was not its own address: "the bundled sample of 2026-02-28", a mirror, a file. */
  via: string | null;
}

/** A time as ISO text with milliseconds and Z. */
export const isoTime = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const documentColumns =
  'r.url, r.digest, r.kind, r.cik, r.accession, r.form, r.filed, r.origin, r.size_bytes::float8 as "sizeBytes", ' +
  `${isoTime("r.fetched_at")} as "fetchedAt", r.etag, r.last_modified as "lastModified", ` +
  'r.quarantined_reason as "quarantinedReason", r.source, r.via';

/** After all that the address $1 served before, whatever the clocks say: entries of an archive share their second. */
const nextServed = (at: string) =>
  `greatest(${at}::timestamptz, (select max(served_at) + interval '1 millisecond' from raw_document where url = $1))`;

/** Adds a document to the archive's index; false when this address had this content before, then nothing changes. */
export async function insertDocument(db: Queryable, document: RawDocument): Promise<boolean> {
  const { rowCount } = await db.query(
    "insert into raw_document (url, digest, kind, cik, accession, form, filed, origin, size_bytes, fetched_at, etag, last_modified, source, via, served_at) " +
      `values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, ${nextServed("$10")}) on conflict do nothing`,
    [
      document.url,
      document.digest,
      document.kind,
      document.cik,
      document.accession,
      document.form,
      document.filed,
      document.origin,
      document.sizeBytes,
      document.fetchedAt,
      document.etag,
      document.lastModified,
      document.source,
      document.via,
    ],
  );
  return rowCount === 1;
}

/** Says that an address served content again that it had served before. */
export async function markServed(
  db: Queryable,
  { url, digest, fetchedAt }: Pick<RawDocument, "url" | "digest" | "fetchedAt">,
): Promise<void> {
  await db.query(
    `update raw_document set served_at = ${nextServed("$3")} where url = $1 and digest = $2 ` +
      "and exists (select 1 from raw_document o where o.url = $1 and o.digest <> $2 and o.served_at >= raw_document.served_at)",
    [url, digest, fetchedAt],
  );
}

/** True when a document given by hand, or a filing of the data sets, is known already, under whatever name it came. */
export async function isFileKnown(db: Queryable, cik: string, digest: string): Promise<boolean> {
  const { rowCount } = await db.query(
    "select 1 from raw_document where digest = $1 and cik = $2 and (origin = 'file' or kind = 'data-set')",
    [digest, cik],
  );
  return rowCount !== 0;
}

/** Says of an instance or a package given by hand before which filing it belongs to, and when that was filed; null says nothing new. */
export async function describeFile(
  db: Queryable,
  file: { cik: string; digest: string; accession: string | null; filed: string | null },
): Promise<void> {
  await db.query(
    "update raw_document set accession = coalesce($3, accession), filed = coalesce($4, filed) " +
      "where digest = $1 and cik = $2 and origin = 'file' and kind in ('instance', 'package')",
    [file.digest, file.cik, file.accession, file.filed],
  );
}

/**
 * The documents a company is built from, in canonical order: of each address the newest crawl that is
 * usable, and every usable document given by hand. Quarantined ones are left out, so the previous good
 * version of an address stays in use (PIP-13, PIP-14). The facts of the registrants that the company
 * continues belong to them (standardization.md 2.19).
 */
export async function listDocuments(db: Queryable, cik: string): Promise<RawDocument[]> {
  const predecessors = predecessorsOf(cik).map((predecessor) => predecessor.cik);
  const { rows } = await db.query(
    `select ${documentColumns}, ${isoTime("r.served_at")} as "servedAt" from raw_document r ` +
      "where (r.cik = $1 or (r.cik = any($2::text[]) and r.kind = 'companyfacts')) and r.quarantined_reason is null " +
      // Where filers put a tag is evidence for those who review mappings; nothing is built from it.
      "and r.kind <> 'presentation'",
    [cik, predecessors],
  );
  return currentDocuments(rows as Crawl[]);
}

function currentDocuments(rows: Crawl[]): RawDocument[] {
  const chosen = new Map<string, Crawl>();
  for (const row of rows) {
    const key = row.origin === "file" ? `file ${row.digest}` : `crawl ${row.url}`;
    const other = chosen.get(key);
    if (!other || isNewer(row, other)) chosen.set(key, row);
  }
  return [...chosen.values()]
    .map(({ servedAt: _, ...document }) => document)
    .sort((a, b) => compareText(sortKey(a), sortKey(b)));
}

type Crawl = RawDocument & { servedAt: string };

/** The body that the address served last wins even when it had served the same bytes long before. */
function isNewer(a: Crawl, b: Crawl): boolean {
  if (a.servedAt !== b.servedAt) return a.servedAt > b.servedAt;
  return a.digest > b.digest;
}

const kindOrder: Record<DocumentKind, number> = {
  tickers: 0,
  submissions: 1,
  "submissions-page": 2,
  companyfacts: 3,
  instance: 4,
  submitted: 5,
  "data-set": 6,
  presentation: 7,
  package: 8,
};

const sortKey = (d: RawDocument) => `${kindOrder[d.kind]} ${d.origin} ${d.url} ${d.digest}`;

/** Order by code units, the same on every machine. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The filings of a company of which a document of this kind is archived, readable or not. */
export async function listArchivedAccessions(
  db: Queryable,
  cik: string,
  kind: "instance" | "presentation" | "package" | "data-set",
): Promise<Set<string>> {
  const { rows } = await db.query(
    "select distinct accession from raw_document where cik = $1 and kind = $2 and accession is not null",
    [cik, kind],
  );
  return new Set(rows.map((row: { accession: string }) => row.accession));
}

/** Digests of the presentation linkbases of companies, one a filing, in the order of the filings. */
export async function listPresentations(
  db: Queryable,
  ciks: readonly string[],
): Promise<{ cik: string; accession: string; digest: string }[]> {
  const { rows } = await db.query(
    "select distinct on (cik, accession) cik, accession, digest from raw_document " +
      "where kind = 'presentation' and cik = any($1::text[]) order by cik, accession, fetched_at desc, digest",
    [ciks],
  );
  return rows;
}

/** The newest usable ticker list, or null before the first was fetched. */
export async function findTickerList(db: Queryable): Promise<RawDocument | null> {
  const { rows } = await db.query(
    `select ${documentColumns}, ${isoTime("r.served_at")} as "servedAt" from raw_document r ` +
      "where r.kind = 'tickers' and r.quarantined_reason is null",
  );
  return (rows as Crawl[]).reduce<Crawl | null>(
    (best, row) => (best === null || isNewer(row, best) ? row : best),
    null,
  );
}

/** Time of the first document ever archived of a company, quarantined ones included; null without any. */
export async function findFirstFetch(db: Queryable, cik: string): Promise<string | null> {
  const { rows } = await db.query(
    `select ${isoTime("min(fetched_at)")} as first from raw_document where cik = $1`,
    [cik],
  );
  return rows[0]?.first ?? null;
}

/** Sets documents of a company (null: lists of many) aside with the reason; they stay in the archive (PIP-13). */
export async function quarantineDocuments(
  db: Queryable,
  cik: string | null,
  rejected: readonly { digest: string; reason: string }[],
): Promise<void> {
  for (const { digest, reason } of rejected) {
    await db.query(
      "update raw_document set quarantined_reason = $3 where cik is not distinct from $1 and digest = $2 and quarantined_reason is null",
      [cik, digest, reason.slice(0, 500)],
    );
  }
}

/** Takes documents of a company back into use and forgets its failed builds; returns how many documents. */
export async function releaseDocuments(db: Queryable, cik: string): Promise<number> {
  const { rowCount } = await db.query(
    "update raw_document set quarantined_reason = null where cik = $1 and quarantined_reason is not null",
    [cik],
  );
  await db.query("delete from build_failure where cik = $1", [cik]);
  return rowCount ?? 0;
}

/** Every document set aside, newest first. */
export async function listQuarantined(db: Queryable): Promise<RawDocument[]> {
  const { rows } = await db.query(
    `select ${documentColumns} from raw_document r where r.quarantined_reason is not null order by r.fetched_at desc, r.url`,
  );
  return rows as RawDocument[];
}

/** Digest of what a build depends on: documents in canonical order and what the platform adds to them. */
export function inputDigest(documents: readonly RawDocument[], platform: unknown): string {
  const lines: Cell[][] = documents.map((d) => [
    d.kind,
    d.origin,
    d.url,
    d.digest,
    d.accession,
    d.form,
    d.filed,
    d.source,
    d.fetchedAt,
  ]);
  return sha256(JSON.stringify([lines, platform]));
}

export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
