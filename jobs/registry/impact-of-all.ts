import type { Archive } from "#ingest/archive.ts";
import { onAllCores } from "#ingest/builder/all-cores.ts";
import { BuildFailedError, type BuildPool } from "#ingest/builder/build-pool.ts";
import { engineVersion } from "#ingest/builder/engine-version.ts";
import { ArchiveError } from "#ingest/errors.ts";
import { listBuilt } from "#ingest/store/build.ts";
import { listDocuments } from "#ingest/store/documents.ts";
import { listQualityCounts } from "#ingest/store/quality.ts";
import type { StoredIdentity } from "#ingest/store/stored-company.ts";
import type { Queryable } from "#ingest/store/transaction.ts";
import type { CountsByCheck } from "#schemas/shapes/companies/quality.ts";
import type { Shell } from "../commands/command.ts";
import { startProgress } from "../terminal/progress.ts";
import { nameOf } from "./archived-company.ts";
import type { CompanyImpact, RegistryPair } from "./impact.ts";
import type { ImpactTask } from "./impact-worker.ts";

interface Scope {
  db: Queryable;
  archive: Archive;
  companies: readonly StoredIdentity[];
  label: string;
}

/** What a change of the registry does to all companies, in their order. */
export interface ImpactOfAll {
  impacts: CompanyImpact[];
  /** False when it was interrupted, or a company could not be built: what was found is then of a part. */
  isWhole: boolean;
}

/**
 * Builds the companies in memory under both registries, on as many threads as there are cores. A company whose
 * documents name no tag that the two treat differently is not built: its checks are taken as they are stored.
 */
export async function impactOfAll(
  shell: Shell,
  { db, archive, companies, label }: Scope,
  compared: RegistryPair,
): Promise<ImpactOfAll> {
  const entry = new URL("./impact-worker.ts", import.meta.url);
  const progress = startProgress({ label, total: companies.length });
  const stored = await storedOutcomes(db, compared);
  const outcomes: (CompanyImpact | null)[] = [];
  const work = async (
    company: StoredIdentity,
    at: number,
    pool: BuildPool<ImpactTask, CompanyImpact>,
  ) => {
    if (shell.isInterrupted()) return;
    outcomes[at] = await impactOrWarn(shell, { db, archive, pool, stored }, company);
    progress.step(nameOf(company));
  };
  try {
    await onAllCores(companies, { entry, given: compared }, work);
  } finally {
    progress.stop();
  }
  if (shell.isInterrupted()) shell.warn("stopped before all companies were read");
  const impacts = outcomes.flatMap((one) => one ?? []);
  const isWhole = impacts.length === companies.length;
  if (!isWhole) shell.fail();
  return { impacts, isWhole };
}

interface Work {
  db: Queryable;
  archive: Archive;
  pool: BuildPool<ImpactTask, CompanyImpact>;
  stored: ReadonlyMap<string, CountsByCheck>;
}

/** Null, with the reason said, for a company that cannot be built: the others still can. */
async function impactOrWarn(
  shell: Shell,
  { db, archive, pool, stored }: Work,
  identity: StoredIdentity,
): Promise<CompanyImpact | null> {
  const documents = await listDocuments(db, identity.cik);
  const task = { identity, documents, stored: stored.get(identity.cik) ?? null };
  try {
    return await pool.run(task, {
      bodyOf: (digest) => archive.get(digest),
      slugOf: () => Promise.reject(new Error("nothing is named here")),
    });
  } catch (error) {
    if (!(error instanceof BuildFailedError || error instanceof ArchiveError)) throw error;
    shell.warn(`${nameOf(identity)} could not be built and is left out: ${error.message}`);
    return null;
  }
}

/** By CIK, what the checks found on the companies that the older registry and this engine built. */
async function storedOutcomes(
  db: Queryable,
  { older: { registryVersion, registrySha256 } }: RegistryPair,
): Promise<Map<string, CountsByCheck>> {
  const current = await listBuilt(db, { registryVersion, registrySha256, engineVersion });
  const counts = await listQualityCounts(db);
  return new Map([...counts].filter(([cik]) => current.has(cik)));
}
