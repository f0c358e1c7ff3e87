import type { HttpResult } from "../http.ts";
import { isSampleVia } from "../sample/companies.ts";
import { connectedSource } from "../sources/connected.ts";
import type { DocumentAddress } from "../sources/description.ts";
import type { GatherContext, Source } from "../sources/source.ts";
import { insertDocument, markServed, type RawDocument } from "../store/documents.ts";
import { type FetchState, findFetchState, storeFetchState } from "../store/fetch-state.ts";
import { inTransaction } from "../store/transaction.ts";

export interface FetchedDocument {
  digest: string;
  /** False when the source still serves what was archived before. */
  isNew: boolean;
  /** The unpacked bytes, if they were sent this time. */
  body: Buffer | null;
}

/** Another process recorded an answer of this address after this request began; its answer may be newer. */
class OvertakenError extends Error {
  override name = "OvertakenError";
}

const attemptsMax = 5;

/**
 * Runs work that records an answer, and repeats it when another process recorded one first. So a delayed process never
 * replaces a newer document by an older one.
 */
export async function unlessOvertaken<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof OvertakenError) || attempt === attemptsMax) throw error;
    }
  }
}

/**
 * Fetches a document unless the source reports it unchanged, and archives it before anything is derived from it. Null
 * when the source has no such document; the archived one stays in use. Throws SourceError.
 */
export function fetchDocument(
  wanted: DocumentAddress,
  context: GatherContext,
): Promise<FetchedDocument | null> {
  return unlessOvertaken(() => fetchOnce(wanted, context));
}

async function fetchOnce(
  wanted: DocumentAddress,
  context: GatherContext,
): Promise<FetchedDocument | null> {
  const { database, archive, boundary, now } = context;
  const { kind, url, cik } = wanted;
  // A list of many companies is EDGAR's.
  const source = connectedSource(cik ?? "", context);
  const { via } = source;
  const stored = await findFetchState(database.pool, url);
  const archivedState = stored?.digest && (await archive.has(stored.digest)) ? stored : null;
  // The sample is used only for documents that no real source has served.
  if (archivedState?.digest && isSampleVia(via) && !isSampleVia(archivedState.via)) {
    return { digest: archivedState.digest, isNew: false, body: null };
  }
  // Validators are sent only with the stored body they belong to, and only to the source that gave them.
  const stateToCompare = archivedState?.via === via ? archivedState : null;
  boundary(`${kind}:before-fetch`);
  const answer = await ask(wanted, stateToCompare, source);
  boundary(`${kind}:fetched`);
  if (answer.status !== "ok") {
    const status = answer.status === "notModified" ? 304 : answer.httpStatus;
    const checkedAt = now().toISOString();
    const noBody = { digest: null, etag: null, lastModified: null };
    const state = { url, status, checkedAt, ...noBody };
    if (!(await storeFetchState(database.pool, state, stored))) throw new OvertakenError(url);
    boundary(`${kind}:checked`);
    return stateToCompare?.digest && status === 304
      ? { digest: stateToCompare.digest, isNew: false, body: null }
      : null;
  }
  const { digest, sizeBytes } = await archive.put(answer.body);
  boundary(`${kind}:archived`);
  const document = { ...describe(wanted), digest, sizeBytes, via, ...validators(answer) };
  const isNew = await recordDocument(document, stored, context);
  boundary(`${kind}:recorded`);
  return { digest, isNew, body: answer.body };
}

function ask(
  wanted: DocumentAddress,
  stateToCompare: FetchState | null,
  source: Source,
): Promise<HttpResult> {
  const compared = {
    etag: stateToCompare?.etag ?? null,
    lastModified: stateToCompare?.lastModified ?? null,
  };
  return source.fetch(wanted, compared);
}

function describe(wanted: DocumentAddress) {
  const { url, kind, cik } = wanted;
  const filing = "filing" in wanted ? wanted.filing : null;
  return {
    url,
    kind,
    companyKey: cik,
    accession: filing?.accession ?? null,
    form: filing?.form ?? null,
    filed: filing?.filed ?? null,
    origin: "crawl" as const,
    source: "regulator" as const,
    quarantinedReason: null,
  };
}

function validators(answer: {
  etag: string | null;
  lastModified: string | null;
  fetchedAt: string;
}) {
  const { etag, lastModified, fetchedAt } = answer;
  return { etag, lastModified, fetchedAt };
}

/**
 * Records an archived body as the last answer of its address. The archive's index and the address's state change
 * together. False when the address had served these bytes before. `seen` is the state of the address before the
 * request; throws for `unlessOvertaken`.
 */
export function recordDocument(
  document: RawDocument,
  seen: FetchState | null,
  context: GatherContext,
): Promise<boolean> {
  return inTransaction(context.database.pool, async (client) => {
    const isNew = await insertDocument(client, document);
    if (!isNew) await markServed(client, document);
    context.boundary(`${document.kind}:inserted`);
    const { url, digest, etag, lastModified, fetchedAt } = document;
    const state = { url, status: 200, digest, etag, lastModified, checkedAt: fetchedAt };
    if (!(await storeFetchState(client, state, seen))) throw new OvertakenError(url);
    return isNew;
  });
}
