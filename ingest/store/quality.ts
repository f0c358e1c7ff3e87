import { asc, eq } from "drizzle-orm";
import type { CountsByCheck } from "#schemas/shapes/companies/quality.ts";
import { checkFailure, companyQuality } from "#schemas/tables/companies/quality.ts";
import type { BuiltCompany } from "../builder/built-company.ts";
import { insertRows, on, type Queryable, upsert } from "./transaction.ts";

/** Columns of a failed check that a build writes. */
const failureColumns = [
  checkFailure.companyKey,
  checkFailure.position,
  checkFailure.checkId,
  checkFailure.severity,
  checkFailure.outcome,
  checkFailure.subject,
  checkFailure.concept,
  checkFailure.reason,
  checkFailure.difference,
  checkFailure.operands,
];

/** Stores what the checks found on the company; nothing is written when they found the same before. */
export async function storeQuality(
  client: Queryable,
  { cik, quality }: BuiltCompany,
): Promise<void> {
  const { label, counts, body, failures, digest } = quality;
  const row = { companyKey: cik, label, counts, body: Buffer.from(body), digest };
  const keys = [companyQuality.companyKey];
  if (!(await upsert(client, companyQuality, row, { keys, compared: [companyQuality.digest] }))) {
    return;
  }
  await on(client).delete(checkFailure).where(eq(checkFailure.companyKey, cik));
  await insertRows(client, { table: checkFailure, columns: failureColumns }, failures);
}

/** The outcomes of each company as stored, by CIK. */
export async function listQualityCounts(db: Queryable): Promise<Map<string, CountsByCheck>> {
  const { companyKey, counts } = companyQuality;
  const rows = await on(db)
    .select({ companyKey, counts })
    .from(companyQuality)
    .orderBy(asc(companyKey));
  return new Map(rows.map((row) => [row.companyKey, row.counts]));
}

/** The outcomes of one company as stored; null when no check ran on it. */
export async function findQualityCounts(db: Queryable, cik: string): Promise<CountsByCheck | null> {
  const [row] = await on(db)
    .select({ counts: companyQuality.counts })
    .from(companyQuality)
    .where(eq(companyQuality.companyKey, cik));
  return row?.counts ?? null;
}
