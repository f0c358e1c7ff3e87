import type { Archive } from "../archive.ts";
import type { IngestContext } from "../context.ts";
import { ArchiveError } from "../errors.ts";
import type { DocumentRef } from "../sources/source.ts";
import { forgetQuarterOf } from "../store/data-set-quarters.ts";
import { listDocuments, type RawDocument } from "../store/documents.ts";
import { listFilings } from "../store/filings.ts";
import { fetchDocument } from "./fetch-document.ts";
import { fetchPackage } from "./fetch-packages.ts";

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
    const fetchAgain = againOf(document, context);
    if (!fetchAgain || (await isReadable(document.digest, context))) continue;
    if (await fetchAgain()) fetchedCount += 1;
  }
  return fetchedCount;
}

/** How a document is fetched again; null for one that has no address of its own. */
function againOf(
  document: RawDocument,
  context: IngestContext,
): (() => Promise<object | null>) | null {
  const { cik, kind, origin, accession, form, filed } = document;
  if (origin === "crawl" && kind === "package" && cik !== null && accession !== null) {
    return async () => {
      const listed = await listFilings(context.database.pool, cik);
      const filing = listed.find((one) => one.accession === accession);
      const unlisted = { accession, form, filed, primaryDocument: null };
      return fetchPackage(cik, filing ?? unlisted, context);
    };
  }
  if (origin === "crawl" && kind === "data-set") {
    // A filing of a quarter has no address of its own: the next run takes the quarter again.
    return async () => {
      await forgetQuarterOf(context.database.pool, document.url);
      return null;
    };
  }
  const lost = crawled(document);
  return lost && (() => fetchDocument(lost, context));
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
