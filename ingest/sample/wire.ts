import type { FactRow, Figures, FilingRow, Report, Series } from "./figures.ts";

/** Rows of the filing history per document; the real service has 1,000 and few companies reach a second page. */
const pageSize = 80;

/**
 * The company-facts document in the regulator's form, with what was filed up to `date`.
 * Values are written as the figures hold them, digit by digit. Labels and descriptions are null
 * and frames are left out: the figures have neither. Null when nothing was filed yet.
 */
export function companyFactsJson(figures: Figures, date: string): string | null {
  const reports = figures.reports.map((report) => (report.filed <= date ? reportTail(report) : ""));
  const taxonomies = new Map<string, Map<string, string[]>>();
  for (const series of figures.series) {
    const entries = seriesEntries(series, reports);
    if (entries.length === 0) continue;
    const tags = taxonomies.get(series.taxonomy) ?? new Map<string, string[]>();
    taxonomies.set(series.taxonomy, tags);
    const units = tags.get(series.tag) ?? [];
    tags.set(series.tag, units);
    units.push(`${JSON.stringify(series.unit)}:[${entries.join(",")}]`);
  }
  if (taxonomies.size === 0) return null;
  const facts = [...taxonomies].map(
    ([taxonomy, tags]) => `${JSON.stringify(taxonomy)}:{${[...tags].map(tagJson).join(",")}}`,
  );
  const head = `"cik":${Number(figures.profile.cik)},"entityName":${JSON.stringify(figures.entityName)}`;
  return `{${head},"facts":{${facts.join(",")}}}`;
}

function tagJson([tag, units]: [string, string[]]): string {
  return `${JSON.stringify(tag)}:{"label":null,"description":null,"units":{${units.join(",")}}}`;
}

function reportTail({ accession, form, filed, fy, fp }: Report): string {
  return JSON.stringify({ accn: accession, fy, fp, form, filed }).slice(1);
}

/** By period, and within a period by filing, as the service orders them. */
function seriesEntries({ rows }: Series, reports: string[]): string[] {
  return rows
    .flatMap((row) => row.reports.map((index) => ({ row, index })))
    .sort((a, b) => comparePeriods(a.row, b.row) || a.index - b.index)
    .flatMap(({ row, index }) => {
      const tail = reports[index];
      if (!tail) return [];
      const start = row.start === null ? "" : `"start":"${row.start}",`;
      return `{${start}"end":"${row.end}","val":${row.value},${tail}`;
    });
}

function comparePeriods(a: FactRow, b: FactRow): number {
  return compareText(a.end, b.end) || compareText(a.start ?? "", b.start ?? "");
}

export function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/**
 * The submissions document and its older pages, by file name, as they stood on `date`.
 * The newest filings are in `filings.recent`; older ones in bare pages that `filings.files` lists.
 */
export function submissionsJson(figures: Figures, date: string): Map<string, string> {
  const filings = figures.filings.filter(({ filingDate }) => filingDate <= date);
  const name = `CIK${figures.profile.cik}`;
  const older: { name: string; rows: FilingRow[] }[] = [];
  for (let at = pageSize; at < filings.length; at += pageSize) {
    const number = String(older.length + 1).padStart(3, "0");
    older.push({
      name: `${name}-submissions-${number}.json`,
      rows: filings.slice(at, at + pageSize),
    });
  }
  const files = older.map(({ name, rows }) => ({
    name,
    filingCount: rows.length,
    filingFrom: rows.at(-1)?.filingDate,
    filingTo: rows[0]?.filingDate,
  }));
  const recent = filingColumnsJson(filings.slice(0, pageSize));
  const main = JSON.stringify({ ...figures.profile, filings: { recent, files } });
  return new Map([
    [`${name}.json`, main],
    ...older.map((page) => [page.name, JSON.stringify(filingColumnsJson(page.rows))] as const),
  ]);
}

function filingColumnsJson(rows: FilingRow[]): Record<string, (string | number)[]> {
  const text = (name: keyof FilingRow) => rows.map((row) => row[name]);
  const number = (name: keyof FilingRow) => rows.map((row) => Number(row[name]));
  return {
    accessionNumber: text("accessionNumber"),
    filingDate: text("filingDate"),
    reportDate: text("reportDate"),
    acceptanceDateTime: text("acceptanceDateTime"),
    act: text("act"),
    form: text("form"),
    fileNumber: text("fileNumber"),
    filmNumber: text("filmNumber"),
    items: text("items"),
    core_type: text("form"),
    size: number("size"),
    isXBRL: number("isXBRL"),
    isInlineXBRL: number("isInlineXBRL"),
    primaryDocument: text("primaryDocument"),
    primaryDocDescription: text("primaryDocDescription"),
  };
}

interface Listing {
  cik: number;
  name: string;
  ticker: string;
  exchange: string | null;
}

function listings(companies: readonly Figures[]): Listing[] {
  return companies.flatMap(({ profile }) => {
    const tickers = Array.isArray(profile.tickers) ? profile.tickers.map(String) : [];
    const exchanges = Array.isArray(profile.exchanges) ? profile.exchanges : [];
    return tickers.map((ticker, at) => ({
      cik: Number(profile.cik),
      name: profile.name,
      ticker,
      exchange: typeof exchanges[at] === "string" ? exchanges[at] : null,
    }));
  });
}

/** `/files/company_tickers.json`: an object keyed "0", "1", …; one row per ticker. */
export function tickersJson(companies: readonly Figures[]): string {
  const rows = listings(companies).map(({ cik, ticker, name }) => ({
    cik_str: cik,
    ticker,
    title: name,
  }));
  return JSON.stringify(Object.fromEntries(rows.entries()));
}

/** `/files/company_tickers_exchange.json`: a table of fields and rows. */
export function tickersWithExchangeJson(companies: readonly Figures[]): string {
  return JSON.stringify({
    fields: ["cik", "name", "ticker", "exchange"],
    data: listings(companies).map(({ cik, name, ticker, exchange }) => [
      cik,
      name,
      ticker,
      exchange,
    ]),
  });
}
