import type { ChargePlace } from "#registry/printed-charges.ts";
import type { Split } from "#registry/series/adjust-for-splits.ts";
import type { CompanyProfile, FilingRecord } from "#schemas/shapes/companies/company.ts";
import type { Fact, ParsedFacts, SourceName } from "#schemas/shapes/companies/fact.ts";
import type { PeriodTables } from "#schemas/shapes/companies/period-table.ts";
import type { Restatement, StatementPeriod } from "#schemas/shapes/companies/statement.ts";
import type { Face } from "./faces/evidence/face.ts";
import type { History } from "./facts/history/history.ts";
import type { SubmittedStatement } from "./facts/submitted-statement.ts";
import type { Calendar } from "./periods/fiscal-calendar.ts";

/** One archived document, parsed. Documents arrive in any order; the build puts them in a canonical one. */
export interface FactDocument {
  parsed: ParsedFacts;
  source: SourceName;
  /**
   * "crawl" for a document from the regulator's own address, "file" for one supplied by an operator, which only adds
   * values.
   */
  origin: "crawl" | "file";
  kind: "companyfacts" | "instance" | "submitted" | "data-set";
  fetchedAt: string;
  digest: string;
}

/** All inputs of a company's build, without I/O. */
export interface CompanyInput {
  /** Ten digits. */
  cik: string;
  profile: CompanyProfile | null;
  filings: FilingRecord[];
  documents: FactDocument[];
  /** Statements submitted by users, merged with the regulator's values one by one. */
  submitted: SubmittedStatement[];
  /** Facts of unmapped tags that may be a major part of a subtotal; absent without any. */
  unmappedParts?: Fact[];
  /** Facts of unmapped elements that a statement prints as a line; absent without any. */
  printed?: Fact[];
  /** The statements of filings as evidence; absent without any. Facts of rows that nothing maps are among the documents. */
  faces?: Face[];
}

/** The pure result of `buildCompany`: statements and period tables, newest period first, with all fact versions. */
export interface CompanyBuild {
  cik: string;
  /** Canonically ordered versions; lineage numbers are indexes into it. */
  facts: Fact[];
  /** Facts that models read and no statement uses; absent: none. */
  aside?: readonly Fact[];
  /** Elements that a filing states of members alone, by accession; absent: none known. */
  byMember?: Readonly<Record<string, readonly string[]>>;
  /** Labels of balance sheets, and of other rows that say what their elements do not (`rowLabels`), by accession and element; absent: none. */
  rowLabels?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Totals of the rows of balance sheets (`rowTotals`), by accession and element; absent: none. */
  rowTotals?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Places of the charges of income statements (`chargePlaces`), by accession and element; absent: none. */
  chargePlaces?: Readonly<Record<string, Readonly<Record<string, ChargePlace>>>>;
  /** Derived from the facts: which versions belong to one fact, the precision of each filing, and stock splits. */
  learned: {
    histories: readonly History[];
    quanta: ReadonlyMap<string, number>;
    splits: readonly Split[];
    calendar: Calendar;
  };
  /** Annual, quarterly, half-year and transition periods, newest first. */
  periods: StatementPeriod[];
  tables: PeriodTables;
  restatements: Restatement[];
  /** Filings whose fiscal-year label differs from the derived one. They are reported; the label is not used. */
  labelMismatches: {
    accession: string;
    form: string;
    stated: number;
    learned: number;
    end: string;
  }[];
  unmapped: { taxonomy: string; tag: string; count: number }[];
}

/** The vintage of facts that a build uses (standardization.md 2.6). */
export type View =
  | { kind: "latest" }
  | { kind: "asFirstReported" }
  /** Only versions filed on or before this ISO date. */
  | { kind: "asOf"; date: string };
