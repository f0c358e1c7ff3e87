import type { PgColumn } from "drizzle-orm/pg-core";
import type { CompanyProfile, FilingRecord } from "#schemas/shapes/companies/company.ts";
import type { CountsByCheck, QualityLabel } from "#schemas/shapes/companies/quality.ts";
import { statement } from "#schemas/tables/companies/statement.ts";
import type { Cell } from "../store/transaction.ts";
import type { ReadReport } from "./reports/read-report.ts";

/** The platform's own data about a company; part of the inputs of a build. */
export interface PlatformState {
  serviceTicker: string | null;
  claimStatus: string;
  /** The slug of a claimed company, which does not follow the regulator's name; null for others. */
  ownSlug?: string | null;
  /** Name of an entity without a CIK; absent for all others. */
  ownName?: string;
}

/** A company ready to be stored. Rows are text, which keeps the transfer from the worker thread cheap. */
export interface BuiltCompany {
  cik: string;
  name: string;
  slug: string;
  profile: CompanyProfile;
  /** Time of the document that the profile was read from. */
  profileFetchedAt: string;
  /** Oldest and newest time of the company's documents. */
  firstFetchedAt: string;
  sourcesAt: string;
  filings: FilingRecord[];
  /** First and last filing date the submissions cover, or null without them: a filing missing between the two was withdrawn. */
  listed: { from: string; to: string } | null;
  /** In the order of `statementColumns`. */
  statements: Cell[][];
  /** gzip of `{"facts":[…]}`. */
  facts: Uint8Array;
  /** `body` is the gzip of the answer's text, `etag` is of the text. */
  served: { kind: "terminal" | "financials"; body: Uint8Array; etag: string }[];
  /** In the order of `screenRowColumns`; null without a fiscal year. */
  screen: Cell[] | null;
  quality: BuiltQuality;
  reports: BuiltReports;
  registryVersion: string;
  registrySha256: string;
  engineVersion: string;
  inputDigest: string;
  outputDigest: string;
  /** Unknown members of the documents, for the log. */
  unknownMembers: string[];
  /** Facts that could not be read, with the reason, for the log. */
  setAside: string[];
  counts: BuildCounts;
}

/** The statements of the company's filings as printed. */
export interface BuiltReports {
  /** The filings that have a report, read now or before. */
  accessions: string[];
  /** Those that were read now. */
  read: ReadReport[];
  readerVersion: string;
}

/** Results of the checks; they change no value. */
export interface BuiltQuality {
  label: QualityLabel;
  counts: CountsByCheck;
  /** gzip of the packed `CompanyQuality`. */
  body: Uint8Array;
  /** In the order of `failureColumns`. */
  failures: Cell[][];
  digest: string;
}

export interface BuildCounts {
  facts: number;
  periods: number;
  converted: number;
  incomplete: number;
  unmapped: number;
  labelMismatches: number;
  /** Number of unknown kinds of members in the regulator's formats. */
  unknownMembers: number;
}

/** Columns of the statement table that a build writes; the last one is the row's digest. */
export const statementColumns: readonly PgColumn[] = [
  statement.companyKey,
  statement.periodKey,
  statement.statementType,
  statement.fiscalYear,
  statement.fiscalPeriod,
  statement.periodStart,
  statement.periodEnd,
  statement.currency,
  statement.template,
  statement.status,
  statement.sfrsSchemaId,
  statement.sfrsVersion,
  statement.registryVersion,
  statement.registrySha256,
  statement.fields,
  statement.missingFields,
  statement.reasons,
  statement.lineage,
  statement.notes,
  statement.source,
  statement.sources,
  statement.filings,
  statement.digest,
];
