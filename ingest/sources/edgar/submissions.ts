import { z } from "zod";
import type { CompanyProfile, FilingRecord } from "#schemas/shapes/companies/company.ts";
import { ParseError } from "../../errors.ts";
import { readAddresses, submittedAddress } from "./addresses.ts";
import {
  cik,
  cleanText,
  cleanTextOrNull,
  parseJsonBody,
  parseShape,
  unknownMembers,
} from "./border.ts";
import { filingColumns, readFilings } from "./filing-columns.ts";

export interface Submissions {
  profile: CompanyProfile;
  /** The newest ones, newest first; older ones are in the pages. */
  filings: FilingRecord[];
  /** Names of the older pages, for `submissionsPageUrl`. */
  olderPages: string[];
  /** Members that the format did not have before. */
  additions: string[];
}

const optionalText = z.string().nullish();

const submissions = z.object({
  cik,
  name: z.string().min(1),
  entityType: optionalText,
  sic: optionalText,
  sicDescription: optionalText,
  tickers: z.array(z.string()),
  exchanges: z.array(z.string().nullable()),
  ein: optionalText,
  description: optionalText,
  website: optionalText,
  category: optionalText,
  fiscalYearEnd: optionalText,
  stateOfIncorporation: optionalText,
  stateOfIncorporationDescription: optionalText,
  phone: optionalText,
  addresses: z.object({
    business: submittedAddress.nullish(),
    mailing: submittedAddress.nullish(),
  }),
  formerNames: z.array(
    z.object({ name: z.string(), from: z.string().nullish(), to: z.string().nullish() }),
  ),
  filings: z.object({
    recent: filingColumns,
    files: z.array(
      z.object({
        name: z.string().regex(/^CIK\d{10}-submissions-\d{3}\.json$/, "not the name of a page"),
      }),
    ),
  }),
});

// Known and not used: they are no drift.
const otherMembers =
  "ownerOrg insiderTransactionForOwnerExists insiderTransactionForIssuerExists lei investorWebsite flags";
const knownMembers = new Set([...Object.keys(submissions.shape), ...otherMembers.split(" ")]);

/**
 * A company's filing index. Throws ParseError for one that is cut, that misses something it always had,
 * or in which such a thing has another type; what is new in it is ignored and listed in `additions`.
 */
export function parseSubmissions(body: Buffer): Submissions {
  const document = parseJsonBody("submissions", body);
  const read = parseShape("submissions", submissions, document);
  return {
    profile: profileOf(read),
    filings: readFilings("submissions: filings.recent", read.cik, read.filings.recent),
    olderPages: read.filings.files.map(({ name }) => name),
    additions: unknownMembers(document as object, knownMembers),
  };
}

/** An older page: the bare columns of `filings.recent`, which do not name their company. Throws ParseError. */
export function parseSubmissionsPage(body: Buffer, companyCik: string): FilingRecord[] {
  const what = "submissions page";
  const columns = parseShape(what, filingColumns, parseJsonBody(what, body));
  return readFilings(what, parseShape(what, cik, companyCik), columns);
}

function profileOf(read: z.output<typeof submissions>): CompanyProfile {
  const name = cleanText(read.name);
  if (name === "") throw new ParseError("submissions: name: is empty", { where: "name" });
  return {
    cik: read.cik,
    name,
    sic: cleanTextOrNull(read.sic),
    sicDescription: cleanTextOrNull(read.sicDescription),
    fiscalYearEnd: monthAndDay(read.fiscalYearEnd),
    entityType: cleanTextOrNull(read.entityType),
    category: cleanTextOrNull(read.category?.replace(/<br\s*\/?>/gi, ", ")),
    stateOfIncorporation: incorporatedIn(read),
    description: cleanTextOrNull(read.description, 10_000),
    website: cleanTextOrNull(read.website, 2_000),
    phone: cleanTextOrNull(read.phone, 50),
    // Nine zeros stand for none.
    ein: cleanTextOrNull(read.ein?.replace(/^0+$/, "")),
    tickers: tickersOf(read.tickers, read.exchanges),
    formerNames: read.formerNames.map(({ name: former, from, to }) => ({
      name: cleanText(former),
      from: dayOf(from),
      to: dayOf(to),
    })),
    addresses: readAddresses(read.addresses),
  };
}

function tickersOf(tickers: string[], exchanges: (string | null)[]): CompanyProfile["tickers"] {
  return tickers
    .map((ticker, i) => ({
      ticker: cleanText(ticker, 20).toUpperCase(),
      exchange: cleanTextOrNull(exchanges[i], 40),
    }))
    .filter(({ ticker }) => ticker !== "");
}

/** Codes with a digit are EDGAR's own and say nothing without their meaning: 2M is Germany. */
function incorporatedIn(read: z.output<typeof submissions>): string | null {
  const code = cleanTextOrNull(read.stateOfIncorporation);
  const meaning = cleanTextOrNull(read.stateOfIncorporationDescription);
  return code && /\d/.test(code) ? (meaning ?? code) : code;
}

function monthAndDay(text: string | null | undefined): string | null {
  return text && /^(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.test(text) ? text : null;
}

function dayOf(time: string | null | undefined): string | null {
  return /^\d{4}-\d{2}-\d{2}/.exec(time ?? "")?.[0] ?? null;
}
