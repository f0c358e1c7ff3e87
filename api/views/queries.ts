import { and, eq, isNotNull, ne } from "drizzle-orm";
import type { Db } from "#schemas/db.ts";
import type { FilingRecord } from "#schemas/shapes/company.ts";
import { company, entity } from "#schemas/tables/company.ts";
import { filing } from "#schemas/tables/filing.ts";
import { companyBuild, companyFacts } from "#schemas/tables/statement.ts";

/** Digest of the company's build: another one means other facts. */
export interface BuildVersion {
  entityId: string;
  entityName: string;
  cik: string;
  version: string;
}

/** Null for an entity that does not exist, is not published, or has not been built. */
export async function findBuildVersion(db: Db, entityId: string): Promise<BuildVersion | null> {
  const [row] = await db
    .select({
      entityId: entity.id,
      entityName: entity.name,
      cik: company.cik,
      version: companyBuild.outputDigest,
    })
    .from(entity)
    .innerJoin(company, eq(company.entityId, entity.id))
    .innerJoin(companyBuild, eq(companyBuild.cik, company.cik))
    .where(and(eq(entity.id, entityId), eq(entity.published, true)));
  return row ?? null;
}

/** The packed facts document with the version and the time of the build it belongs to; null when there is none. */
export async function readPackedFacts(db: Db, cik: string) {
  const [row] = await db
    .select({
      version: companyBuild.outputDigest,
      sourcesAt: companyBuild.sourcesAt,
      facts: companyFacts.body,
    })
    .from(companyFacts)
    .innerJoin(companyBuild, eq(companyBuild.cik, companyFacts.cik))
    .where(eq(companyFacts.cik, cik));
  return row ?? null;
}

/** The reports with figures that the filing index lists. */
export async function listReports(db: Db, cik: string): Promise<FilingRecord[]> {
  return db
    .select({
      accession: filing.accession,
      cik: filing.cik,
      form: filing.form,
      filed: filing.filed,
      acceptedAt: filing.acceptedAt,
      reportDate: filing.reportDate,
      primaryDocument: filing.primaryDocument,
      isXbrl: filing.isXbrl,
    })
    .from(filing)
    .where(
      and(
        eq(filing.cik, cik),
        eq(filing.isXbrl, true),
        isNotNull(filing.reportDate),
        ne(filing.status, "withdrawn"),
      ),
    );
}
