import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { ParseError } from "#ingest/errors.ts";
import { readPackageReport } from "#ingest/faces/package/read-package-report.ts";
import { listBreakdowns } from "#ingest/faces/segments/list-breakdowns.ts";
import { type ReportOfFiling, segmentSeries } from "#ingest/faces/segments/segment-series.ts";
import type { FilingFiles } from "#ingest/facts/xbrl/filing-facts.ts";
import { loadRegistry } from "#registry/current/load.ts";
import { withPresentation } from "./facts-package.ts";

export interface Measured {
  companies: number;
  filings: number;
  /** Periods of breakdowns by how they add up. */
  counts: Record<string, number>;
  /** Those that do not add up: company, kind, metric, period, and both sums. */
  others: string[];
  /** Filings that could not be read, with the reason. */
  refused: string[];
}

/** How the breakdowns of every company in a folder of folders (company, then filing) add up. */
export function measureSegments(root: string): Measured {
  const measured: Measured = { companies: 0, filings: 0, counts: {}, others: [], refused: [] };
  const context = { calendar: null, registry: loadRegistry() };
  for (const company of readdirSync(root).sort()) {
    const reports = reportsIn(join(root, company), measured.refused);
    measured.filings += reports.length;
    const list = listBreakdowns(reports, null, context);
    if (list.length > 0) measured.companies += 1;
    for (const { by, metric } of list) {
      const question = { by, metric, asOf: null, view: "latest" as const };
      for (const period of segmentSeries(reports, question, context)?.periods ?? []) {
        const { key, reconciliation, element, total, sum } = period;
        measured.counts[reconciliation] = (measured.counts[reconciliation] ?? 0) + 1;
        if (reconciliation === "exact" || reconciliation === "rounding") continue;
        const sums = `${sum} of ${total?.value ?? "none"}`;
        measured.others.push(
          `${reconciliation} ${company} ${by} ${metric} ${key} ${element} ${sums}`,
        );
      }
    }
  }
  return measured;
}

function reportsIn(folder: string, refused: string[]): ReportOfFiling[] {
  const filings = readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isDirectory());
  return filings.flatMap((filing) =>
    packagesIn(filing).flatMap((files) => {
      const accession = basename(filing);
      try {
        const known = { accession, cik: null, form: null };
        const report = readPackageReport(withPresentation(files), known);
        return [{ report, filed: report.period ?? "" }];
      } catch (error) {
        if (!(error instanceof ParseError)) throw error;
        refused.push(`${filing}: ${error.message}`);
        return [];
      }
    }),
  );
}

/** The XBRL files of a filing; without linkbases each instance and each inline document alone. */
function packagesIn(folder: string): FilingFiles[] {
  const names = readdirSync(folder).filter((name) => /\.(?:xml|xsd|htm)(?:\.gz)?$/.test(name));
  const files = names
    .filter((name) => !/^R\d+\.htm|exhibit|^FilingSummary/.test(name))
    .map((name): [string, Buffer] => {
      const body = readFileSync(join(folder, name));
      return [name.replace(/\.gz$/, ""), name.endsWith(".gz") ? gunzipSync(body) : body];
    });
  if (files.some(([name]) => name.endsWith("_pre.xml"))) return [new Map(files)];
  return files.map((file) => new Map([file]));
}
