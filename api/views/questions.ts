import type { View } from "#ingest/company-input.ts";
import type { CompanyProfile, FilingRecord } from "#schemas/shapes/company.ts";
import type { StatementType } from "#schemas/shapes/statement.ts";

/** What is asked of a company in a view. */
export type Question =
  | { kind: "financials"; perShare?: PerShare }
  | { kind: "terminal" }
  | {
      kind: "statements";
      period: "annual" | "quarterly" | null;
      statementType: StatementType | null;
      perShare?: PerShare;
      /** Entries of the answer at most. */
      limit: number;
    }
  /** `period` is the key of a period or of a column of trailing twelve months; "TTM" is the newest of these. */
  | { kind: "lineage"; concept: string; period: string }
  /** What valuation models take from the filings, as `ModelFacts`; its `sic` is null. */
  | { kind: "modelFacts" };

/** Whether per-share figures also come on today's basis of shares; as filed where nothing is said. */
export type PerShare = "filed" | "adjusted";

/** What only the terminal is made from. */
export interface CompanyContext {
  profile: CompanyProfile;
  /** The whole filing index, and the filings that only the facts name. */
  filings: FilingRecord[];
  /** The stored terminal, packed: names, sources and what the platform knows of the company are taken from it. */
  terminal: Uint8Array;
}

export interface Subject {
  entityId: string;
  entityName: string;
  cik: string;
}

/** A question with everything that it is answered from. */
export interface ViewTask {
  question: Question;
  view: View;
  subject: Subject;
  /** Digest of the build whose facts these are. */
  version: string;
  /** ISO time of the newest document behind the facts. */
  sourcesAt: string;
  /** The facts document as it is stored: gzip of JSON. */
  facts: Uint8Array;
  /** The reports that the filing index lists. */
  filings: FilingRecord[];
  /** For the question "terminal"; null for the others. */
  company: CompanyContext | null;
  /** The version of the registry that was asked for; null where none was: then the one in force counts. */
  registryVersion: string | null;
  /** Of the one in force. */
  registrySha256: string;
}

/** A finished answer; or null where the company has no such period. */
export type ViewAnswer = { identity: Uint8Array; gzip: Uint8Array; etag: string } | null;

/** Messages from the view thread. */
export type FromThread = { kind: "answer"; answer: ViewAnswer } | { kind: "failed"; error: Error };
