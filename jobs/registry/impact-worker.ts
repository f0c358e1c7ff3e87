import { workerData } from "node:worker_threads";
import { serveTasks } from "#ingest/builder/serve-tasks.ts";
import type { RawDocument } from "#ingest/store/documents.ts";
import type { StoredIdentity } from "#ingest/store/stored-company.ts";
import { type Reach, reachOf } from "#registry/governance/reach.ts";
import type { CountsByCheck } from "#schemas/shapes/companies/quality.ts";
import { type ArchivedCompany, archivedCompany } from "./archived-company.ts";
import { type CompanyImpact, impactOn, outcomesUnder, type RegistryPair } from "./impact.ts";

/** One company to compare under both registries. */
export interface ImpactTask {
  identity: StoredIdentity;
  documents: RawDocument[];
  /** What the checks found when the older registry built the company; null when that is not stored. */
  stored: CountsByCheck | null;
}

/** A thread that builds companies in memory under the two registries that it was given. */
const compared = workerData as RegistryPair;
const reach = reachOf(compared.older, compared.newer);

serveTasks<ImpactTask, CompanyImpact>(async ({ identity, documents, stored }, { bodyOf }) => {
  const company = archivedCompany(identity, documents, bodyOf);
  if (await isConcerned(company, reach)) return impactOn(company, compared);
  const outcomes = stored ?? (await outcomesUnder(company, compared.older));
  return { values: [], checks: { cik: company.cik, before: outcomes, after: outcomes, lost: {} } };
});

async function isConcerned(company: ArchivedCompany, of: Reach): Promise<boolean> {
  return of === "everyone" || company.mentions(of);
}
