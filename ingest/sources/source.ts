import type { Database } from "#schemas/database/db.ts";
import type { Archive } from "../archive.ts";
import type { Http, HttpResult, Log } from "../http.ts";
import type { DocumentAddress, SourceDescription } from "./description.ts";

/**
 * Where statements come from, connected: it says what is new, and fetches the documents of a company. It knows nothing
 * of what is computed from them.
 */
export interface Source {
  readonly description: SourceDescription;
  /** Describes where its documents come from when that is not the regulator itself: "the bundled sample of …"; else null. */
  readonly via: string | null;
  /** Filings that became public on or after the ISO date, oldest day first; one may come twice. Throws SourceError. */
  list(since: string): AsyncIterable<AnnouncedFiling>;
  /** The filings of one day (ISO date); none where the source has no list of that day. Throws SourceError. */
  listDay(date: string): Promise<AnnouncedFiling[]>;
  /** Pages of the newest filings, newest first. The caller stops where it knows the rest. Throws SourceError. */
  listNewest(): AsyncIterable<AnnouncedFiling[]>;
  /** One document, unless it is still the one that `known` validates. Throws SourceError. */
  fetch(document: DocumentAddress, known: Validators): Promise<HttpResult>;
  /**
   * Archives what is new of a company: every document that its statements are built from. What was never there is no
   * error. Throws SourceError when the source cannot be asked now.
   */
  gather(company: string, context: GatherContext): Promise<Gathered>;
  /** How a document that the archive lost is fetched again; null for one without an address of its own. */
  again(document: LostDocument, context: GatherContext): (() => Promise<object | null>) | null;
}

export interface Gathered {
  /** Packages of filings that came now. */
  packages: number;
}

/** What gathering and archiving use. */
export interface GatherContext {
  database: Database;
  archive: Archive;
  http: Http;
  sources: readonly Source[];
  /** Which packages of filings are fetched with a company. */
  packages: PackageSetting;
  now: () => Date;
  log: Log;
  /** Called at each named step between two writes; tests crash the process there. */
  boundary: (name: string) => void;
}

/** Which packages of filings (`<accession>-xbrl.zip`) are fetched with a company. */
export interface PackageSetting {
  /** Of the newest periodic reports so many. */
  count: number;
  /** Whether reports are left out that the Financial Statement Data Sets have, or should have by now. */
  isOnlyBeyondDataSets: boolean;
}

export interface AnnouncedFiling {
  /** The company key. */
  cik: string;
  accession: string;
  form: string;
  filed: string;
}

/** An archived document whose bytes are missing. */
export interface LostDocument {
  url: string;
  kind: string;
  companyKey: string | null;
  accession: string | null;
  form: string | null;
  filed: string | null;
}

interface Validators {
  etag: string | null;
  lastModified: string | null;
}
