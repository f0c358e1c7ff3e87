import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { companyText } from "#schemas/company-key.ts";
import { type SourceName, sourcePrecedence } from "#schemas/shapes/companies/fact.ts";
import type { IngestContext } from "../context.ts";
import { parseCompanyFacts } from "../facts/company-facts.ts";
import { accessionFromPath, sniffDocument } from "../facts/document-kind.ts";
import { parseSubmittedStatement } from "../facts/submitted-statement.ts";
import { parseInstance } from "../facts/xbrl/xbrl-instance.ts";
import { rootName } from "../facts/xbrl/xml-document.ts";
import { type CompanyOutcome, rebuildCompany } from "../pipeline.ts";
import { archiveDataSet } from "./archive-data-set.ts";
import { archiveFiling } from "./archive-filing.ts";
import { openDataSetFolder, openDataSetZip } from "./data-set-source.ts";
import { FileRefusedError, isFileFault, plainName, readFileBody } from "./file-body.ts";
import { type FileGroups, groupFiles } from "./group-files.ts";
import { type AboutFile, type RecordedFile, recordFile } from "./record-file.ts";

export interface FileOptions {
  /** Filing that an instance or a package belongs to, where its path does not say. */
  accession?: string | null;
  /** ISO date on which that filing was filed. */
  filed?: string | null;
  /** The source of the documents; a submitted statement names its source itself. */
  source?: SourceName | null;
  /** The companies to take out of a quarter of the Financial Statement Data Sets, ten digits each; null or absent for all. */
  ciks?: ReadonlySet<string> | null;
  /** Called after each file, and once all files are taken after each company built; `total` is of that phase. */
  onStep?: (step: { phase: "file" | "company"; total: number; note: string }) => void;
}

export interface FilesOutcome {
  /** Documents archived now and known already: files, and filings of Financial Statement Data Sets. */
  added: number;
  known: number;
  /** Files beside the XBRL of a filing that have none, or that the filing's package has as well. */
  passedOver: number;
  /** Refused files, each with the reason. */
  refused: { path: string; reason: string }[];
  companies: { cik: string; outcome: CompanyOutcome }[];
}

/**
 * Archives documents given by hand and builds the companies they are about: companyfacts, XBRL instances and submitted
 * statements, packed or not; packages of filings, or the files of one in a folder; quarters of the Financial Statement
 * Data Sets, zipped or as tables of one folder. They only add to what the regulator's own addresses served. A file that
 * cannot be used is listed with its reason and the others go on.
 */
export async function ingestFiles(
  paths: readonly string[],
  context: IngestContext,
  options: FileOptions = {},
): Promise<FilesOutcome> {
  const outcome: FilesOutcome = { added: 0, known: 0, passedOver: 0, refused: [], companies: [] };
  const ciks = new Set<string>();
  const { documents, filings, quarters, lonely, passedOver } = await groupFiles(paths);
  const total = documents.length + filings.length + quarters.length;
  const take = async (path: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (!isFileFault(error)) throw error;
      outcome.refused.push({ path, reason: error.message });
    }
    options.onStep?.({ phase: "file", total, note: basename(path) });
  };
  const count = ({ cik, isNew }: RecordedFile) => {
    ciks.add(cik);
    outcome[isNew ? "added" : "known"] += 1;
  };
  for (const path of documents) {
    await take(path, async () => count(await archiveFile(path, context, options)));
  }
  for (const group of filings) {
    await take(group.path, async () => count(await archiveFiling(group, options, context)));
  }
  // Data sets come last: without their table of filings, they rely on the companies known so far.
  for (const { path, tables } of quarters) {
    await take(path, async () => {
      for (const cik of await takeDataSet(path, tables, { context, options, outcome }))
        ciks.add(cik);
    });
  }
  outcome.refused.push(...lonely.map(refusalOf));
  outcome.passedOver = passedOver.length;
  for (const cik of [...ciks].sort()) {
    outcome.companies.push({ cik, outcome: await rebuildCompany(cik, context) });
    options.onStep?.({ phase: "company", total: ciks.size, note: companyText(cik) });
  }
  return outcome;
}

function refusalOf({ path, count }: FileGroups["lonely"][number]) {
  const what = count === 1 ? "a schema or linkbase" : `one of ${count} schemas and linkbases`;
  const reason = `${what} without its filing: put the filing's instance (.xml) or its main document (.htm) beside it`;
  return { path, reason };
}

interface Taking {
  context: IngestContext;
  options: FileOptions;
  outcome: FilesOutcome;
}

async function takeDataSet(
  path: string,
  tables: readonly string[] | null,
  { context, options, outcome }: Taking,
): Promise<ReadonlySet<string>> {
  const source = tables ? await openDataSetFolder(tables) : await openDataSetZip(path);
  try {
    const taken = await archiveDataSet(source, options.ciks ?? null, context);
    outcome.added += taken.added;
    outcome.known += taken.known;
    outcome.refused.push(...taken.refused.map((reason) => ({ path, reason })));
    return taken.ciks;
  } finally {
    await source.close();
  }
}

/** Files below the given paths: a folder stands for every file in it, in the order of their names. */
export async function expandPaths(paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const isFolder = await stat(path).then(
      (entry) => entry.isDirectory(),
      () => false,
    );
    if (!isFolder) {
      found.push(path);
      continue;
    }
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    found.push(...files.map((entry) => join(entry.parentPath, entry.name)).sort());
  }
  return found;
}

async function archiveFile(
  path: string,
  context: IngestContext,
  options: FileOptions,
): Promise<RecordedFile> {
  const body = await readFileBody(path);
  const about = identify(path, body, context, options);
  context.boundary("file:identified");
  return recordFile(plainName(basename(path)), body, about, context);
}

/**
 * Identifies the kind and company of a file by its content. Throws for anything that the build could not read either.
 */
function identify(
  path: string,
  body: Buffer,
  { registry }: IngestContext,
  options: FileOptions,
): AboutFile {
  const source = options.source ?? "regulator";
  const noFiling = { accession: null, form: null, filed: null };
  const kind = sniffDocument(body);
  if (kind === "companyfacts") {
    return { kind, cik: parseCompanyFacts(body, new Set()).cik, ...noFiling, source };
  }
  if (kind === "instance") {
    const accession = options.accession ?? accessionFromPath(path);
    const filing = { accession, form: null, filed: options.filed ?? null };
    const known = { ...filing, accession: accession ?? "unknown" };
    return { kind, cik: parseInstance(body, registry.tags, known).cik, ...filing, source };
  }
  if (kind === "submitted") {
    const statement = parseSubmittedStatement(body, new Set(registry.bySnakeKey.keys()));
    const { cik } = statement;
    if (cik === undefined) throw new FileRefusedError("a file names its company by cik");
    return { kind, cik, ...noFiling, source: submittedSource(statement, options) };
  }
  throw new FileRefusedError(
    kind === "submissions"
      ? "a filing index is fetched from its own address, not taken from a file"
      : whatToGive(body),
  );
}

const withoutFiling =
  "a schema or linkbase without its filing: put the filing's instance (.xml) or its main document (.htm) beside it";

/** What a file that is nothing of use is, by its root element, and what to give instead. */
const unusable: ReadonlyMap<string, string> = new Map([
  [
    "html",
    "a page without XBRL inside: give the filing's main document, its instance (.xml), its package (-xbrl.zip) or its companyfacts",
  ],
  ["schema", withoutFiling],
  ["linkbase", withoutFiling],
  [
    "sec-document",
    "the text of a whole submission: give the filing's package (-xbrl.zip), its main document (.htm) or its instance (.xml)",
  ],
]);

function whatToGive(body: Buffer): string {
  const head = body.toString("latin1", 0, 4_096);
  // Documents that were cut out of a submission begin with what it says of them.
  const start = head.startsWith("<DOCUMENT>") ? head.indexOf("<TEXT>") + "<TEXT>".length : 0;
  const isOldSubmission = head.startsWith("-----BEGIN PRIVACY");
  const root = isOldSubmission ? "sec-document" : rootName(head.slice(start))?.toLowerCase();
  return (
    unusable.get(root ?? "") ??
    "neither companyfacts, nor an XBRL instance or inline document, nor a submitted statement; a JSON document that is cut or misspelt counts as none"
  );
}

function submittedSource(statement: { source: SourceName }, options: FileOptions): SourceName {
  const { source } = statement;
  if (options.source && options.source !== source) {
    throw new FileRefusedError(`the statement says that its source is ${source}`);
  }
  return source;
}

/** The names that `--source` takes. */
export const sourceNames = Object.keys(sourcePrecedence) as SourceName[];
