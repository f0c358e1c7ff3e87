import type { IngestContext } from "#ingest/context.ts";
import { pollFeed, readDailyIndex } from "#ingest/discovery.ts";
import { engineVersion } from "#ingest/engine-version.ts";
import { SourceError } from "#ingest/errors.ts";
import { ingestCompany, rebuildCompany } from "#ingest/pipeline.ts";
import { isSampleVia, sampleViaPattern } from "#ingest/sample/companies.ts";
import {
  listArchivedCompanies,
  listBuilt,
  listEverBuilt,
  listGivenBy,
} from "#ingest/store/build.ts";
import { forgetAbsences } from "#ingest/store/fetch-state.ts";
import { setGate } from "#ingest/store/rebuild-gate.ts";
import { refreshTickerList } from "#ingest/ticker-list.ts";
import type { Config } from "#schemas/config.ts";
import { writeExtracts } from "./extracts/write-extracts.ts";
import { passGate } from "./quality/pass-gate.ts";
import type { JobHandlers, JobQueue } from "./queue.ts";
import { pruneRuns } from "./run-job.ts";
import {
  configuredByArchive,
  configuredCompanies,
  followedCompanies,
  followedScope,
} from "./scope.ts";

/** What each job does; the work itself is the pipeline's. */
export function jobHandlers(config: Config, context: IngestContext, queue: JobQueue): JobHandlers {
  const ingestAll = async (ciks: readonly string[]) => {
    await queue.enqueueAll(
      "ingest-company",
      ciks.map((cik) => ({ cik })),
    );
    return { companies: ciks.length };
  };
  return {
    "ingest-company": async ({ cik }) => ({ ...(await ingestCompany(cik, context)) }),
    "rebuild-company": async ({ cik }) => ({ ...(await rebuildCompany(cik, context)) }),
    "poll-feed": async () =>
      ingestAll(await pollFeed(await followedScope(config, context), context)),
    "read-daily-index": async ({ date }) =>
      ingestAll(await readDailyIndex(date, await followedScope(config, context), context)),
    "refresh-all": async () => {
      await refreshTickerList(context);
      return ingestAll(await followedCompanies(config, context));
    },
    precompute: async (_, signal) => {
      // First: a closed gate must not keep old records.
      const prunedRuns = await pruneRuns(context.database.pool);
      const stale = await staleCompanies(context);
      const built = await listEverBuilt(context.database.pool);
      const rebuilt = stale.filter((cik) => built.has(cik));
      const fresh = stale.filter((cik) => !built.has(cik));
      await enqueueRebuilds(queue, fresh);
      if (rebuilt.length > 0) await passGate(rebuilt, context, signal);
      await enqueueRebuilds(queue, rebuilt);
      return { companies: stale.length, prunedRuns };
    },
    "write-extracts": async (_, signal) => writeExtracts(config, context.database.pool, signal),
  };
}

const enqueueRebuilds = (queue: JobQueue, ciks: readonly string[]) =>
  queue.enqueueAll(
    "rebuild-company",
    ciks.map((cik) => ({ cik })),
  );

/** Archived companies whose rows another registry or engine made, or that were never built. */
async function staleCompanies({ database, registry }: IngestContext): Promise<string[]> {
  const current = await listBuilt(database.pool, {
    registryVersion: registry.registryVersion,
    registrySha256: registry.registrySha256,
    engineVersion,
  });
  const archived = await listArchivedCompanies(database.pool);
  return archived.filter((cik) => !current.has(cik));
}

export interface Pending {
  /** Companies to fetch, because nothing was ever built of them, or only from the bundled sample. */
  ingest: string[];
  /** Those of them that were built from the bundled sample, for which a real source is configured now. */
  fromSample: string[];
  /** Companies to build again from the archive, because the registry or the engine changed: once the gate lets them. */
  rebuild: string[];
  /** Names in COMPANIES that nobody has. */
  unknown: string[];
  /** Why the source could not be asked what COMPANIES means; null when it answered. */
  unanswered: string | null;
}

/**
 * Enqueues what a start finds undone, and nothing for companies that are built as they should be. A source that
 * does not answer keeps nobody from what is stored: whom the archived list does not know is looked for later.
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
    "ingest-company",
    ingest.map((cik) => ({ cik })),
  );
  if (rebuild.length > 0) {
    // Before anything else builds one of them: the checks look first.
    await setGate(context.database.pool, context.registry);
    await queue.enqueue("precompute", {});
  }
  if (unanswered !== null && (unknown.length > 0 || ciks.length === 0)) {
    await queue.enqueue("refresh-all", {});
  }
  return { ingest, fromSample, rebuild, unknown, unanswered };
}

/** The companies built from the sample, where a real source takes its place: that one is asked for all of them. */
async function leaveSample({ database, via }: IngestContext): Promise<string[]> {
  if (isSampleVia(via)) return [];
  const given = await listGivenBy(database.pool, sampleViaPattern);
  if (given.length > 0) await forgetAbsences(database.pool);
  return given;
}

async function companiesAtStart(config: Config, context: IngestContext) {
  try {
    return { ...(await configuredCompanies(config, context)), unanswered: null };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { ...(await configuredByArchive(config, context)), unanswered: error.message };
  }
}
