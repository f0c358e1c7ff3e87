import type { Queryable } from "#ingest/store/transaction.ts";
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
  const { rows } = await db.query(
    `select at, registry_version as "registryVersion", engine_version as "engineVersion", summary as totals
     from quality_run where summary::text <> $1 order by id desc limit 1`,
    [JSON.stringify(totals)],
  );
  const [row] = rows as (Omit<QualityRun, "at"> & { at: Date | string })[];
  return row ? { ...row, at: new Date(row.at).toISOString() } : null;
}

/** Keeps the totals for the next report, unless the last one found the same; the oldest beyond fifty are dropped. */
export async function recordRun(db: Queryable, run: Omit<QualityRun, "at">): Promise<void> {
  const text = JSON.stringify(run.totals);
  await db.query(
    `insert into quality_run (registry_version, engine_version, summary)
     select $1, $2, $3::text::json
     where $3::text is distinct from (select summary::text from quality_run order by id desc limit 1)`,
    [run.registryVersion, run.engineVersion, text],
  );
  await db.query(
    "delete from quality_run where id <= (select id from quality_run order by id desc offset $1 limit 1)",
    [runsKept],
  );
}
