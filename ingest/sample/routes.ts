import { dailyFormIndex, filingIndexJson, findFiling } from "./archive-listings.ts";
import { coverInstance } from "./cover-instances.ts";
import { dataSetAnswer, type SampleDataSets } from "./data-set-pages.ts";
import { accessDenied, type ErrorPage, feedPastTheEnd, noSuchKey } from "./error-pages.ts";
import { feedPage } from "./feed.ts";
import type { Figures } from "./figures.ts";
import { companyFactsJson, submissionsJson, tickersJson, tickersWithExchangeJson } from "./wire.ts";

/** Files of a filing, and their package; null for a filing without one. */
export interface ArchivedFiling {
  files: ReadonlyMap<string, Buffer>;
  package: Buffer | null;
}

/** What the regulator has beside its companies. */
export interface SampleArchives {
  /** By accession number; a map, or something that makes a filing when it is asked for. */
  filings?: {
    get(accession: string): ArchivedFiling | undefined | Promise<ArchivedFiling | undefined>;
  };
  dataSets?: SampleDataSets;
}

/** A body to serve. `modified` is the ISO date it last changed on, null for one without validators. */
export interface Document {
  contentType: string;
  body: string | Buffer;
  modified: string | null;
}

const json = "application/json";

/** What stands at `path` (with its query) on `date`: a document, or the error page of the real service. */
export async function answerTo(
  companies: readonly Figures[],
  date: string,
  path: string,
  archives: SampleArchives = {},
): Promise<Document | ErrorPage> {
  const address = URL.parse(`http://regulator.invalid${path}`);
  if (!address) return noSuchKey(path);
  const { pathname, searchParams } = address;
  if (pathname === "/cgi-bin/browse-edgar") return feedAnswer(companies, date, searchParams);
  if (pathname === "/files/company_tickers.json") {
    return { contentType: json, body: tickersJson(companies), modified: date };
  }
  if (pathname === "/files/company_tickers_exchange.json") {
    return { contentType: json, body: tickersWithExchangeJson(companies), modified: date };
  }
  if (pathname.startsWith("/Archives/")) return archiveAnswer(companies, date, pathname, archives);
  const dataSets = archives.dataSets && dataSetAnswer(archives.dataSets, date, pathname);
  if (dataSets) return dataSets;
  return companyAnswer(companies, date, pathname) ?? noSuchKey(pathname.slice(1));
}

function feedAnswer(
  companies: readonly Figures[],
  date: string,
  query: URLSearchParams,
): Document | ErrorPage {
  if (query.get("action") !== "getcurrent" || query.get("output") !== "atom") {
    return feedPastTheEnd;
  }
  const body = feedPage(companies, date, query);
  return body ? { contentType: "application/atom+xml", body, modified: null } : feedPastTheEnd;
}

function companyAnswer(
  companies: readonly Figures[],
  date: string,
  pathname: string,
): Document | null {
  const [, folder, name = "", cik] = companyPath.exec(pathname) ?? [];
  const figures = companies.find(({ profile }) => profile.cik === cik);
  if (!figures) return null;
  const documents =
    folder === "submissions"
      ? submissionsJson(figures, date)
      : new Map([[`CIK${cik}.json`, companyFactsJson(figures, date)]]);
  const body = documents.get(name);
  return body ? { contentType: json, body, modified: newestFiling(figures, date) } : null;
}

const companyPath = /^\/(submissions|api\/xbrl\/companyfacts)\/(CIK(\d{10})[^/]*\.json)$/;

/** Newest filing date up to `date`: the day the company's documents last changed. */
function newestFiling({ filings }: Figures, date: string): string {
  return filings.find(({ filingDate }) => filingDate <= date)?.filingDate ?? "1994-01-01";
}

async function archiveAnswer(
  companies: readonly Figures[],
  date: string,
  pathname: string,
  archives: SampleArchives,
): Promise<Document | ErrorPage> {
  const index = dailyFormIndex(companies, date, pathname);
  if (index !== null) {
    const day = pathname.replace(/^.*form\.(\d{4})(\d\d)(\d\d)\.idx$/, "$1-$2-$3");
    return { contentType: "text/plain; charset=utf-8", body: index, modified: day };
  }
  return (await filingAnswer(companies, date, pathname, archives)) ?? accessDenied;
}

async function filingAnswer(
  companies: readonly Figures[],
  date: string,
  pathname: string,
  archives: SampleArchives,
): Promise<Document | null> {
  const [, cik, folder = "", name] =
    /^\/Archives\/edgar\/data\/(\d{1,10})\/(\d{18})\/([^/]+)$/.exec(pathname) ?? [];
  const figures = companies.find(({ profile }) => Number(profile.cik) === Number(cik));
  const filing = figures && findFiling(figures, folder, date);
  if (!figures || !filing) return null;
  const accession = filing.accessionNumber;
  const documents = await filesOf(accession, archives);
  const modified = filing.filingDate;
  if (name === "index.json") {
    const sizes = [...documents].map(([file, body]) => ({ name: file, size: body.length }));
    return {
      contentType: json,
      body: filingIndexJson(figures.profile.cik, filing, sizes),
      modified,
    };
  }
  const body = name === undefined ? undefined : documents.get(name);
  if (name === undefined || body === undefined) return null;
  return { contentType: typeOf(name), body, modified };
}

/** The files of a filing but for its own pages. */
async function filesOf(
  accession: string,
  { filings }: SampleArchives,
): Promise<Map<string, string | Buffer>> {
  const instance = coverInstance(accession);
  const files = new Map<string, string | Buffer>(instance ? [[instance.name, instance.body]] : []);
  const archived = await filings?.get(accession);
  for (const [name, body] of archived?.files ?? []) files.set(name, body);
  if (archived?.package) files.set(`${accession}-xbrl.zip`, archived.package);
  return files;
}

const contentTypes: Record<string, string> = { zip: "application/zip", htm: "text/html" };

const typeOf = (name: string) => contentTypes[name.split(".").at(-1) ?? ""] ?? "application/xml";
