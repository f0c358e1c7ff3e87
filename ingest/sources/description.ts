import type { CompanyProfile, FilingRecord } from "#schemas/shapes/companies/company.ts";
import type { ParsedFacts } from "#schemas/shapes/companies/fact.ts";
import type { Terminal } from "#schemas/shapes/companies/terminal.ts";

/**
 * What a source is, without a connection: the same in every process and build thread. All code outside the source's
 * folder learns of its company keys, forms, words and documents here.
 */
export interface SourceDescription {
  /** Short, in lower case: "edgar". Company keys of all sources but EDGAR begin with it: "alba:00042". */
  readonly key: string;
  /** How figures name it: "SEC EDGAR". */
  readonly name: string;
  /** The authority behind it, as the attribution of a document names it. */
  readonly provider: string;
  /** Words for sentences: "the U.S. Securities and Exchange Commission", "the SEC", and the name of its archive, "EDGAR". */
  readonly authority: string;
  readonly shortAuthority: string;
  readonly system: string;
  readonly forms: SourceForms;
  /** Whether a company key, as it is stored, is one of this source. */
  isCompany(key: string): boolean;
  /** The company key that a person means by this text; null where it is no key of this source. */
  companyKeyOf(typed: string): string | null;
  /** Addresses of the documents that every company of the source has: one that is gone is a failure. */
  mainDocuments(company: string): string[];
  /** What the directory shows of a company: its pages at the source. */
  pages(company: string): SourcePages;
  /** Throws ParseError when the document is not what its kind promises. Pure. `wanted` are the tags to keep. */
  parse(document: DocumentRef, body: Buffer, wanted: ReadonlySet<string>): ParsedDocument;
}

/** The forms of a source, without amendments. */
export interface SourceForms {
  /** Reports of a year, and of a part of one. */
  annual: readonly string[];
  interim: readonly string[];
  /** The interim reports that are of a half year, where the others are of a quarter. */
  halfYear: readonly string[];
  /** Reports of events, and everything else that may carry figures. */
  current: readonly string[];
  /** Reports of a company's insiders on what they hold. */
  insiders: readonly string[];
  /** What an amendment adds to the form that it amends: "/A". */
  amendmentMark: string;
  /** Forms by which a company leaves the duty to report, and a security its exchange. */
  endReporting: readonly string[];
  endListing: readonly string[];
  /** Current forms that show that a company still reports, where it owes few periodic ones. */
  signsOfLife: readonly string[];
  /** What kind of issuer files a form; the others are domestic. */
  issuers: Readonly<Record<string, IssuerStatus>>;
}

export type IssuerStatus = NonNullable<Terminal["identity"]["issuerStatus"]>;

export interface SourcePages {
  /** The company record with its filing index, its figures, and its filings for a reader. */
  index: SourcePage & { id: string };
  figures: SourcePage & { id: string };
  filings: SourcePage;
}

export interface SourcePage {
  label: string;
  url: string;
}

/** A document by its true address, which a mirror may serve in the source's stead. */
export interface DocumentRef {
  url: string;
  kind: "submissions" | "submissions-page" | "companyfacts" | "instance" | "presentation";
  cik: string;
  /** Of an instance or a presentation linkbase: the filing it belongs to. */
  filing?: { accession: string; form: string | null; filed: string | null };
}

/** A document of a company, or a list that concerns many. */
export type DocumentAddress = DocumentRef | { url: string; kind: "tickers"; cik: null };

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
