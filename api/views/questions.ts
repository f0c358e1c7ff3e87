import type { View } from "#ingest/company-input.ts";
import type { CompanyProfile, FilingRecord } from "#schemas/shapes/companies/company.ts";
import type { FiledStatementKind } from "#schemas/shapes/companies/filed-report.ts";
import type { BreakdownKind } from "#schemas/shapes/companies/segments.ts";
import type { StatementType } from "#schemas/shapes/companies/statement.ts";

/** A question about a company in a view. */
export type Question =
  | { kind: "financials"; perShare?: PerShare }
  | { kind: "terminal" }
  | {
      kind: "statements";
      period: "annual" | "quarterly" | null;
      statementType: StatementType | null;
      perShare?: PerShare;
      /** Maximum number of entries in the answer. */
      limit: number;
    }
  /** `period` is the key of a period or of a column of trailing twelve months; "TTM" is the newest such column. */
  | { kind: "lineage"; concept: string; period: string }
  /** The statements of one filing as printed: all, those of one kind, or its notes. */
  | { kind: "filedStatements"; accession: string; statement: FiledStatementKind | null }
  /** One statement over many periods as the filings printed it. */
  | {
      kind: "statementHistory";
      statement: FiledStatementKind;
      period: "annual" | "quarterly";
      limit: number;
    }
  /** A metric by the members of an axis; the view says which filings and which of their values. */
  | { kind: "segments"; by: BreakdownKind; metric: string }
  /** What the filings break down, and by what. */
  | { kind: "breakdowns" }
  /** How the figures stand on the printed statements. */
  | { kind: "statementQuality" }
  /** Where the values of these periods come from, in short, for the cells of a page: `CellSources`. */
  | { kind: "cellSources"; periods: readonly string[] }
  /** The inputs of valuation models from filings, as `ModelFacts`; its `sic` is null. */
  | { kind: "modelFacts" };

/** Whether split-adjusted per-share figures are added; default: only figures as filed. */
export type PerShare = "filed" | "adjusted";

/** A stored report: `face` and `notes` are gzip of a packed report. */
export interface StoredReport {
  accession: string;
  form: string;
  filed: string | null;
  face: Uint8Array;
  /** Null where the source has none, and where the question does not need them. */
  notes: Uint8Array | null;
}

/** Inputs that only the terminal needs. */
export interface TerminalSources {
  /** Null for what is built for a team. */
  profile: CompanyProfile | null;
  /** The whole filing index, plus filings that only the facts mention. */
  filings: FilingRecord[];
  /** The stored terminal, packed. Names, sources and the platform's own data about the company come from it. */
  terminal: Uint8Array;
}

export interface Subject {
  entityId: string;
  entityName: string;
  cik: string;
}

/** A question with all data that is needed to answer it. */
export interface ViewTask {
  question: Question;
  view: View;
  subject: Subject;
  /** Digest of the build that the facts belong to. */
  version: string;
  /** ISO time of the newest source document of the facts. */
  sourcesAt: string;
  /** The stored facts document: gzipped JSON. */
  facts: Uint8Array;
  /** The reports listed in the filing index. */
  filings: FilingRecord[];
  /** For the question "terminal"; null for the others. */
  company: TerminalSources | null;
  /** The statements as printed that the question is about, as far as the view knows them; empty for other questions. */
  reports: StoredReport[];
  /** The requested version of the registry; null means the current one. */
  registryVersion: string | null;
  /** Digest of the current registry. */
  registrySha256: string;
}

/** A finished answer; null when the company has no such period. */
export type ViewAnswer = { identity: Uint8Array; gzip: Uint8Array; etag: string } | null;

/** Messages from the view thread. */
export type FromThread = { kind: "answer"; answer: ViewAnswer } | { kind: "failed"; error: Error };
