import type { Archive } from "../archive.ts";
import type { IngestContext } from "../context.ts";
import { ArchiveError } from "../errors.ts";
import { connectedSource } from "../sources/connected.ts";
import { listDocuments } from "../store/documents.ts";

/**
 * Runs work on a company's archived documents. Missing or damaged documents are fetched again from their addresses, and
 * the work is repeated. Damaged bytes are kept. A document supplied as a file has no address and stays lost, as
 * does a filing of the data sets until its quarter is taken again; then the ArchiveError is rethrown. Throws SourceError.
 */
export async function refetchMissing<T>(
  cik: string,
  context: IngestContext,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ArchiveError) || (await fetchLost(cik, context)) === 0) throw error;
    return work();
  }
}

/** Fetches lost documents again and returns how many were restored. */
async function fetchLost(cik: string, context: IngestContext): Promise<number> {
  let fetchedCount = 0;
  for (const document of await listDocuments(context.database.pool, cik)) {
    const fetchAgain =
      document.origin === "crawl" ? connectedSource(cik, context).again(document, context) : null;
    if (!fetchAgain || (await isReadable(document.digest, context))) continue;
    if (await fetchAgain()) fetchedCount += 1;
  }
  return fetchedCount;
}

/**
 * Whether the archive has the document undamaged. Damaged bytes are moved aside, so that the document counts as missing
 * and is requested without validators.
 */
export async function isReadable(
  digest: string,
  { archive, log }: { archive: Archive; log: IngestContext["log"] },
): Promise<boolean> {
  try {
    await archive.get(digest);
    return true;
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    log.warn({ err: error }, "an archived document is fetched anew");
    if (error.code === "corrupt") await archive.setAside(digest);
    return false;
  }
}
