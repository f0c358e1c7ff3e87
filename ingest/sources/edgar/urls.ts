/** The regulator's own hosts; a mirror stands in for either with the same paths behind them. */
export const edgarHosts = { data: "https://data.sec.gov", www: "https://www.sec.gov" } as const;

export type EdgarHosts = Record<keyof typeof edgarHosts, string>;

/** Where to fetch what has this true address, given where the hosts are to be found (no slash at the end). */
export function locateUrl(url: string, hosts: EdgarHosts): string {
  for (const name of ["data", "www"] as const) {
    const origin = edgarHosts[name];
    if (url.startsWith(`${origin}/`)) return hosts[name] + url.slice(origin.length);
  }
  return url;
}

export const tickersUrl = `${edgarHosts.www}/files/company_tickers.json`;
export const tickersExchangeUrl = `${edgarHosts.www}/files/company_tickers_exchange.json`;

/** The filing index of a company: its profile and newest filings. Takes a CIK with or without leading zeros. */
export function submissionsUrl(cik: string): string {
  return submissionsPageUrl(`CIK${tenDigits(cik)}.json`);
}

/** An older page, by the name that the filing index gives it. */
export function submissionsPageUrl(name: string): string {
  return `${edgarHosts.data}/submissions/${name}`;
}

export function companyFactsUrl(cik: string): string {
  return `${edgarHosts.data}/api/xbrl/companyfacts/CIK${tenDigits(cik)}.json`;
}

/** A page of the feed of newest filings of all companies; `count` may be 10, 20, 40, 80 or 100. */
export function currentFeedUrl(page: { start: number; count: number }): string {
  const query = `action=getcurrent&count=${page.count}&start=${page.start}&type=&owner=include`;
  return `${edgarHosts.www}/cgi-bin/browse-edgar?${query}&output=atom`;
}

/** All filings of one day (ISO date), by form unless another order is wanted. Weekends, holidays and today have none. */
export function dailyIndexUrl(date: string, order: "form" | "company" | "master" = "form"): string {
  const [year = "", month = "", day = ""] = date.split("-");
  const quarter = Math.ceil(Number(month) / 3);
  const folder = `${edgarHosts.www}/Archives/edgar/daily-index/${year}/QTR${quarter}`;
  return `${folder}/${order}.${year}${month}${day}.idx`;
}

interface FilingKey {
  cik: string;
  accession: string;
}

/** The folder of a filing, without a slash at its end. */
export function filingFolderUrl({ cik, accession }: FilingKey): string {
  const folder = accession.replaceAll("-", "");
  return `${edgarHosts.www}/Archives/edgar/data/${Number(cik)}/${folder}`;
}

/** The list of the files in a filing's folder, as JSON. */
export function filingListUrl(filing: FilingKey): string {
  return `${filingFolderUrl(filing)}/index.json`;
}

export function filingFileUrl(filing: FilingKey, name: string): string {
  return `${filingFolderUrl(filing)}/${encodeURIComponent(name)}`;
}

/** The archive of a filing's XBRL files and the pages around them. */
export function filingPackageUrl(filing: FilingKey): string {
  return filingFileUrl(filing, `${filing.accession}-xbrl.zip`);
}

/** Pages that link to the quarters of the Financial Statement Data Sets, the present one first. */
export const dataSetPages = [
  `${edgarHosts.www}/data-research/sec-markets-data/financial-statement-data-sets`,
  `${edgarHosts.www}/dera/data/financial-statement-data-sets`,
] as const;

/** Where a quarter of the data sets (2010q2) may be. */
export function dataSetUrls(quarter: string): [string, string] {
  const path = `data/financial-statement-data-sets/${quarter}.zip`;
  return [`${edgarHosts.www}/files/dera/${path}`, `${edgarHosts.www}/files/structureddata/${path}`];
}

function tenDigits(cik: string): string {
  return cik.padStart(10, "0");
}
