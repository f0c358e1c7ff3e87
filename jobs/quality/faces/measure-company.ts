import { and, eq, isNotNull } from "drizzle-orm";
import { type FaceMeasure, measureFaces } from "#ingest/faces/measured/measure-faces.ts";
import { openReport } from "#ingest/faces/shown/stored-reports.ts";
import { eachReport } from "#ingest/store/filed-reports.ts";
import { loadFactsDocument, loadPeriods } from "#ingest/store/stored-company.ts";
import { on, type Queryable } from "#ingest/store/transaction.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import { filedReport } from "#schemas/tables/companies/filed-report.ts";

/**
 * Measures the stored statements of a company on its stored reports, one report in memory at a time. Null without a
 * report.
 */
export async function measureCompanyFaces(
  { db, registry }: { db: Queryable; registry: Registry },
  cik: string,
): Promise<FaceMeasure | null> {
  const isReadable = and(eq(filedReport.companyKey, cik), isNotNull(filedReport.face));
  if ((await on(db).$count(filedReport, isReadable)) === 0) return null;
  const periods = await loadPeriods(db, cik, registry);
  const facts = (await loadFactsDocument(db, cik))?.facts ?? [];
  const measuring = measureFaces({ periods, facts, registry });
  for await (const { face } of eachReport(db, cik)) measuring.take(openReport(face, facts));
  return measuring.finish();
}
