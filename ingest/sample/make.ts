// Refreshes the bundled sample: node ingest/sample/make.ts FOLDER
// FOLDER is laid out like EDGAR's own URL space (submissions/, api/xbrl/companyfacts/, Archives/edgar/data/); X may be X.gz.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { z } from "zod";
import { type SampleCompany, sampleCompanies, sampleDate } from "./companies.ts";
import {
  type Figures,
  type FilingRow,
  filingColumns,
  type Report,
  type Series,
  writeFigures,
} from "./figures.ts";
import { makeReports } from "./reports/make-reports.ts";

/** Of each form the newest so many filings are kept, and every filing that carries facts. */
const filingsPerForm = 24;
const taxonomies = new Set(["us-gaap", "ifrs-full", "dei"]);

const factEntry = z.object({
  start: z.string().optional(),
  end: z.string(),
  // The reviver below turns every value into its exact text.
  val: z.string(),
  accn: z.string(),
  fy: z.number().nullish(),
  fp: z.string().nullish(),
  form: z.string(),
  filed: z.string(),
});
const companyFacts = z.object({
  entityName: z.string(),
  facts: z.record(
    z.string(),
    z.record(z.string(), z.object({ units: z.record(z.string(), z.array(factEntry)) })),
  ),
});
const cell = z.union([z.string(), z.number()]).nullable();
const columns = z.record(z.string(), z.array(cell));
const submissions = z
  .looseObject({ cik: z.string(), name: z.string() })
  .and(z.object({ filings: z.object({ recent: columns }) }));

type Entry = z.infer<typeof factEntry> & Pick<Series, "taxonomy" | "tag" | "unit">;

const [folder] = process.argv.slice(2);
if (!folder) {
  process.stderr.write("usage: node ingest/sample/make.ts FOLDER\n");
  process.exit(2);
}
for (const company of sampleCompanies) {
  const figures = await makeFigures(folder, company);
  const text = writeFigures(figures);
  await writeFile(join(import.meta.dirname, "figures", `${Number(company.cik)}.tsv`), text);
  const reports = await makeReports(folder, figures);
  process.stdout.write([`${company.name}: ${text.length} bytes`, ...reports, ""].join("\n"));
}

async function makeFigures(folder: string, company: SampleCompany): Promise<Figures> {
  const path = `CIK${company.cik}.json`;
  const { filings, ...profile } = submissions.parse(
    await readDocument(join(folder, "submissions", path)),
  );
  const { entityName, facts } = companyFacts.parse(
    await readDocument(join(folder, "api/xbrl/companyfacts", path)),
  );
  const entries = entriesInWindow(facts, company.from);
  const reports = listReports(entries);
  return {
    profile,
    entityName,
    filings: listFilings(filings.recent, company.from, reports, entries),
    reports,
    series: listSeries(entries, reports),
  };
}

/** Values keep their source text: a number that went through a double may come out as another. */
async function readDocument(path: string): Promise<unknown> {
  const plain = await readFile(path, "utf8").catch(() => null);
  const text = plain ?? gunzipSync(await readFile(`${path}.gz`)).toString("utf8");
  return JSON.parse(text, keepSourceText);
}

function keepSourceText(key: string, value: unknown, context?: { source?: string }): unknown {
  return key === "val" && context?.source !== undefined ? exactText(context.source) : value;
}

function exactText(source: string): string {
  if (!/^-?\d+(\.\d+)?$/.test(source)) throw new Error(`cannot take the value ${source} exactly`);
  return source;
}

function inWindow(date: string, from: string): boolean {
  return from <= date && date <= sampleDate;
}

function entriesInWindow(facts: z.infer<typeof companyFacts>["facts"], from: string): Entry[] {
  return Object.entries(facts)
    .filter(([taxonomy]) => taxonomies.has(taxonomy))
    .flatMap(([taxonomy, tags]) =>
      Object.entries(tags).flatMap(([tag, { units }]) =>
        Object.entries(units).flatMap(([unit, rows]) =>
          rows
            .filter(({ filed }) => inWindow(filed, from))
            .map((row) => ({ taxonomy, tag, unit, ...row })),
        ),
      ),
    );
}

function listReports(entries: Entry[]): Report[] {
  const reports = new Map<string, Report>();
  for (const { accn: accession, form, filed, fy = null, fp = null } of entries) {
    reports.set(accession, { accession, form, filed, fy, fp });
  }
  return [...reports.values()].sort((a, b) =>
    compare(a.filed + a.accession, b.filed + b.accession),
  );
}

function listSeries(entries: Entry[], reports: Report[]): Series[] {
  const reportIndex = new Map(reports.map(({ accession }, index) => [accession, index]));
  const series = new Map<string, Series>();
  const rows = new Map<string, Series["rows"][number]>();
  const ordered = entries.toSorted(
    (a, b) => compare(a.end, b.end) || compare(a.start ?? "", b.start ?? ""),
  );
  for (const { taxonomy, tag, unit, start = null, end, val: value, accn } of ordered) {
    const name = [taxonomy, tag, unit].join("\t");
    const one = series.get(name) ?? { taxonomy, tag, unit, rows: [] };
    series.set(name, one);
    const key = [name, start, end, value].join("\t");
    const row = rows.get(key) ?? { start, end, value, reports: [] };
    if (!rows.has(key)) one.rows.push(row);
    rows.set(key, row);
    row.reports.push(reportIndex.get(accn) ?? -1);
  }
  for (const row of rows.values()) row.reports.sort((a, b) => a - b);
  return [...series].sort(([a], [b]) => compare(a, b)).map(([, one]) => one);
}

function listFilings(
  recent: z.infer<typeof columns>,
  from: string,
  reports: Report[],
  entries: Entry[],
): FilingRow[] {
  const withFacts = new Set(reports.map(({ accession }) => accession));
  const filedBefore = (recent.accessionNumber ?? [])
    .map((_, at) => filingRow((name) => String(recent[name]?.[at] ?? "")))
    .filter(({ filingDate }) => inWindow(filingDate, from));
  const accessions = new Set(filedBefore.map(({ accessionNumber }) => accessionNumber));
  const missing = reports
    .filter(({ accession }) => !accessions.has(accession))
    .map((report) => rowFromFacts(report, entries));
  const taken = new Map<string, number>();
  return [...filedBefore, ...missing]
    .sort((a, b) => compare(b.filingDate, a.filingDate))
    .filter(({ form, accessionNumber }) => {
      taken.set(form, (taken.get(form) ?? 0) + 1);
      return (taken.get(form) ?? 0) <= filingsPerForm || withFacts.has(accessionNumber);
    });
}

function filingRow(read: (name: string) => string): FilingRow {
  return Object.fromEntries(filingColumns.map((name) => [name, read(name)])) as FilingRow;
}

/** A report that the filing history at hand lacks: what its facts tell, and nothing else. */
function rowFromFacts(report: Report, entries: Entry[]): FilingRow {
  const balanceDates = entries
    .filter(({ accn, tag }) => accn === report.accession && tag === "Assets")
    .map(({ end }) => end);
  const values: Record<string, string> = {
    accessionNumber: report.accession,
    form: report.form,
    filingDate: report.filed,
    reportDate: balanceDates.sort().at(-1) ?? "",
    size: "0",
    isXBRL: "1",
    isInlineXBRL: "1",
  };
  return filingRow((name) => values[name] ?? "");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
