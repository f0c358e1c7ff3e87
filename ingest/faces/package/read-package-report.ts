import type { FiledReport } from "#schemas/shapes/companies/filed-report.ts";
import { ParseError } from "../../errors.ts";
import { type FilingFiles, inFile, readFilingFacts } from "../../facts/xbrl/filing-facts.ts";
import {
  assembleReport,
  isReported,
  type KnownReport,
  type ReportOptions,
} from "./assemble-report.ts";
import { readTaxonomyPart, type TaxonomyPart } from "./taxonomy-part.ts";

/**
 * The statements that a filing prints, read from its own XBRL files: the instance (else the inline documents), the
 * schema, and the presentation, calculation, definition and label linkbases, each as a file or inside the schema. Other
 * files are not read.
 *
 * Throws ParseError with one reason: no instance among the files, no presentation, an XML file that is cut, malformed or
 * has a DOCTYPE, or the instance of another company. What is wrong with single facts and relations is a sentence of
 * `problems`, and the rest is read.
 */
export function readPackageReport(
  files: FilingFiles,
  known: KnownReport,
  options: ReportOptions = { notes: true },
): FiledReport {
  const problems: string[] = [];
  const parts = readParts(files);
  const { raw, source } = readFilingFacts(files, isReported);
  problems.push(...raw.setAside.map(({ reason }) => reason));
  return assembleReport(raw, parts, { known, source, options, problems });
}

/** The schemas and linkbases. Throws ParseError where none of them has a presentation. */
function readParts(files: FilingFiles): Map<string, TaxonomyPart> {
  const parts = new Map<string, TaxonomyPart>();
  for (const [name, body] of files) {
    if (!isPart(name)) continue;
    parts.set(
      name,
      inFile(name, body, () => readTaxonomyPart(body)),
    );
  }
  const isShown = [...parts.values()].some(({ links }) =>
    links.some(({ kind }) => kind === "presentation"),
  );
  if (!isShown) throw new ParseError("there is no presentation linkbase among the files");
  return parts;
}

/** The reference linkbase says nothing that a statement prints. */
function isPart(name: string): boolean {
  return /\.xsd$|_(?:pre|cal|def|lab)\.xml$/i.test(name);
}
