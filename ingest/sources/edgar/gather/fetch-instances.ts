import { ParseError } from "#ingest/errors.ts";
import { fetchDocument } from "#ingest/fetch/fetch-document.ts";
import { listArchivedAccessions } from "#ingest/store/documents.ts";
import { findFetchState, storeFetchState } from "#ingest/store/fetch-state.ts";
import type { FilingRecord } from "#schemas/shapes/companies/company.ts";
import { findInstance } from "../instance.ts";
import { filingListUrl } from "../urls.ts";
import type { EdgarContext } from "./edgar-context.ts";
import { lateDocumentDays } from "./late-documents.ts";

/** The instances that `chooseInstances` gives; each is fetched once, for a filing never changes. */
export async function fetchInstances(
  cik: string,
  instances: readonly FilingRecord[],
  context: EdgarContext,
): Promise<void> {
  if (instances.length === 0) return;
  const archived = await listArchivedAccessions(context.database.pool, cik, "instance");
  for (const filing of instances) {
    if (!archived.has(filing.accession)) await fetchInstance(cik, filing, context);
  }
}

const dayMs = 86_400_000;

async function fetchInstance(
  cik: string,
  filing: FilingRecord,
  context: EdgarContext,
): Promise<void> {
  const { pool } = context.database;
  const listUrl = filingListUrl({ cik, accession: filing.accession });
  if ((await findFetchState(pool, listUrl))?.status === 404) return;
  const url = await findOrSkip(filing, context);
  const ref = { kind: "instance", cik, filing } as const;
  if (url && (await fetchDocument({ ...ref, url }, context))) return;
  const now = context.now();
  if (now.getTime() - Date.parse(filing.filed) < lateDocumentDays * dayMs) return;
  const nothing = { digest: null, etag: null, lastModified: null };
  await storeFetchState(pool, {
    url: listUrl,
    status: 404,
    checkedAt: now.toISOString(),
    ...nothing,
  });
}

/** An unreadable list of files loses the instance, not the company. */
async function findOrSkip(filing: FilingRecord, context: EdgarContext): Promise<string | null> {
  try {
    return await findInstance(context, filing);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    context.log.warn({ err: error, ...filing }, "the files of a filing cannot be listed");
    return null;
  }
}
