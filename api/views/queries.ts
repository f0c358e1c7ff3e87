import { and, eq, isNotNull, ne, sql } from "drizzle-orm";
import { isTeamKey } from "#schemas/company-key.ts";
import type { Db } from "#schemas/database/db.ts";
import type { FilingRecord } from "#schemas/shapes/companies/company.ts";
import { companyBuild } from "#schemas/tables/companies/build.ts";
import { company, entity, tickerClaim } from "#schemas/tables/companies/company.ts";
import { filing } from "#schemas/tables/companies/filing.ts";
import { companyFacts, servedDocument } from "#schemas/tables/companies/statement.ts";
import { pick } from "../data/rows.ts";
import { buildKeyFor, isKnown, type Viewer, visibleTo } from "../data/visible-to.ts";
import type { TerminalSources } from "./questions.ts";

/** The version of a company's build: the digest of its output. Another digest means other facts. */
export interface BuildVersion {
  entityId: string;
  entityName: string;
  cik: string;
  version: string;
  /** True when everybody may read the entity by its id. */
  isOpen: boolean;
  /** True for a claimed company. */
  isClaimed: boolean;
}

/** Returns null when the entity does not exist, is hidden from the viewer, or nothing that they may read is built. */
export async function findBuildVersion(
  db: Db,
  entityId: string,
  viewer: Viewer | null,
): Promise<BuildVersion | null> {
  const [row] = await db
    .select({
      entityId: entity.id,
      entityName: entity.name,
      cik: companyBuild.companyKey,
      version: companyBuild.outputDigest,
      isKnown: sql<boolean>`(${isKnown()})`,
      isClaimed: sql<boolean>`${entity.claimStatus} = 'claimed'`,
    })
    .from(entity)
    .leftJoin(company, eq(company.entityId, entity.id))
    .innerJoin(companyBuild, eq(companyBuild.companyKey, buildKeyFor(viewer)))
    .where(and(eq(entity.id, entityId), visibleTo(viewer)));
  if (row === undefined) return null;
  const { isKnown: isOpen, ...version } = row;
  return { ...version, isOpen: isOpen && !isTeamKey(row.cik) };
}

/** The packed facts document, with the version and time of its build; null when there is none. */
export async function readPackedFacts(db: Db, cik: string) {
  const [row] = await db
    .select({
      version: companyBuild.outputDigest,
      sourcesAt: companyBuild.sourcesAt,
      facts: companyFacts.body,
    })
    .from(companyFacts)
    .innerJoin(companyBuild, eq(companyBuild.companyKey, companyFacts.companyKey))
    .where(eq(companyFacts.companyKey, cik));
  return row ?? null;
}

const filingColumns = {
  accession: filing.accession,
  cik: filing.companyKey,
  form: filing.form,
  filed: filing.filed,
  acceptedAt: filing.acceptedAt,
  reportDate: filing.reportDate,
  primaryDocument: filing.primaryDocument,
  isXbrl: filing.isXbrl,
};

const isListedOf = (cik: string) => and(eq(filing.companyKey, cik), ne(filing.status, "withdrawn"));

/** The reports with XBRL figures in the filing index. */
export async function listReports(db: Db, cik: string): Promise<FilingRecord[]> {
  return db
    .select(filingColumns)
    .from(filing)
    .where(and(isListedOf(cik), eq(filing.isXbrl, true), isNotNull(filing.reportDate)));
}

/** The inputs of a terminal other than the facts; null when no terminal is stored. */
export async function readCompany(
  db: Db,
  { entityId, cik }: { entityId: string; cik: string },
): Promise<TerminalSources | null> {
  const kind = isTeamKey(cik) ? "team_terminal" : "terminal";
  const [row] = await db
    .select({ profile: profileColumns, terminal: servedDocument.body })
    .from(servedDocument)
    .leftJoin(
      company,
      and(eq(company.entityId, servedDocument.entityId), eq(company.companyKey, cik)),
    )
    .where(and(eq(servedDocument.entityId, entityId), eq(servedDocument.kind, kind)));
  if (row === undefined) return null;
  const tickers = await db
    .select({ ticker: tickerClaim.ticker, exchange: tickerClaim.exchange })
    .from(tickerClaim)
    .where(eq(tickerClaim.companyKey, cik))
    .orderBy(tickerClaim.position);
  const filings = await db.select(filingColumns).from(filing).where(isListedOf(cik));
  const profile = row.profile && { ...row.profile, ein: null, tickers };
  return { profile, filings, terminal: row.terminal };
}

const profileColumns = {
  cik: company.companyKey,
  name: company.secName,
  ...pick(company, "sic", "sicDescription", "fiscalYearEnd"),
  entityType: company.secEntityType,
  category: company.category,
  stateOfIncorporation: company.stateOfIncorporation,
  description: company.description,
  website: company.website,
  phone: company.phone,
  formerNames: company.formerNames,
  addresses: company.addresses,
};
