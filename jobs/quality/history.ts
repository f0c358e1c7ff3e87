import { desc, lte, sql } from "drizzle-orm";
import { on, type Queryable } from "#ingest/store/transaction.ts";
import { qualityRun } from "#schemas/tables/companies/quality.ts";
import type { QualityTotals } from "./totals.ts";

/** The totals of an earlier report. */
export interface QualityRun {
  at: string;
  registryVersion: string;
  engineVersion: string;
  totals: QualityTotals;
}

const runsKept = 50;

/** The last report whose totals differ from these; null when there is none. */
export async function findPreviousRun(
  db: Queryable,
  totals: QualityTotals,
): Promise<QualityRun | null> {
  const { at, registryVersion, engineVersion, summary } = qualityRun;
  const [row] = await on(db)
    .select({ at, registryVersion, engineVersion, totals: summary })
    .from(qualityRun)
    .where(sql`${summary}::text <> ${JSON.stringify(totals)}`)
    .orderBy(desc(qualityRun.id))
    .limit(1);
  return (row as QualityRun | undefined) ?? null;
}

/** Keeps the totals for the next report, unless the last one found the same; the oldest beyond fifty are dropped. */
export async function recordRun(db: Queryable, run: Omit<QualityRun, "at">): Promise<void> {
  const { registryVersion, engineVersion, totals: summary } = run;
  const newest = on(db).select().from(qualityRun).orderBy(desc(qualityRun.id));
  const [last] = await newest.limit(1);
  if (JSON.stringify(last?.summary) === JSON.stringify(summary)) return;
  await on(db).insert(qualityRun).values({ registryVersion, engineVersion, summary });
  const [tooOld] = await on(db)
    .select({ id: qualityRun.id })
    .from(qualityRun)
    .orderBy(desc(qualityRun.id))
    .offset(runsKept)
    .limit(1);
  if (tooOld) await on(db).delete(qualityRun).where(lte(qualityRun.id, tooOld.id));
}
