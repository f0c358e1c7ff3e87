import { createHash } from "node:crypto";
import { and, asc, desc, eq, isNotNull, isNull, min, ne, or, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { predecessorsOf } from "#registry/current/predecessors.ts";
import { rawDocument } from "#schemas/tables/companies/filing.ts";
import { buildFailure } from "#schemas/tables/operation/job.ts";
import { type Cell, isAnyOf, on, type Queryable } from "./transaction.ts";

/** One archived document. `companyKey` is null for lists that concern many companies; times are ISO text with Z. */
export type RawDocument = Omit<typeof rawDocument.$inferSelect, "servedAt">;

type DocumentKind = RawDocument["kind"];

/** After all that the address served before, whatever the clocks say: entries of an archive share their second. */
const nextServed = (url: string, at: string) =>
  sql`greatest(${at}::timestamptz, (select max(served_at) + interval '1 millisecond' from ${rawDocument} where url = ${url}))`;

/** Adds a document to the archive's index; false when this address had this content before, then nothing changes. */
export async function insertDocument(db: Queryable, document: RawDocument): Promise<boolean> {
  const servedAt = nextServed(document.url, document.fetchedAt);
  const row = { ...document, quarantinedReason: null, servedAt };
  const { rowCount } = await on(db).insert(rawDocument).values(row).onConflictDoNothing();
  return rowCount === 1;
}

/** The content of an address. */
const isContent = ({ url, digest }: Pick<RawDocument, "url" | "digest">) =>
  and(eq(rawDocument.url, url), eq(rawDocument.digest, digest));

/** Says that an address served content again that it had served before. */
export async function markServed(
  db: Queryable,
  document: Pick<RawDocument, "url" | "digest" | "fetchedAt">,
): Promise<void> {
  const { url, digest, fetchedAt } = document;
  const isOlder = sql`exists (select 1 from ${rawDocument} o where o.url = ${url} and o.digest <> ${digest}
    and o.served_at >= ${rawDocument.servedAt})`;
  await on(db)
    .update(rawDocument)
    .set({ servedAt: nextServed(url, fetchedAt) })
    .where(and(isContent(document), isOlder));
}

/** A document of a company given by hand. */
const isFileOf = (companyKey: string, digest: string) =>
  and(eq(rawDocument.digest, digest), eq(rawDocument.companyKey, companyKey));

/** True when a document given by hand, or a filing of the data sets, is known already, under whatever name it came. */
export async function isFileKnown(db: Queryable, cik: string, digest: string): Promise<boolean> {
  const isGiven = or(eq(rawDocument.origin, "file"), eq(rawDocument.kind, "data-set"));
  return (await on(db).$count(rawDocument, and(isFileOf(cik, digest), isGiven))) > 0;
}

/** Says of an instance or a package given by hand before which filing it belongs to, and when that was filed; null says nothing new. */
export async function describeFile(
  db: Queryable,
  file: { companyKey: string; digest: string; accession: string | null; filed: string | null },
): Promise<void> {
  const { companyKey, digest, accession, filed } = file;
  if (accession === null && filed === null) return;
  const said = { accession: accession ?? undefined, filed: filed ?? undefined };
  const isGiven = and(
    eq(rawDocument.origin, "file"),
    isAnyOf(rawDocument.kind, ["instance", "package"]),
  );
  await on(db)
    .update(rawDocument)
    .set(said)
    .where(and(isFileOf(companyKey, digest), isGiven));
}

const isUsable = isNull(rawDocument.quarantinedReason);

/**
 * The documents a company is built from, in canonical order: of each address the newest crawl that is
 * usable, and every usable document given by hand. Quarantined ones are left out, so the previous good
 * version of an address stays in use (PIP-13, PIP-14). The facts of the registrants that the company
 * continues belong to them (standardization.md 2.19).
 */
export async function listDocuments(db: Queryable, cik: string): Promise<RawDocument[]> {
  const predecessors = predecessorsOf(cik).map((predecessor) => predecessor.cik);
  const { companyKey, kind } = rawDocument;
  const isOfPredecessor = and(isAnyOf(companyKey, predecessors), eq(kind, "companyfacts"));
  const rows = await on(db)
    .select()
    .from(rawDocument)
    // Where filers put a tag is evidence for those who review mappings; nothing is built from it.
    .where(and(or(eq(companyKey, cik), isOfPredecessor), isUsable, ne(kind, "presentation")));
  return currentDocuments(rows);
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

type Crawl = typeof rawDocument.$inferSelect;

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
  const rows = await on(db)
    .selectDistinct({ accession: rawDocument.accession })
    .from(rawDocument)
    .where(
      and(
        eq(rawDocument.companyKey, cik),
        eq(rawDocument.kind, kind),
        isNotNull(rawDocument.accession),
      ),
    );
  return new Set(rows.flatMap(({ accession }) => accession ?? []));
}

/** Digests of the presentation linkbases of companies, one a filing, in the order of the filings. */
export async function listPresentations(
  db: Queryable,
  ciks: readonly string[],
): Promise<{ cik: string; accession: string; digest: string }[]> {
  const { companyKey, accession, digest, fetchedAt } = rawDocument;
  return on(db)
    .selectDistinctOn([companyKey, accession], {
      cik: present(companyKey),
      accession: present(accession),
      digest,
    })
    .from(rawDocument)
    .where(and(eq(rawDocument.kind, "presentation"), isAnyOf(companyKey, ciks)))
    .orderBy(asc(companyKey), asc(accession), desc(fetchedAt), asc(digest));
}

/** A column that the condition of a query leaves no null of. */
const present = (column: PgColumn) => sql<string>`${column}`;

/** The newest usable ticker list, or null before the first was fetched. */
export async function findTickerList(db: Queryable): Promise<RawDocument | null> {
  const rows = await on(db)
    .select()
    .from(rawDocument)
    .where(and(eq(rawDocument.kind, "tickers"), isUsable));
  return rows.reduce<Crawl | null>(
    (best, row) => (best === null || isNewer(row, best) ? row : best),
    null,
  );
}

/** Time of the first document ever archived of a company, quarantined ones included; null without any. */
export async function findFirstFetch(db: Queryable, cik: string): Promise<string | null> {
  const [row] = await on(db)
    .select({ first: min(rawDocument.fetchedAt) })
    .from(rawDocument)
    .where(eq(rawDocument.companyKey, cik));
  return row?.first ?? null;
}

/** Sets documents of a company (null: lists of many) aside with the reason; they stay in the archive (PIP-13). */
export async function quarantineDocuments(
  db: Queryable,
  cik: string | null,
  rejected: readonly { digest: string; reason: string }[],
): Promise<void> {
  const { companyKey } = rawDocument;
  const isOfCompany = cik === null ? isNull(companyKey) : eq(companyKey, cik);
  for (const { digest, reason } of rejected) {
    await on(db)
      .update(rawDocument)
      .set({ quarantinedReason: reason.slice(0, 500) })
      .where(and(isOfCompany, eq(rawDocument.digest, digest), isUsable));
  }
}

/** Takes documents of a company back into use and forgets its failed builds; returns how many documents. */
export async function releaseDocuments(db: Queryable, cik: string): Promise<number> {
  const { rowCount } = await on(db)
    .update(rawDocument)
    .set({ quarantinedReason: null })
    .where(and(eq(rawDocument.companyKey, cik), isNotNull(rawDocument.quarantinedReason)));
  await on(db).delete(buildFailure).where(eq(buildFailure.companyKey, cik));
  return rowCount ?? 0;
}

/** Every document set aside, newest first. */
export async function listQuarantined(db: Queryable): Promise<RawDocument[]> {
  return on(db)
    .select()
    .from(rawDocument)
    .where(isNotNull(rawDocument.quarantinedReason))
    .orderBy(desc(rawDocument.fetchedAt), asc(rawDocument.url));
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
