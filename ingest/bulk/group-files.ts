import { basename, dirname, resolve } from "node:path";
import { accessionFromPath } from "../facts/document-kind.ts";
import { linkbaseName } from "../facts/xbrl/filing-facts.ts";
import { xbrlFormOf } from "../facts/xbrl/xbrl-reader.ts";
import { isFileFault, plainName, readFileBody } from "./file-body.ts";
import { openPackage } from "./package-zip.ts";
import { openZip, type Zip } from "./zip.ts";

/** The files of one filing: its package as it is, or its single files. */
export type FilingGroup =
  | { kind: "zip"; path: string }
  | { kind: "files"; path: string; documents: string[]; parts: string[] };

/** A quarter of the Financial Statement Data Sets: an archive, or the tables of a folder. */
export interface QuarterGroup {
  path: string;
  tables: string[] | null;
}

export interface FileGroups {
  /** Files that are read one by one. */
  documents: string[];
  filings: FilingGroup[];
  quarters: QuarterGroup[];
  /** Schemas and linkbases without the filing that they are of, by the first of them. */
  lonely: { path: string; count: number }[];
  /** Files of a filing that have no XBRL, or that its package has as well. */
  passedOver: string[];
}

/**
 * Groups the files given by hand. An archive is a quarter of the data sets or a filing's package by what is in it. In a
 * folder with schemas or linkbases, each XBRL document takes those that its schema reference names; in a folder that
 * names a filing they all belong to that filing.
 */
export async function groupFiles(paths: readonly string[]): Promise<FileGroups> {
  const groups: FileGroups = {
    documents: [],
    filings: [],
    quarters: [],
    lonely: [],
    passedOver: [],
  };
  for (const [folder, inFolder] of Map.groupBy(paths, (path) => dirname(path))) {
    await groupFolder(folder, inFolder, groups);
  }
  return groups;
}

async function groupFolder(folder: string, paths: string[], groups: FileGroups): Promise<void> {
  const tables = paths.some((path) => basename(path) === "num.txt") ? paths.filter(isTable) : [];
  if (tables.length > 0) groups.quarters.push({ path: folder, tables });
  const rest = paths.filter((path) => !tables.includes(path));
  const zips = rest.filter((path) => /\.zip$/i.test(path));
  for (const path of zips) {
    if (await isPackage(path)) groups.filings.push({ kind: "zip", path });
    else groups.quarters.push({ path, tables: null });
  }
  const loose = rest.filter((path) => !zips.includes(path));
  const accession = accessionFromPath(`${resolve(folder)}/`);
  const isPacked = zips.some((path) => accession !== null && basename(path).includes(accession));
  if (isPacked) groups.passedOver.push(...loose);
  else if (loose.some(isPart)) await groupLoose(loose, accession, groups);
  else groups.documents.push(...loose);
}

const dataSetFiles = new Set(["sub.txt", "num.txt", "tag.txt", "pre.txt", "readme.htm"]);

const isTable = (path: string) => dataSetFiles.has(basename(path));

const isPart = (path: string) => {
  const name = plainName(basename(path));
  return /\.xsd$/i.test(name) || linkbaseName.test(name);
};

/** A package has schemas or XML documents at its top, a quarter has tables. Damage shows when the archive is read. */
async function isPackage(path: string): Promise<boolean> {
  const zip = await openZip(path).catch(() => openPadded(path));
  if (zip === null) return false;
  try {
    let seen = 0;
    for await (const record of zip.records()) {
      const name = record.kind === "item" ? record.item.name : record.name;
      if (dataSetFiles.has(name)) return false;
      if (/\.(?:xsd|xml)$/i.test(name)) return true;
      seen += 1;
      if (seen > namesMax) return false;
    }
    return false;
  } catch {
    return false;
  } finally {
    await zip.close();
  }
}

/** A package that was cut out of a submission's text is no zip to others. */
async function openPadded(path: string): Promise<Zip | null> {
  try {
    return await openPackage(await readFileBody(path));
  } catch {
    return null;
  }
}

/** More than any package has. */
const namesMax = 2_000;

/** What a filing's folder holds beside its XBRL: pages of the viewer, exhibits, pictures. */
const besides =
  /^(?:MetaLinks\.json|Financial_Report\.xlsx?)$|\.(?:xsd|xml|x?html?|jpe?g|gif|png|css|js|txt|pdf|zip)$/i;

async function groupLoose(
  paths: readonly string[],
  accession: string | null,
  groups: FileGroups,
): Promise<void> {
  const parts = paths.filter(isPart);
  const documents: { path: string; stems: string[] }[] = [];
  for (const path of paths.filter((one) => !isPart(one))) {
    const name = plainName(basename(path));
    const stems = /\.(?:xml|x?html?)$/i.test(name) ? await schemasOf(path) : null;
    if (stems !== null) documents.push({ path, stems });
    else if (besides.test(name)) groups.passedOver.push(path);
    else groups.documents.push(path);
  }
  if (accession !== null && documents.length > 0) {
    addFiling(documents, parts, groups);
    return;
  }
  for (const [stem, ofStem] of Map.groupBy(parts, stemOf)) {
    const own = documents.filter(({ stems }) => stems.includes(stem));
    addFiling(own, ofStem, groups);
  }
  const stems = new Set(parts.map(stemOf));
  const single = documents.filter((one) => !one.stems.some((stem) => stems.has(stem)));
  groups.documents.push(...single.map(({ path }) => path));
}

function addFiling(
  documents: readonly { path: string }[],
  parts: readonly string[],
  { filings, lonely }: FileGroups,
): void {
  const [document] = documents;
  if (document) {
    const { path } = document;
    filings.push({
      kind: "files",
      path,
      documents: documents.map((one) => one.path),
      parts: [...parts],
    });
  } else lonely.push({ path: parts[0] ?? "", count: parts.length });
}

/** "aapl-20230930" of its schema and of each of its linkbases. */
const stemOf = (path: string) =>
  plainName(basename(path))
    .replace(/\.xsd$/i, "")
    .replace(linkbaseName, "");

/** The stems of the schemas that an XBRL document refers to; null for any other file. */
async function schemasOf(path: string): Promise<string[] | null> {
  const body = await readFileBody(path).catch((error: unknown) => {
    if (isFileFault(error)) return null;
    throw error;
  });
  // What is wrong with it is told when it is taken.
  if (body === null) return [];
  if (xbrlFormOf(body) === null) return null;
  const stems: string[] = [];
  for (let at = body.indexOf("schemaRef"); at >= 0; at = body.indexOf("schemaRef", at + 9)) {
    const [, href] = /href\s*=\s*["']([^"'>]+)["']/.exec(body.toString("utf8", at, at + 500)) ?? [];
    if (href !== undefined) stems.push(stemOf(href));
  }
  return stems;
}
