import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { companyText } from "#schemas/company-key.ts";
import { type SourceName, sourcePrecedence } from "#schemas/shapes/companies/fact.ts";
import { isDiskFull } from "#schemas/storage/disk-full.ts";
import type { IngestContext } from "../context.ts";
import { ParseError } from "../errors.ts";
import { parseCompanyFacts } from "../facts/company-facts.ts";
import { accessionFromPath, sniffDocument } from "../facts/document-kind.ts";
import { parseSubmittedStatement } from "../facts/submitted-statement.ts";
import { parseInstance } from "../facts/xbrl/xbrl-instance.ts";
import { type CompanyOutcome, rebuildCompany } from "../pipeline.ts";
import { describeFile, insertDocument, isFileKnown, type RawDocument } from "../store/documents.ts";
import { archiveDataSet } from "./archive-data-set.ts";
import { openDataSetFolder, openDataSetZip } from "./data-set-source.ts";
import { ZipError } from "./zip.ts";

const unpack = promisify(gunzip);
/** Maximum size of one file, packed or unpacked. */
const sizeBytesMax = 512 * 1024 * 1024;

export interface FileOptions {
  /** Filing that an instance belongs to, where its path does not say. */
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
  /** Refused files, each with the reason. */
  refused: { path: string; reason: string }[];
  companies: { cik: string; outcome: CompanyOutcome }[];
}

/**
 * Archives documents given by hand (companyfacts, XBRL instances, submitted statements, packed or not; quarters
 * of the Financial Statement Data Sets, zipped or as tables of one folder) and builds the companies they are about. They only add to what the regulator's own addresses served. A file
 * that cannot be used is listed with its reason and the others go on.
 */
export async function ingestFiles(
  paths: readonly string[],
  context: IngestContext,
  options: FileOptions = {},
): Promise<FilesOutcome> {
  const outcome: FilesOutcome = { added: 0, known: 0, refused: [], companies: [] };
  const ciks = new Set<string>();
  const { groups, files } = groupPaths(paths);
  const take = async (path: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (!isFileFault(error)) throw error;
      outcome.refused.push({ path, reason: error.message });
    }
    const total = groups.length + files.length;
    options.onStep?.({ phase: "file", total, note: basename(path) });
  };
  for (const path of files) {
    await take(path, async () => {
      const document = await archiveFile(path, context, options);
      ciks.add(document.cik);
      if (document.isNew) outcome.added += 1;
      else outcome.known += 1;
    });
  }
  // Data sets come last: without their table of filings, they rely on the companies known so far.
  for (const { path, tables } of groups) {
    await take(path, async () => {
      for (const cik of await takeDataSet(path, tables, { context, options, outcome }))
        ciks.add(cik);
    });
  }
  for (const cik of [...ciks].sort()) {
    outcome.companies.push({ cik, outcome: await rebuildCompany(cik, context) });
    options.onStep?.({ phase: "company", total: ciks.size, note: companyText(cik) });
  }
  return outcome;
}

/**
 * Groups the paths: an archive, or the tables beside a num.txt, is a data set quarter; everything else is one document.
 */
function groupPaths(paths: readonly string[]) {
  const folders = new Set(paths.filter((p) => basename(p) === "num.txt").map((p) => dirname(p)));
  const isTable = (path: string) => folders.has(dirname(path)) && dataSetFiles.has(basename(path));
  const isZip = (path: string) => path.toLowerCase().endsWith(".zip");
  const groups: { path: string; tables: string[] | null }[] = [
    ...paths.filter(isZip).map((path) => ({ path, tables: null })),
    ...[...folders].map((folder) => ({
      path: folder,
      tables: paths.filter((path) => dirname(path) === folder && isTable(path)),
    })),
  ];
  return { groups, files: paths.filter((path) => !isZip(path) && !isTable(path)) };
}

const dataSetFiles = new Set(["sub.txt", "num.txt", "tag.txt", "pre.txt", "readme.htm"]);

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

class FileRefusedError extends Error {
  override name = "FileRefusedError";
}

function isFileFault(error: unknown): error is Error {
  if (error instanceof ParseError || error instanceof ZipError) return true;
  if (error instanceof FileRefusedError) return true;
  return error instanceof Error && "code" in error && "path" in error && !isDiskFull(error);
}

async function archiveFile(
  path: string,
  context: IngestContext,
  options: FileOptions,
): Promise<{ cik: string; isNew: boolean }> {
  const body = await readWhole(path);
  const about = identify(path, body, context, options);
  context.boundary("file:identified");
  const { digest, sizeBytes } = await context.archive.put(body);
  context.boundary("file:archived");
  const { pool } = context.database;
  if (await isFileKnown(pool, about.cik, digest)) {
    await describeFile(pool, { ...about, digest });
    return { cik: about.cik, isNew: false };
  }
  const isNew = await insertDocument(pool, {
    ...about,
    url: `file:${basename(path).replace(/\.gz$/, "")}`,
    digest,
    sizeBytes,
    origin: "file",
    fetchedAt: context.now().toISOString(),
    etag: null,
    lastModified: null,
    quarantinedReason: null,
    via: "a file",
  });
  context.boundary("file:recorded");
  return { cik: about.cik, isNew };
}

async function readWhole(path: string): Promise<Buffer> {
  const { size } = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== "ENOENT") throw cause;
    throw new FileRefusedError("there is no such file", { cause });
  });
  if (size > sizeBytesMax) throw new FileRefusedError("larger than 512 MiB");
  const bytes = await readFile(path);
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return await unpack(bytes, { maxOutputLength: sizeBytesMax });
  } catch (cause) {
    throw new FileRefusedError("not a whole gzip file, or larger than 512 MiB unpacked", { cause });
  }
}

type About = Pick<RawDocument, "kind" | "accession" | "form" | "filed" | "source"> & {
  cik: string;
};

/**
 * Identifies the kind and company of a file by its content. Throws for anything that the build could not read either.
 */
function identify(
  path: string,
  body: Buffer,
  { registry }: IngestContext,
  options: FileOptions,
): About {
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

function whatToGive(body: Buffer): string {
  const isPage = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+)?html/i.test(
    body.toString("latin1", 0, 4_096),
  );
  return isPage
    ? "a page without XBRL inside: give the filing's main document, its instance (.xml) or its companyfacts"
    : "neither companyfacts, nor an XBRL instance or inline document, nor a submitted statement; a JSON document that is cut or misspelt counts as none";
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
