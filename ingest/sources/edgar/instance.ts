import { z } from "zod";
import { parseJsonBody, parseShape } from "./border.ts";
import type { Edgar } from "./list.ts";
import { listMirrorFolder } from "./mirror.ts";
import { filingFileUrl, filingFolderUrl, filingListUrl, locateUrl } from "./urls.ts";

interface Filing {
  cik: string;
  accession: string;
  primaryDocument: string | null;
}

/**
 * The true address of a filing's XBRL instance, or null when the filing has none. Where nothing lists the
 * filing's files, it is what EDGAR calls the instance it extracts from the primary document, and may not exist.
 * Throws SourceError and ParseError.
 */
export async function findInstance(edgar: Edgar, filing: Filing): Promise<string | null> {
  const names = await listFiles(edgar, filing);
  const name = names
    ? chooseInstance(names, filing.primaryDocument)
    : extractedName(filing.primaryDocument);
  return name === null ? null : filingFileUrl(filing, name);
}

/**
 * The true address of a filing's presentation linkbase, where filers lay out their statements: a file of its
 * own, or the schema, which newer filings keep it in. Null without either, or where nothing lists the files.
 * Throws SourceError and ParseError.
 */
export async function findPresentation(edgar: Edgar, filing: Filing): Promise<string | null> {
  const names = (await listFiles(edgar, filing)) ?? [];
  const named = names.filter((one) => plainName.test(one)).sort();
  const name =
    named.find((one) => /_pre\.xml$/i.test(one)) ?? named.find((one) => one.endsWith(".xsd"));
  return name === undefined ? null : filingFileUrl(filing, name);
}

/** The names of a filing's files; null where nothing lists them. Throws SourceError and ParseError. */
export async function listFiles({ http, hosts }: Edgar, filing: Filing): Promise<string[] | null> {
  const listUrl = locateUrl(filingListUrl(filing), hosts);
  const answer = await http.get(listUrl, { kind: "filing-folder" });
  if (answer.status === "ok") return parseFilingList(answer.body);
  return listMirrorFolder(locateUrl(filingFolderUrl(filing), hosts));
}

const filingList = z.object({
  directory: z.object({ item: z.array(z.object({ name: z.string() })) }),
});

/** The names of the files in a filing's folder. Throws ParseError. */
function parseFilingList(body: Buffer): string[] {
  const what = "filing folder";
  const { item } = parseShape(what, filingList, parseJsonBody(what, body)).directory;
  return item.map(({ name }) => name);
}

/** Whether a name of a listed file is one that may be asked for. */
export const isPlainName = (name: string) => plainName.test(name);

const plainName = /^[\w.()-]+$/;
const notAnInstance =
  /(_(cal|def|lab|pre|ref)|^FilingSummary|^R\d+|^primary_doc|^defnref|^Financial_Report)\.xml$/i;

/**
 * The instance among a filing's files: the one extracted from the primary document, else another extracted
 * one, else a stand-alone one, which shares its name with a schema or ends with the date of its period.
 */
export function chooseInstance(
  names: readonly string[],
  primaryDocument: string | null,
): string | null {
  const candidates = names
    .filter((name) => plainName.test(name) && /\.xml$/i.test(name) && !notAnInstance.test(name))
    .sort();
  const expected = extractedName(primaryDocument);
  const schemas = new Set(names.filter((name) => name.endsWith(".xsd")).map(stem));
  return (
    candidates.find((name) => name === expected) ??
    candidates.find((name) => name.endsWith("_htm.xml")) ??
    candidates.find((name) => schemas.has(stem(name))) ??
    candidates.find((name) => /-\d{8}\.xml$/.test(name)) ??
    null
  );
}

function extractedName(primaryDocument: string | null): string | null {
  const name = /^([\w.()-]+)\.html?$/i.exec(primaryDocument ?? "")?.[1];
  return name ? `${name}_htm.xml` : null;
}

function stem(name: string): string {
  return name.replace(/\.[^.]*$/, "");
}
