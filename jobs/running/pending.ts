import type { IngestContext } from "#ingest/context.ts";
import { SourceError } from "#ingest/errors.ts";
import { isSampleVia, sampleViaPattern } from "#ingest/sample/companies.ts";
import { listEverBuilt, listGivenBy } from "#ingest/store/build.ts";
import { forgetAbsences } from "#ingest/store/fetch-state.ts";
import { setGate } from "#ingest/store/rebuild-gate.ts";
import type { Config } from "#schemas/config/config.ts";
import { ingestCompanyJob } from "../tasks/companies/ingest-company.ts";
import { precomputeJob, staleCompanies } from "../tasks/companies/precompute.ts";
import { priceScreenJob } from "../tasks/companies/price-screen.ts";
import { refreshAllJob } from "../tasks/companies/refresh-all.ts";
import { configuredByArchive, configuredCompanies } from "../terminal/scope.ts";
import type { JobQueue } from "./queue.ts";

export interface Pending {
  /** Companies to fetch, because they were never built, or only from the bundled sample. */
  ingest: string[];
  /** The companies among them that were built from the bundled sample although a real source is configured now. */
  fromSample: string[];
  /** Companies to rebuild from the archive when the gate opens, because the registry or the engine changed. */
  rebuild: string[];
  /** The companies in COMPANIES, as resolved by the source or the archived list. */
  followed: string[];
  /** Names in COMPANIES that belong to no company. */
  unknown: string[];
  /** Why the source could not resolve COMPANIES; null when it did. */
  unanswered: string | null;
}

/**
 * Enqueues the outstanding work at start, and nothing for companies that are up to date. An unreachable source does not
 * block the start: names that the archived list does not know are resolved later.
 */
export async function enqueuePending(
  config: Config,
  context: IngestContext,
  queue: JobQueue,
): Promise<Pending> {
  const { ciks, unknown, unanswered } = await companiesAtStart(config, context);
  const built = await listEverBuilt(context.database.pool);
  const fromSample = await leaveSample(context);
  const ingest = [...ciks.filter((cik) => !built.has(cik)), ...fromSample];
  const stale = await staleCompanies(context);
  const rebuild = stale.filter((cik) => built.has(cik) && !ingest.includes(cik));
  await queue.enqueueAll(
    ingestCompanyJob,
    ingest.map((cik) => ({ cik })),
  );
  if (rebuild.length > 0) {
    // Set first, so that the checks run before any other job builds one of these companies.
    await setGate(context.database.pool, context.registry);
    await queue.enqueue(precomputeJob, {});
  }
  if (config.prices) await queue.enqueue(priceScreenJob, { cik: null });
  if (unanswered !== null && (unknown.length > 0 || ciks.length === 0)) {
    await queue.enqueue(refreshAllJob, {});
  }
  return { ingest, fromSample, rebuild, followed: ciks, unknown, unanswered };
}

/** The companies built from the sample when a real source is configured now; all of them are fetched from it. */
async function leaveSample({ database, via }: IngestContext): Promise<string[]> {
  if (isSampleVia(via)) return [];
  const sampleDocuments = await listGivenBy(database.pool, sampleViaPattern);
  if (sampleDocuments.length > 0) await forgetAbsences(database.pool);
  return sampleDocuments;
}

async function companiesAtStart(config: Config, context: IngestContext) {
  try {
    return { ...(await configuredCompanies(config, context)), unanswered: null };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { ...(await configuredByArchive(config, context)), unanswered: error.message };
  }
}
