import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FiledReport } from "#schemas/shapes/companies/filed-report.ts";
import { readReportText } from "./read-report-text.ts";

const folder = join(import.meta.dirname, "../figures/reports");

/** Where the report of a filing is kept. */
export const reportPath = (accession: string) => join(folder, `${accession}.tsv`);

/** The bundled reports, by accession number. */
export async function readSampleReports(): Promise<FiledReport[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".tsv")).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return texts.map(readReportText);
}
