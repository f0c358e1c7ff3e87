import { ParseError } from "../../errors.ts";
import { readInlinePage } from "../inline/read-inline.ts";
import { emptyInstance, type IsWanted, type RawInstance } from "./raw-instance.ts";
import { assembleFacts, isKept, type KnownFiling, type ParsedInstance } from "./xbrl-instance.ts";
import { readInstance, xbrlFormOf } from "./xbrl-reader.ts";

/** The files of a filing by their name. */
export type FilingFiles = ReadonlyMap<string, Buffer>;

/** A linkbase by its name, which is no instance. */
export const linkbaseName = /_(?:pre|cal|def|lab|ref)\.xml$/i;

/**
 * The facts among the files of a filing: those of its extracted instance, else of its inline documents, which share
 * contexts. Of several instances the largest counts. Throws ParseError naming the file that cannot be read, or where no
 * file has facts.
 */
export function readFilingFacts(
  files: FilingFiles,
  isWanted: IsWanted,
): { raw: RawInstance; source: "instance" | "inline" } {
  const [instance] = [...files].filter(isInstance).sort(bySize);
  if (instance) {
    const [name, body] = instance;
    return { raw: inFile(name, body, () => readInstance(body, isWanted)), source: "instance" };
  }
  const pages = inlineDocuments(files);
  if (pages.length === 0) throw new ParseError("there is no XBRL instance among the files");
  const raw = emptyInstance();
  for (const [name, body] of pages) inFile(name, body, () => readInlinePage(body, isWanted, raw));
  return { raw, source: "inline" };
}

/** The pages of a filing that hold facts, by their name. */
export const inlineDocuments = (files: FilingFiles): NamedFile[] =>
  [...files].filter(isInlineDocument).sort(byName);

export type NamedFile = readonly [name: string, body: Buffer];

const bySize = (a: NamedFile, b: NamedFile) => b[1].length - a[1].length || byName(a, b);

const byName = ([a]: NamedFile, [b]: NamedFile) => (a < b ? -1 : 1);

const isInstance = ([name, body]: NamedFile) =>
  /\.xml$/i.test(name) && !linkbaseName.test(name) && xbrlFormOf(body) === "instance";

const isInlineDocument = ([name, body]: NamedFile) =>
  /\.x?html?$/i.test(name) && xbrlFormOf(body) === "inline";

/** Far above the largest filings (about 60 MB). */
const fileBytesMax = 128 * 2 ** 20;

/** Reads one file; a ParseError names it. */
export function inFile<T>(name: string, body: Buffer, work: () => T): T {
  try {
    if (body.length > fileBytesMax) throw new ParseError(`larger than ${fileBytesMax} bytes`);
    return work();
  } catch (cause) {
    if (!(cause instanceof ParseError)) throw cause;
    throw new ParseError(`${name.slice(0, 100)}: ${cause.message}`, { where: name, cause });
  }
}

/** As `parseInstance`, for the files of a filing. */
export function parseFiling(
  files: FilingFiles,
  wanted: ReadonlySet<string>,
  known: KnownFiling,
): ParsedInstance {
  const { raw } = readFilingFacts(files, isKept(wanted));
  return assembleFacts(raw, wanted, known);
}
