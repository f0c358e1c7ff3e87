import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "#schemas/database/db.ts";
import { rawDocument } from "#schemas/tables/companies/filing.ts";
import { dataSetQuarter } from "#schemas/tables/operation/data-set.ts";
import { isAnyOf, on, type Queryable, texts } from "./transaction.ts";

/** In the address of a filing of a quarter. */
const quarterInUrl = "/([0-9]{4}q[1-4])[.]zip#";

/**
 * A quarter of the Financial Statement Data Sets whose filings are archived: "2010q2". `ciks` are the companies taken out
 * of it; null for every one.
 */
export type StoredQuarter = Omit<typeof dataSetQuarter.$inferSelect, "builtAt">;

export async function findQuarter(db: Queryable, quarter: string): Promise<StoredQuarter | null> {
  const [row] = await on(db)
    .select()
    .from(dataSetQuarter)
    .where(eq(dataSetQuarter.quarter, quarter));
  return row ?? null;
}

/** Records that a quarter is archived; its companies are to be built. */
export async function storeQuarter(db: Queryable, stored: StoredQuarter): Promise<void> {
  await on(db)
    .insert(dataSetQuarter)
    .values(stored)
    .onConflictDoUpdate({ target: dataSetQuarter.quarter, set: { ...stored, builtAt: null } });
}

/** Forgets that the quarter with this filing is archived, so that it is taken again. */
export async function forgetQuarterOf(db: Queryable, url: string): Promise<void> {
  const named = sql`substring(${url}::text from ${quarterInUrl})`;
  await on(db).delete(dataSetQuarter).where(eq(dataSetQuarter.quarter, named));
}

/** Quarters whose companies have not been built with them, and these companies, ascending. */
export async function listUnbuilt(db: Queryable): Promise<{ quarters: string[]; ciks: string[] }> {
  const found = await on(db)
    .select({ quarter: dataSetQuarter.quarter })
    .from(dataSetQuarter)
    .where(isNull(dataSetQuarter.builtAt))
    .orderBy(asc(dataSetQuarter.quarter));
  const quarters = found.map(({ quarter }) => quarter);
  if (quarters.length === 0) return { quarters, ciks: [] };
  const { companyKey, kind, origin, url } = rawDocument;
  const isOfQuarter = sql`substring(${url} from ${quarterInUrl}) = any(${texts(quarters)})`;
  const rows = await on(db)
    .selectDistinct({ key: companyKey })
    .from(rawDocument)
    .where(and(eq(kind, "data-set"), eq(origin, "crawl"), isOfQuarter))
    .orderBy(asc(companyKey));
  return { quarters, ciks: rows.flatMap(({ key }) => key ?? []) };
}

/** Says that the companies of these quarters are built, or will be. */
export async function markBuilt(db: Queryable, quarters: readonly string[], at: string) {
  await on(db)
    .update(dataSetQuarter)
    .set({ builtAt: at })
    .where(and(isAnyOf(dataSetQuarter.quarter, quarters), isNull(dataSetQuarter.builtAt)));
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
