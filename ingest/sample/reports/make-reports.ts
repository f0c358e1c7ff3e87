import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { readPackageZip } from "../../bulk/package-zip.ts";
import { ParseError } from "../../errors.ts";
import { readPackageReport } from "../../faces/package/read-package-report.ts";
import { type Figures, FiguresError, type FilingRow } from "../figures.ts";
import { reduceReport } from "./reduce-report.ts";
import { reportPath } from "./sample-reports.ts";
import { writeReportText } from "./write-report-text.ts";

/**
 * Writes the reports of a company that `folder` has packages of: `Archives/edgar/data/<cik>/<accession without
 * dashes>/` with `<accession>-xbrl.zip` or the single files, each possibly `.gz`. The newest two annual reports and the
 * newest quarterly one are made. What was there of other filings stays. Returns a sentence for each filing that was found.
 */
export async function makeReports(
  folder: string,
  { profile, filings }: Figures,
): Promise<string[]> {
  const told: string[] = [];
  for (const [shape, count] of wanted) {
    let made = 0;
    for (const filing of filings.filter(({ form }) => shape.test(form))) {
      const files = made < count ? await filesOf(folder, profile.cik, filing) : null;
      if (files === null) continue;
      const { isMade, sentence } = await makeReport(files, profile.cik, filing);
      if (isMade) made += 1;
      told.push(`${filing.form} ${filing.accessionNumber}: ${sentence}`);
    }
  }
  return told;
}

/** Forms, and how many of the newest filings. */
const wanted: readonly [RegExp, number][] = [
  [/^(?:10-KT?|20-F|40-F)$/, 2],
  [/^10-QT?$/, 1],
];

async function makeReport(
  files: ReadonlyMap<string, Buffer>,
  cik: string,
  { accessionNumber: accession, form }: FilingRow,
) {
  try {
    const report = reduceReport(readPackageReport(files, { accession, cik, form }));
    const text = writeReportText(report);
    await writeFile(reportPath(accession), text);
    return { isMade: true, sentence: `${text.length} bytes` };
  } catch (error) {
    if (!(error instanceof ParseError || error instanceof FiguresError)) throw error;
    return { isMade: false, sentence: error.message };
  }
}

/** Null where the folder has nothing of the filing. An extracted instance makes its page superfluous. */
async function filesOf(
  folder: string,
  cik: string,
  { accessionNumber: accession }: FilingRow,
): Promise<ReadonlyMap<string, Buffer> | null> {
  const path = join(
    folder,
    "Archives/edgar/data",
    String(Number(cik)),
    accession.replaceAll("-", ""),
  );
  const names = await readdir(path).catch(() => null);
  if (names === null) return null;
  const zip = `${accession}-xbrl.zip`;
  if (names.includes(zip)) return readPackageZip(await readFile(join(path, zip)));
  const files = new Map<string, Buffer>();
  for (const name of names.filter((one) => /\.(?:xsd|xml)(?:\.gz)?$/i.test(one))) {
    const body = await readFile(join(path, name));
    files.set(name.replace(/\.gz$/i, ""), /\.gz$/i.test(name) ? gunzipSync(body) : body);
  }
  return files.size === 0 ? null : files;
}
