import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FiledReport } from "#schemas/shapes/companies/filed-report.ts";
import { packageZip } from "../../bulk/write-package.ts";
import type { ArchivedFiling, SampleArchives } from "../routes.ts";
import { readReportText } from "./read-report-text.ts";
import { packageFiles } from "./wire/package-wire.ts";

const folder = join(import.meta.dirname, "../figures/reports");

/** Where the report of a filing is kept. */
export const reportPath = (accession: string) => join(folder, `${accession}.tsv`);

/** The bundled reports, by accession number. */
export async function readSampleReports(): Promise<FiledReport[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".tsv")).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return texts.map(readReportText);
}

/** The XBRL files and the package of each bundled report, made when they are first asked for. */
export function sampleFilings(): NonNullable<SampleArchives["filings"]> {
  const made = new Map<string, Promise<ArchivedFiling | undefined>>();
  return {
    get(accession) {
      const filing = made.get(accession) ?? makeFiling(accession);
      made.set(accession, filing);
      return filing;
    },
  };
}

async function makeFiling(accession: string): Promise<ArchivedFiling | undefined> {
  const names = await readdir(folder);
  if (!names.includes(`${accession}.tsv`)) return undefined;
  const files = packageFiles(readReportText(await readFile(reportPath(accession), "utf8")));
  return { files, package: await packageZip(files) };
}
