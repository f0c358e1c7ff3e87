import type { FiledReport } from "#schemas/shapes/companies/filed-report.ts";
import { ParseError } from "../../errors.ts";
import {
  type FilingFiles,
  inFile,
  inlineDocuments,
  type NamedFile,
  readFilingFacts,
} from "../../facts/xbrl/filing-facts.ts";
import type { RawInstance } from "../../facts/xbrl/raw-instance.ts";
import { readPrintedTables } from "../inline/printed-tables.ts";
import { statementTables } from "../inline/statement-tables.ts";
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
 * files are not read. Without a presentation, the tables of the inline documents say what stands on the statements.
 *
 * Throws ParseError with one reason: no instance among the files, neither presentation nor tables, an XML file that is cut, malformed or
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
  const pages = hasPresentation(parts) ? [] : printingPages(files);
  const { raw, source } = readFilingFacts(files, isReported);
  if (pages.length > 0) parts.set("tables", readTables(pages, raw));
  problems.push(...raw.setAside.map(({ reason }) => reason));
  return assembleReport(raw, parts, { known, source, options, problems });
}

/** The schemas and linkbases. */
function readParts(files: FilingFiles): Map<string, TaxonomyPart> {
  const parts = new Map<string, TaxonomyPart>();
  for (const [name, body] of files) {
    if (!isPart(name)) continue;
    parts.set(
      name,
      inFile(name, body, () => readTaxonomyPart(body)),
    );
  }
  return parts;
}

const hasPresentation = (parts: ReadonlyMap<string, TaxonomyPart>) =>
  [...parts.values()].some(({ links }) => links.some(({ kind }) => kind === "presentation"));

/** The pages that print the statements of a filing without a presentation. Throws ParseError without any. */
function printingPages(files: FilingFiles): NamedFile[] {
  const pages = inlineDocuments(files);
  if (pages.length > 0) return pages;
  throw new ParseError("there is no presentation linkbase among the files");
}

/** What the tables of the pages present. Throws ParseError where none of them is a statement. */
function readTables(pages: readonly NamedFile[], { contexts }: RawInstance): TaxonomyPart {
  const tables = pages.flatMap(([name, body]) => inFile(name, body, () => readPrintedTables(body)));
  const part = statementTables(tables, contexts);
  if (part !== null) return part;
  throw new ParseError("no linkbase says what stands on the statements, and no table is one");
}

/** The reference linkbase says nothing that a statement prints. */
function isPart(name: string): boolean {
  return /\.xsd$|_(?:pre|cal|def|lab)\.xml$/i.test(name);
}
