import type { CompanyProfile, FilingRecord } from "#schemas/shapes/company.ts";
import type { Fact, ParsedFacts, SourceName } from "#schemas/shapes/fact.ts";
import type { PeriodTables } from "#schemas/shapes/period-table.ts";
import type { Restatement, StatementPeriod } from "#schemas/shapes/statement.ts";
import type { History } from "./facts/history.ts";
import type { SubmittedStatement } from "./facts/submitted-statement.ts";
import type { Split } from "./statements/splits.ts";

/** One archived document, parsed. Documents arrive in any order; the build puts them in a canonical one. */
export interface FactDocument {
  parsed: ParsedFacts;
  source: SourceName;
  /** "crawl" for the regulator's own address, "file" for a document given by hand: it only adds. */
  origin: "crawl" | "file";
  kind: "companyfacts" | "instance" | "submitted" | "data-set";
  fetchedAt: string;
  digest: string;
}

/** Everything that a company is built from, without I/O. */
export interface CompanyInput {
  /** Ten digits. */
  cik: string;
  profile: CompanyProfile | null;
  filings: FilingRecord[];
  documents: FactDocument[];
  /** Statements that users handed in, merged with the regulator's value by value. */
  submitted: SubmittedStatement[];
  /** Facts of tags that nothing maps and that may hold a major part of a subtotal; absent without any. */
  unmappedParts?: Fact[];
}

/** The pure result of `buildCompany`: statements and period tables, newest period first, with all fact versions. */
export interface CompanyBuild {
  cik: string;
  /** Canonically ordered versions; lineage numbers are indexes into it. */
  facts: Fact[];
  /** Facts that no statement uses and models read; absent: none. */
  aside?: readonly Fact[];
  /** What the facts say of themselves: which are versions of one, the precision of each filing, the stock splits. */
  learned: {
    histories: readonly History[];
    quanta: ReadonlyMap<string, number>;
    splits: readonly Split[];
  };
  /** Annual, quarterly, half-year and transition periods, newest first. */
  periods: StatementPeriod[];
  tables: PeriodTables;
  restatements: Restatement[];
  /** Filings whose fiscal-year label disagreed with the learned one: reported, not obeyed. */
  labelMismatches: {
    accession: string;
    form: string;
    stated: number;
    learned: number;
    end: string;
  }[];
  unmapped: { taxonomy: string; tag: string; count: number }[];
}

/** Which vintage of the facts a build looks at (standardization.md 2.6). */
export type View =
  | { kind: "latest" }
  | { kind: "asFirstReported" }
  /** Only versions filed on or before this ISO date. */
  | { kind: "asOf"; date: string };
