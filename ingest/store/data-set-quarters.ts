import type { Database } from "#schemas/database/db.ts";
import { isoTime } from "./documents.ts";
import type { Queryable } from "./transaction.ts";

/** In the address of a filing of a quarter. */
const quarterInUrl = "/([0-9]{4}q[1-4])[.]zip#";

/** A quarter of the Financial Statement Data Sets whose filings are archived. */
export interface StoredQuarter {
  /** The name of its archive: 2010q2. */
  quarter: string;
  url: string;
  etag: string | null;
  lastModified: string | null;
  bytes: number;
  /** Filings archived, and filings set aside. */
  filings: number;
  refused: number;
  /** The companies taken out of it; null for every one. */
  ciks: string[] | null;
  takenAt: string;
}

export async function findQuarter(db: Queryable, quarter: string): Promise<StoredQuarter | null> {
  const { rows } = await db.query(
    'select quarter, url, etag, last_modified as "lastModified", bytes::float8 as bytes, filings, refused, ciks, ' +
      `${isoTime("taken_at")} as "takenAt" from data_set_quarter where quarter = $1`,
    [quarter],
  );
  return rows[0] ?? null;
}

/** Records that a quarter is archived; its companies are to be built. */
export async function storeQuarter(db: Queryable, stored: StoredQuarter): Promise<void> {
  const { quarter, url, etag, lastModified, bytes, filings, refused, ciks, takenAt } = stored;
  await db.query(
    "insert into data_set_quarter (quarter, url, etag, last_modified, bytes, filings, refused, ciks, taken_at) " +
      "values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (quarter) do update set url = excluded.url, " +
      "etag = excluded.etag, last_modified = excluded.last_modified, bytes = excluded.bytes, filings = excluded.filings, " +
      "refused = excluded.refused, ciks = excluded.ciks, taken_at = excluded.taken_at, built_at = null",
    [quarter, url, etag, lastModified, bytes, filings, refused, ciks, takenAt],
  );
}

/** Forgets that the quarter with this filing is archived, so that it is taken again. */
export async function forgetQuarterOf(db: Queryable, url: string): Promise<void> {
  await db.query(
    `delete from data_set_quarter where quarter = substring($1::text from '${quarterInUrl}')`,
    [url],
  );
}

/** Quarters whose companies have not been built with them, and these companies, ascending. */
export async function listUnbuilt(db: Queryable): Promise<{ quarters: string[]; ciks: string[] }> {
  const found = await db.query(
    "select quarter from data_set_quarter where built_at is null order by quarter",
  );
  const quarters = found.rows.map(({ quarter }: { quarter: string }) => quarter);
  if (quarters.length === 0) return { quarters, ciks: [] };
  const { rows } = await db.query(
    "select distinct cik from raw_document where kind = 'data-set' and origin = 'crawl' " +
      `and substring(url from '${quarterInUrl}') = any($1::text[]) order by cik`,
    [quarters],
  );
  return { quarters, ciks: rows.map(({ cik }: { cik: string }) => cik) };
}

/** Says that the companies of these quarters are built, or will be. */
export async function markBuilt(db: Queryable, quarters: readonly string[], at: string) {
  await db.query(
    "update data_set_quarter set built_at = $2 where quarter = any($1::text[]) and built_at is null",
    [quarters, at],
  );
}

const lockSpace = 7_305_105;

/** Runs work on a quarter unless another process is at it: then null. */
export async function holdQuarter<T>(
  { pool, lite }: Pick<Database, "pool" | "lite">,
  quarter: string,
  work: () => Promise<T>,
): Promise<T | null> {
  // Only one process can open the embedded database.
  if (lite) return work();
  const client = await pool.connect();
  const ignore = () => {};
  // Without its connection the lock is gone; the work goes on and may be done twice.
  client.on("error", ignore);
  let isHeld = false;
  try {
    const { rows } = await client.query("select pg_try_advisory_lock($1, hashtext($2)) as held", [
      lockSpace,
      quarter,
    ]);
    isHeld = rows[0].held;
    return isHeld ? await work() : null;
  } finally {
    const unlock = "select pg_advisory_unlock($1, hashtext($2))";
    if (isHeld) await client.query(unlock, [lockSpace, quarter]).catch(ignore);
    client.off("error", ignore);
    client.release();
  }
}
