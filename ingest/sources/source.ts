import type { CompanyProfile, FilingRecord } from "#schemas/shapes/companies/company.ts";
import type { ParsedFacts, SourceName } from "#schemas/shapes/companies/fact.ts";
import type { HttpResult } from "../http/request.ts";

/**
 * Where statements come from. A source says what is new, fetches documents and reads them; it knows nothing
 * of what is computed from them. `parse` is pure: it runs in a worker, and in a test on a recorded file.
 */
export interface Source {
  /** Decides which value wins: audited over regulator over connector over manual. */
  readonly name: SourceName;
  /** Filings that became public on or after the ISO date, oldest day first; one may come twice. Throws SourceError. */
  list(since: string): AsyncIterable<AnnouncedFiling>;
  /** One document, unless it is still the one that `known` validates. Throws SourceError. */
  fetch(document: DocumentRef, known?: Validators): Promise<HttpResult>;
  /** Throws ParseError when the document is not what its kind promises. `wanted` are the tags to keep. */
  parse(document: DocumentRef, body: Buffer, wanted: ReadonlySet<string>): ParsedDocument;
}

export interface AnnouncedFiling {
  /** Ten digits. */
  cik: string;
  accession: string;
  form: string;
  filed: string;
}

/** A document by its true address, which a mirror may serve in the source's stead. */
export interface DocumentRef {
  url: string;
  kind: "submissions" | "submissions-page" | "companyfacts" | "instance" | "presentation";
  cik: string;
  /** Of an instance or a presentation linkbase: the filing it belongs to. */
  filing?: { accession: string; form: string | null; filed: string | null };
}

interface Validators {
  etag: string | null;
  lastModified: string | null;
}

export type ParsedDocument =
  | {
      kind: "submissions";
      profile: CompanyProfile;
      filings: FilingRecord[];
      /** Older pages, to be fetched as well. */
      olderPages: DocumentRef[];
      additions: string[];
    }
  | { kind: "submissions-page"; filings: FilingRecord[] }
  | { kind: "facts"; parsed: ParsedFacts };
