import { engineVersion } from "#ingest/builder/engine-version.ts";
import type { IngestContext } from "#ingest/context.ts";
import { listArchivedCompanies, listBuilt } from "#ingest/store/build.ts";

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
