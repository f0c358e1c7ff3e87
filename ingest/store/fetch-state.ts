import { and, asc, desc, eq, isNotNull, isNull, notInArray, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { fetchState, rawDocument } from "#schemas/tables/companies/filing.ts";
import { isAnyOf, on, proposed, type Queryable } from "./transaction.ts";

/** The last answer of an address. `digest` is that of the last good body, kept when the address later answers 404. */
export interface FetchState {
  url: string;
  status: number;
  digest: string | null;
  etag: string | null;
  lastModified: string | null;
  checkedAt: string;
}

const stateColumns = {
  url: fetchState.url,
  status: fetchState.status,
  digest: fetchState.digest,
  etag: fetchState.etag,
  lastModified: fetchState.lastModified,
  checkedAt: fetchState.checkedAt,
};

/** The document that an address served last. */
const isServedContent = and(
  eq(rawDocument.url, fetchState.url),
  eq(rawDocument.digest, fetchState.digest),
);

/** Null when the address was never asked. `via` is where its last good body came from. */
export async function findFetchState(
  db: Queryable,
  url: string,
): Promise<(FetchState & { via: string | null }) | null> {
  const [row] = await on(db)
    .select({ ...stateColumns, via: rawDocument.via })
    .from(fetchState)
    .leftJoin(rawDocument, isServedContent)
    .where(eq(fetchState.url, url));
  return row ?? null;
}

const isGone = and(isNotNull(fetchState.digest), notInArray(fetchState.status, [200, 304]));

/**
 * Those of the addresses that had a document once and whose last answer is that there is none, but for those of which
 * an operator accepted it.
 */
export async function listGone(db: Queryable, urls: readonly string[]): Promise<string[]> {
  const rows = await on(db)
    .select({ url: fetchState.url })
    .from(fetchState)
    .where(and(isAnyOf(fetchState.url, urls), isGone, isNull(fetchState.goneAcceptedAt)))
    .orderBy(asc(fetchState.url));
  return rows.map(({ url }) => url);
}

/**
 * An operator accepts that what is gone stays gone (`at` ISO text), or takes that back (null): until the source has a
 * document there again it is no failure. Returns the addresses concerned.
 */
export async function acceptGone(
  db: Queryable,
  urls: readonly string[],
  at: string | null,
): Promise<string[]> {
  const rows = await on(db)
    .update(fetchState)
    .set({ goneAcceptedAt: at })
    .where(and(isAnyOf(fetchState.url, urls), isGone))
    .returning({ url: fetchState.url });
  return rows.map(({ url }) => url).sort();
}

/** Forgets which addresses had nothing: another source may have it. */
export async function forgetAbsences(db: Queryable): Promise<void> {
  await on(db).delete(fetchState).where(isNull(fetchState.digest));
}

/** What an answer without a body leaves as it was. */
const keptWithoutBody = (column: PgColumn) =>
  sql`case when ${proposed(fetchState.digest)} is null then ${column} else ${proposed(column)} end`;

/**
 * Records the last answer of an address. An answer without a body (304, 404) keeps the digest and validators of the
 * last good one. With `seen`, what was known of the address when it was asked: false, and nothing is written, when
 * somebody else has recorded an answer since, because that one may be newer.
 */
export async function storeFetchState(
  db: Queryable,
  state: FetchState,
  seen?: FetchState | null,
): Promise<boolean> {
  const isAsSeen = sql`(${fetchState.status}, ${fetchState.digest}, ${fetchState.checkedAt}) is not distinct from
    (${seen?.status ?? null}::int, ${seen?.digest ?? null}::text, ${seen?.checkedAt ?? null}::timestamptz)`;
  const { url, status, digest, etag, lastModified, checkedAt } = state;
  const { rowCount } = await on(db)
    .insert(fetchState)
    .values({
      url,
      status,
      digest,
      etag,
      lastModified,
      checkedAt,
      ...(await findContent(db, state)),
    })
    .onConflictDoUpdate({
      target: fetchState.url,
      set: {
        status,
        checkedAt,
        digest: keptWithoutBody(fetchState.digest),
        etag: keptWithoutBody(fetchState.etag),
        lastModified: keptWithoutBody(fetchState.lastModified),
        kind: keptWithoutBody(fetchState.kind),
        via: keptWithoutBody(fetchState.via),
        companyKey: keptWithoutBody(fetchState.companyKey),
        goneAcceptedAt: status === 200 || status === 304 ? null : fetchState.goneAcceptedAt,
      },
      setWhere: seen === undefined ? sql`true` : isAsSeen,
    });
  return rowCount === 1;
}

/** Kind, origin and company of what an address served; nothing for an answer without a body. */
async function findContent(db: Queryable, { url, digest }: FetchState) {
  if (digest === null) return {};
  const [row] = await on(db)
    .select({ kind: rawDocument.kind, via: rawDocument.via, companyKey: rawDocument.companyKey })
    .from(rawDocument)
    .where(and(eq(rawDocument.url, url), eq(rawDocument.digest, digest)));
  return row ?? {};
}

/** What an address served last that can be read. */
export interface HeldDocument {
  digest: string;
  via: string | null;
  /** When the address served it last, or said that nothing changed. */
  seenAt: string;
}

/** Null when nothing that the address ever served can be read. */
export async function findHeld(db: Queryable, url: string): Promise<HeldDocument | null> {
  const seenAt = sql`greatest(${rawDocument.servedAt}, ${fetchState.checkedAt})`;
  const [row] = await on(db)
    .select({
      digest: rawDocument.digest,
      via: rawDocument.via,
      seenAt: seenAt.mapWith(rawDocument.servedAt),
    })
    .from(rawDocument)
    .leftJoin(fetchState, isServedContent)
    .where(
      and(
        eq(rawDocument.url, url),
        eq(rawDocument.origin, "crawl"),
        isNull(rawDocument.quarantinedReason),
      ),
    )
    .orderBy(desc(rawDocument.servedAt), desc(rawDocument.digest))
    .limit(1);
  return row ?? null;
}

/** Why this content of an address was set aside; null when it was not, or is not known. */
export async function findQuarantine(
  db: Queryable,
  url: string,
  digest: string,
): Promise<string | null> {
  const [row] = await on(db)
    .select({ reason: rawDocument.quarantinedReason })
    .from(rawDocument)
    .where(and(eq(rawDocument.url, url), eq(rawDocument.digest, digest)));
  return row?.reason ?? null;
}
