import type { IngestContext } from "./context.ts";
import { ArchiveError } from "./errors.ts";
import { fetchDocument } from "./fetch-document.ts";
import type { DocumentRef } from "./sources/source.ts";
import { listDocuments, type RawDocument } from "./store/documents.ts";

/**
 * Does work on a company's archived documents. What the archive has lost of them is fetched again from the
 * addresses that it came from, and the work is done once more; what was handed in as a file has no address
 * and stays lost: then the ArchiveError goes on. Throws SourceError.
 */
export async function regainLost<T>(
  cik: string,
  context: IngestContext,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isLost = error instanceof ArchiveError && error.code === "missing";
    if (!isLost || (await fetchLost(cik, context)) === 0) throw error;
    return work();
  }
}

/** Returns how many documents are there again. */
async function fetchLost(cik: string, context: IngestContext): Promise<number> {
  let found = 0;
  for (const document of await listDocuments(context.database.pool, cik)) {
    const wanted = crawled(document);
    if (!wanted || (await context.archive.has(document.digest))) continue;
    if (await fetchDocument(wanted, context)) found += 1;
  }
  return found;
}

const crawledKinds: readonly string[] = [
  "submissions",
  "submissions-page",
  "companyfacts",
  "instance",
] satisfies DocumentRef["kind"][];

const isCrawled = (kind: string): kind is DocumentRef["kind"] => crawledKinds.includes(kind);

function crawled(document: RawDocument): DocumentRef | null {
  const { url, kind, cik, origin, accession, form, filed } = document;
  if (origin !== "crawl" || cik === null || !isCrawled(kind)) return null;
  return accession === null
    ? { url, kind, cik }
    : { url, kind, cik, filing: { accession, form, filed } };
}
