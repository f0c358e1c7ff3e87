import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { asc, eq, gt } from "drizzle-orm";
import type { CompanyQuality, QualityLabel } from "#schemas/shapes/companies/quality.ts";
import { checkFailure, companyQuality } from "#schemas/tables/companies/quality.ts";
import { unpackQuality } from "../checks/packed-quality.ts";
import { isAnyOf, on, type Queryable } from "./transaction.ts";

const unpack = promisify(gunzip);

/** What the checks found on one company, as stored with its statements. */
export interface StoredQuality {
  cik: string;
  label: QualityLabel;
  quality: CompanyQuality;
}

/** Null when no check ran on the company. */
export async function loadQuality(db: Queryable, cik: string): Promise<StoredQuality | null> {
  const [row] = await on(db)
    .select()
    .from(companyQuality)
    .where(eq(companyQuality.companyKey, cik));
  if (!row) return null;
  return { cik, label: row.label, quality: await qualityIn(row.body) };
}

/** What the checks found, from the body that is kept. */
export async function qualityIn(body: Uint8Array): Promise<CompanyQuality> {
  return unpackQuality((await unpack(body)).toString("utf8"));
}

const companiesAtOnce = 200;

/** Every company on which checks ran, in order of CIK, a few hundred in memory at a time. */
export async function* readQuality(db: Queryable): AsyncGenerator<StoredQuality> {
  const { companyKey } = companyQuality;
  for (let after = ""; ; ) {
    const stored = await on(db)
      .select({ cik: companyKey, label: companyQuality.label, body: companyQuality.body })
      .from(companyQuality)
      .where(gt(companyKey, after))
      .orderBy(asc(companyKey))
      .limit(companiesAtOnce);
    for (const { cik, label, body } of stored) {
      yield { cik, label, quality: await qualityIn(body) };
    }
    const last = stored.at(-1);
    if (last === undefined || stored.length < companiesAtOnce) return;
    after = last.cik;
  }
}

/** A result that did not pass. */
export type StoredFailure = typeof checkFailure.$inferSelect;

/** The failures of the companies of this range, in order of CIK and check. */
export async function listStoredFailures(
  db: Queryable,
  ciks: readonly string[],
): Promise<StoredFailure[]> {
  return on(db)
    .select()
    .from(checkFailure)
    .where(isAnyOf(checkFailure.companyKey, ciks))
    .orderBy(asc(checkFailure.companyKey), asc(checkFailure.position));
}
