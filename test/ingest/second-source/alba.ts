import { XMLParser } from "fast-xml-parser";
import { z } from "zod";
import { ParseError } from "#ingest/errors.ts";
import type { DocumentRef, SourceDescription } from "#ingest/sources/description.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";

/**
 * A made-up regulator: its companies have numbers of five digits, file accounts of a year and of its first half in a
 * format of its own, and correct them.
 */
export const host = "https://register.alba.example";

export const companyUrl = (number: string) => `${host}/companies/${number}.json`;
export const accountsUrl = (filing: string) => `${host}/accounts/${filing}.xml`;
export const numberOf = (company: string) => company.replace("alba:", "");

export const description: SourceDescription = {
  key: "alba",
  name: "Register of Alba",
  provider: "Companies Register of Alba",
  authority: "the Companies Register of Alba",
  shortAuthority: "the Register",
  system: "Alba Accounts",
  forms: {
    annual: ["Annual accounts"],
    interim: ["Half-year accounts"],
    halfYear: ["Half-year accounts"],
    current: ["Notice"],
    insiders: [],
    amendmentMark: " (corrected)",
    endReporting: ["Strike-off"],
    endListing: [],
    signsOfLife: [],
    issuers: {},
  },
  isCompany: (key) => /^alba:\d{5}$/.test(key),
  companyKeyOf: (typed) =>
    /^alba:\d{1,5}$/i.test(typed) ? `alba:${typed.slice(5).padStart(5, "0")}` : null,
  mainDocuments: (company) => [companyUrl(numberOf(company))],
  pages: (company) => {
    const url = companyUrl(numberOf(company));
    return {
      index: {
        id: `alba-${numberOf(company)}`,
        label: "Entry in the Companies Register of Alba",
        url,
      },
      figures: { id: `alba-accounts-${numberOf(company)}`, label: "Accounts filed in Alba", url },
      filings: { label: "All accounts filed in Alba", url },
    };
  },
  parse: (document, body, wanted) =>
    document.kind === "submissions" ? readCompany(body) : readAccounts(document, body, wanted),
};

const company = z.object({
  number: z.string(),
  name: z.string(),
  yearEnd: z.string(),
  filings: z.array(
    z.object({ id: z.string(), form: z.string(), filed: z.string(), until: z.string() }),
  ),
});

export const readEntry = (body: Buffer) => company.parse(JSON.parse(body.toString("utf8")));

function readCompany(body: Buffer) {
  const { number, name, yearEnd, filings } = readEntry(body);
  const cik = `alba:${number}`;
  return {
    kind: "submissions" as const,
    profile: {
      ...{
        cik,
        name,
        sic: null,
        sicDescription: null,
        fiscalYearEnd: yearEnd,
        entityType: "company",
      },
      ...{
        category: null,
        stateOfIncorporation: null,
        description: null,
        website: null,
        phone: null,
      },
      ...{ ein: null, tickers: [], formerNames: [], addresses: [] },
    },
    filings: filings.map(({ id, form, filed, until }) => ({
      ...{ accession: id, cik, form, filed, acceptedAt: `${filed}T09:00:00.000Z` },
      ...{ reportDate: until, primaryDocument: null, isXbrl: true },
    })),
    olderPages: [],
    additions: [],
  };
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseAttributeValue: false,
  parseTagValue: false,
  isArray: (name) => name === "fact",
});
const accounts = z.object({
  accounts: z.object({
    company: z.string(),
    name: z.string(),
    fact: z.array(
      z.object({
        element: z.string(),
        unit: z.string(),
        from: z.string().optional(),
        to: z.string(),
        "#text": z.string(),
      }),
    ),
  }),
});

function readAccounts(document: DocumentRef, body: Buffer, wanted: ReadonlySet<string>) {
  const read = accounts.safeParse(parser.parse(body.toString("utf8")));
  const { filing } = document;
  if (!read.success || !filing) throw new ParseError("not accounts of the register");
  const { company: number, name, fact } = read.data.accounts;
  const facts = fact.map((one): Fact => {
    const [taxonomy = "", tag = ""] = one.element.split(":");
    return {
      ...{
        taxonomy,
        tag,
        unit: one.unit,
        start: one.from ?? null,
        end: one.to,
        value: one["#text"],
      },
      ...{ accession: filing.accession, form: filing.form ?? "", filed: filing.filed },
      ...{ fy: null, fp: null, decimals: 0, dimensions: null },
    };
  });
  const isWanted = ({ taxonomy, tag }: Fact) => wanted.has(`${taxonomy}:${tag}`);
  return {
    kind: "facts" as const,
    parsed: {
      ...{ cik: `alba:${number}`, entityName: name, facts: facts.filter(isWanted) },
      ...{ unmapped: [], accession: filing.accession },
    },
  };
}
