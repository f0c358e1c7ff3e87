import { z } from "zod";
import { pruneDeliveries } from "#api/modules/webhooks/service.ts";
import { engineVersion } from "#ingest/builder/engine-version.ts";
import type { IngestContext } from "#ingest/context.ts";
import { listArchivedCompanies, listBuilt, listEverBuilt } from "#ingest/store/build.ts";
import { pruneChanges } from "#ingest/store/changes/store-changes.ts";
import { passGate } from "../../quality/pass-gate.ts";
import { type Enqueuer, job } from "../../running/job.ts";
import { listRetry, universeSeconds } from "../../running/retry.ts";
import { pruneRuns } from "../../running/run-job.ts";
import { rebuildCompanyJob } from "./rebuild-company.ts";

export const precomputeJob = job({
  name: "precompute",
  data: z.object({}),
  key: () => "all",
  what: "companies built by another registry or engine, once the quality gate lets them; sweeps old records of jobs",
  retry: { ...listRetry, expireInSeconds: universeSeconds },
  schedule: {
    cron: "45 4 * * *",
    why: "companies built by another registry or engine, and old records of jobs",
    data: () => ({}),
  },
  async run({ ingest, queue, platform }, _, signal) {
    // Runs first, so that a closed gate does not stop the deletion of old records.
    const prunedRuns = await pruneRuns(ingest.database.pool);
    await pruneChanges(ingest.database.pool);
    await pruneDeliveries(platform.db);
    const stale = await staleCompanies(ingest);
    const built = await listEverBuilt(ingest.database.pool);
    const rebuilt = stale.filter((cik) => built.has(cik));
    const fresh = stale.filter((cik) => !built.has(cik));
    await enqueueRebuilds(queue, fresh);
    if (rebuilt.length > 0) await passGate(rebuilt, ingest, signal);
    await enqueueRebuilds(queue, rebuilt);
    return { companies: stale.length, prunedRuns };
  },
});

const enqueueRebuilds = (queue: Enqueuer, ciks: readonly string[]) =>
  queue.enqueueAll(
    rebuildCompanyJob,
    ciks.map((cik) => ({ cik })),
  );

/** Archived companies that were built by another registry or engine, or never. */
export async function staleCompanies({ database, registry }: IngestContext): Promise<string[]> {
  const current = await listBuilt(database.pool, {
    registryVersion: registry.registryVersion,
    registrySha256: registry.registrySha256,
    engineVersion,
  });
  const archived = await listArchivedCompanies(database.pool);
  return archived.filter((cik) => !current.has(cik));
}
