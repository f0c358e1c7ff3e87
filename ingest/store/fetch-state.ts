import { isoTime } from "./documents.ts";
import type { Queryable } from "./transaction.ts";

/** The last answer of an address. `digest` is that of the last good body, kept when the address later answers 404. */
export interface FetchState {
  url: string;
  status: number;
  digest: string | null;
  etag: string | null;
  lastModified: string | null;
  checkedAt: string;
}

/** Null when the address was never asked. `via` is where its last good body came from. */
export async function findFetchState(
  db: Queryable,
  url: string,
): Promise<(FetchState & { via: string | null }) | null> {
  const { rows } = await db.query(
    `select f.url, f.status, f.digest, f.etag, f.last_modified as "lastModified", ${isoTime("f.checked_at")} as "checkedAt", ` +
      "r.via from fetch_state f left join raw_document r on r.url = f.url and r.digest = f.digest where f.url = $1",
    [url],
  );
  return rows[0] ?? null;
}

const isGone = "digest is not null and status not in (200, 304)";

/**
 * Those of the addresses that had a document once and whose last answer is that there is none, but for those of which
 * an operator accepted it.
 */
export async function listGone(db: Queryable, urls: readonly string[]): Promise<string[]> {
  const { rows } = await db.query(
    `select url from fetch_state where url = any($1::text[]) and ${isGone} and gone_accepted_at is null order by url`,
    [urls],
  );
  return rows.map(({ url }: { url: string }) => url);
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
  const { rows } = await db.query(
    `update fetch_state set gone_accepted_at = $2 where url = any($1::text[]) and ${isGone} returning url`,
    [urls, at],
  );
  return rows.map(({ url }: { url: string }) => url).sort();
}

/** Forgets which addresses had nothing: another source may have it. */
export async function forgetAbsences(db: Queryable): Promise<void> {
  await db.query("delete from fetch_state where digest is null");
}

/** What an answer without a body leaves as it was. */
const keptWithDigest = (column: string) =>
  `${column} = case when excluded.digest is null then fetch_state.${column} else excluded.${column} end, `;

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
  const { rowCount } = await db.query(
    "insert into fetch_state (url, status, digest, etag, last_modified, checked_at, kind, via, cik) " +
      "select $1::text, $2::int, $3::text, $4::text, $5::text, $6::timestamptz, r.kind, r.via, r.cik " +
      "from (select 1) one left join raw_document r on r.url = $1::text and r.digest = $3::text " +
      "on conflict (url) do update set status = excluded.status, checked_at = excluded.checked_at, " +
      "digest = coalesce(excluded.digest, fetch_state.digest), " +
      `${["kind", "via", "cik"].map(keptWithDigest).join("")}` +
      "gone_accepted_at = case when excluded.status in (200, 304) then null else fetch_state.gone_accepted_at end, " +
      "etag = case when excluded.digest is null then fetch_state.etag else excluded.etag end, " +
      "last_modified = case when excluded.digest is null then fetch_state.last_modified else excluded.last_modified end " +
      "where $7 or (fetch_state.status, fetch_state.digest, fetch_state.checked_at) " +
      "is not distinct from ($8::int, $9::text, $10::timestamptz)",
    [
      state.url,
      state.status,
      state.digest,
      state.etag,
      state.lastModified,
      state.checkedAt,
      seen === undefined,
      seen?.status ?? null,
      seen?.digest ?? null,
      seen?.checkedAt ?? null,
    ],
  );
  return rowCount === 1;
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
  const { rows } = await db.query(
    `select r.digest, r.via, ${isoTime("greatest(r.served_at, f.checked_at)")} as "seenAt" from raw_document r ` +
      "left join fetch_state f on f.url = r.url and f.digest = r.digest " +
      "where r.url = $1 and r.origin = 'crawl' and r.quarantined_reason is null " +
      "order by r.served_at desc, r.digest desc limit 1",
    [url],
  );
  return rows[0] ?? null;
}

/** Why this content of an address was set aside; null when it was not, or is not known. */
export async function findQuarantine(
  db: Queryable,
  url: string,
  digest: string,
): Promise<string | null> {
  const { rows } = await db.query(
    "select quarantined_reason as reason from raw_document where url = $1 and digest = $2",
    [url, digest],
  );
  return rows[0]?.reason ?? null;
}
