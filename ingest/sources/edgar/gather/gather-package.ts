import { ParseError } from "#ingest/errors.ts";
import type { DocumentKind } from "#ingest/http/kinds.ts";
import { chooseInstance, isPlainName, listFiles } from "../instance.ts";
import { filingFileUrl, locateUrl } from "../urls.ts";
import type { EdgarContext } from "./edgar-context.ts";

interface FilingKey {
  cik: string;
  accession: string;
  primaryDocument: string | null;
}

/** Single files of a filing as they were served. */
export interface GatheredFiles {
  files: Map<string, Buffer>;
  /** ISO time of the last of them. */
  fetchedAt: string;
}

/**
 * What a package would hold, file by file: the instance (the inline document where no instance was extracted), the
 * schemas and the linkbases. Null where the filing lacks an instance or a schema, or the source lacks a file that it
 * lists. Throws SourceError.
 */
export async function gatherPackage(
  filing: FilingKey,
  context: EdgarContext,
): Promise<GatheredFiles | null> {
  const wanted = await chooseFiles(filing, context);
  if (wanted === null) return null;
  const gathered: GatheredFiles = { files: new Map(), fetchedAt: "" };
  for (const { name, kind } of wanted) {
    const url = filingFileUrl(filing, name);
    const answer = await context.http.get(locateUrl(url, context.hosts), { kind });
    if (answer.status !== "ok") {
      context.log.warn({ url, ...filing }, "a listed file of a filing is not there");
      return null;
    }
    gathered.files.set(name, answer.body);
    gathered.fetchedAt = answer.fetchedAt;
  }
  return gathered;
}

interface WantedFile {
  name: string;
  kind: DocumentKind;
}

/** Null without an instance or a schema: nothing of what was printed could be read. */
async function chooseFiles(filing: FilingKey, context: EdgarContext): Promise<WantedFile[] | null> {
  const names = (await namesOf(filing, context)).filter(isPlainName);
  const schemas = names.filter((name) => /\.xsd$/i.test(name));
  const instance = chooseInstance(names, filing.primaryDocument);
  const page = names.find((name) => name === filing.primaryDocument && /\.x?html?$/i.test(name));
  if (schemas.length === 0) return null;
  const linkbases = names.filter((name) => /_(pre|cal|def|lab)\.xml$/i.test(name));
  const taxonomy = [...schemas, ...linkbases].map((name) => ({ name, kind: "taxonomy" as const }));
  if (instance !== null) return [{ name: instance, kind: "instance" }, ...taxonomy];
  return page === undefined ? null : [{ name: page, kind: "filing-page" }, ...taxonomy];
}

/** An unreadable list of files loses the package, not the company. */
async function namesOf(filing: FilingKey, context: EdgarContext): Promise<string[]> {
  try {
    return (await listFiles(context, filing)) ?? [];
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    context.log.warn({ err: error, ...filing }, "the files of a filing cannot be listed");
    return [];
  }
}
