import type { FiledReport } from "#schemas/shapes/companies/filed-report.ts";
import { ParseError } from "../../errors.ts";
import { readInlinePage } from "../../facts/inline/read-inline.ts";
import { emptyInstance } from "../../facts/xbrl/raw-instance.ts";
import { readInstance, xbrlFormOf } from "../../facts/xbrl/xbrl-reader.ts";
import {
  assembleReport,
  isReported,
  type KnownReport,
  type ReportOptions,
} from "./assemble-report.ts";
import { readTaxonomyPart, type TaxonomyPart } from "./taxonomy-part.ts";

/** The files of a filing by their name. */
export type PackageFiles = ReadonlyMap<string, Buffer>;

/**
 * The statements that a filing prints, read from its own XBRL files: the instance (else the inline documents), the schema, and the presentation,
 * calculation and label linkbases, each as a file or inside the schema. Other files are not read.
 *
 * Throws ParseError with one reason: no instance among the files, no presentation, an XML file that is cut, malformed or
 * has a DOCTYPE, or the instance of another company. What is wrong with single facts and relations is a sentence of
 * `problems`, and the rest is read.
 */
export function readPackageReport(
  files: PackageFiles,
  known: KnownReport,
  options: ReportOptions = { notes: true },
): FiledReport {
  const problems: string[] = [];
  const parts = readParts(files);
  const { raw, source } = readFacts(files, known);
  problems.push(...raw.setAside.map(({ reason }) => reason));
  return assembleReport(raw, parts, { known, source, options, problems });
}

/** An extracted instance comes before the documents that it was extracted from. */
function readFacts(files: PackageFiles, { accession }: KnownReport) {
  for (const [name, body] of files) {
    if (!isInstance(name, body)) continue;
    const raw = inFile(name, body, () => readInstance(body, isReported));
    return { raw, source: "instance" as const };
  }
  const pages = [...files].filter(
    ([name, body]) => /\.x?html?$/i.test(name) && xbrlFormOf(body) === "inline",
  );
  if (pages.length === 0) {
    throw new ParseError(`${accession}: there is no XBRL instance among the files`);
  }
  const raw = emptyInstance();
  for (const [name, body] of pages) inFile(name, body, () => readInlinePage(body, isReported, raw));
  return { raw, source: "inline" as const };
}

/** The schemas and linkbases. Throws ParseError where none of them has a presentation. */
function readParts(files: PackageFiles): Map<string, TaxonomyPart> {
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

/** Far above the largest filings (about 60 MB). */
const fileBytesMax = 128 * 2 ** 20;

function inFile<T>(name: string, body: Buffer, work: () => T): T {
  try {
    if (body.length > fileBytesMax) throw new ParseError(`larger than ${fileBytesMax} bytes`);
    return work();
  } catch (cause) {
    if (!(cause instanceof ParseError)) throw cause;
    throw new ParseError(`${name.slice(0, 100)}: ${cause.message}`, { where: name, cause });
  }
}

/** The definition and reference linkbases say nothing that a statement prints. */
function isPart(name: string): boolean {
  return /\.xsd$|_(?:pre|cal|lab)\.xml$/i.test(name);
}

function isInstance(name: string, body: Buffer): boolean {
  if (!/\.xml$/i.test(name) || /_(?:pre|cal|lab|def|ref)\.xml$/i.test(name)) return false;
  return xbrlFormOf(body) === "instance";
}
