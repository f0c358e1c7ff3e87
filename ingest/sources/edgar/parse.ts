import { parseCompanyFacts } from "#ingest/facts/company-facts.ts";
import { parseInstance } from "#ingest/facts/xbrl/xbrl-instance.ts";
import { ParseError } from "../../errors.ts";
import type { DocumentRef, ParsedDocument } from "../description.ts";
import { parseSubmissions, parseSubmissionsPage } from "./submissions.ts";
import { submissionsPageUrl } from "./urls.ts";

/** Reads any document of one company, and refuses one that is another company's. Throws ParseError. */
export function parseDocument(
  document: DocumentRef,
  body: Buffer,
  wanted: ReadonlySet<string>,
): ParsedDocument {
  const { kind, cik } = document;
  if (kind === "submissions") return readSubmissions(body, cik);
  if (kind === "submissions-page") return { kind, filings: parseSubmissionsPage(body, cik) };
  const parsed =
    kind === "companyfacts"
      ? parseCompanyFacts(body, wanted)
      : parseInstance(body, wanted, filingOf(document));
  checkCompany(parsed.cik, cik);
  return { kind: "facts", parsed };
}

function readSubmissions(body: Buffer, cik: string): ParsedDocument {
  const { profile, filings, olderPages, additions } = parseSubmissions(body);
  checkCompany(profile.cik, cik);
  const pages = olderPages.map((name) => ({
    url: submissionsPageUrl(name),
    kind: "submissions-page" as const,
    cik,
  }));
  return { kind: "submissions", profile, filings, olderPages: pages, additions };
}

function filingOf({ url, filing }: DocumentRef) {
  if (filing) return filing;
  throw new ParseError(`an instance without its filing: ${url}`);
}

function checkCompany(found: string, expected: string): void {
  if (found !== expected) throw new ParseError(`the document is of CIK ${found}, not ${expected}`);
}
