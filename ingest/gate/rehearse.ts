import type { Drop } from "#schemas/shapes/companies/quality.ts";
import { onAllCores } from "../builder/all-cores.ts";
import { isBuilt, loadInputs, taskOf } from "../builder/build-inputs.ts";
import { BuildFailedError, type BuildPool } from "../builder/build-pool.ts";
import type { BuiltQuality } from "../builder/built-company.ts";
import { findDrops, type GateCompany } from "../checks/gate.ts";
import { type ComparedResults, compareResults } from "../checks/lost-results.ts";
import type { IngestContext } from "../context.ts";
import { ArchiveError } from "../errors.ts";
import { findBuild } from "../store/build.ts";
import { listQualityCounts } from "../store/quality.ts";
import { loadQuality, qualityIn } from "../store/stored-quality.ts";

/**
 * What the checks would find on a company if it were rebuilt now; nothing is written. Null when a rebuild would
 * write nothing, or could not (the build fails, or the archive has lost a document): the rebuild itself then says why. `isForced`: also where nothing has changed.
 */
async function rehearseCompany(
  cik: string,
  context: IngestContext,
  { isForced, builder }: { isForced: boolean; builder: BuildPool },
): Promise<BuiltQuality | null> {
  const inputs = await loadInputs(cik, context);
  if (inputs.documents.length === 0) return null;
  const build = isForced ? null : await findBuild(context.database.pool, cik);
  if (isBuilt(inputs, build, context.registry)) return null;
  const { task, needs } = await taskOf(inputs, context);
  try {
    const answer = await builder.run(task, needs);
    return answer.kind === "built" ? answer.built.quality : null;
  } catch (error) {
    if (error instanceof BuildFailedError || error instanceof ArchiveError) return null;
    throw error;
  }
}

/**
 * Builds the companies in memory, on all cores, and compares the pass rates over everything stored: what `findDrops` says before
 * anything is written. `onCompany` is called after each; the rest is left out once `isInterrupted` says so.
 */
export async function rehearseAll(
  ciks: readonly string[],
  context: IngestContext,
  each: { onCompany: (cik: string) => void; isInterrupted: () => boolean; isForced: boolean },
): Promise<Drop[]> {
  const stored = await listQualityCounts(context.database.pool);
  const compared = new Map<string, GateCompany>(
    [...stored].map(([cik, counts]) => [cik, { cik, before: counts, after: counts, lost: {} }]),
  );
  await onAllCores(ciks, {}, async (cik, _, builder: BuildPool) => {
    if (each.isInterrupted()) return;
    const before = stored.get(cik);
    const { isForced } = each;
    const after = before ? await rehearseCompany(cik, context, { isForced, builder }) : null;
    if (before && after) {
      compared.set(cik, { cik, before, ...(await compareStored(cik, after, context)) });
    }
    each.onCompany(cik);
  });
  return findDrops(compared.values());
}

/** How the results of what was built now differ from those that are stored. */
export async function compareStored(
  cik: string,
  { body, counts }: BuiltQuality,
  { database }: IngestContext,
): Promise<ComparedResults> {
  const stored = await loadQuality(database.pool, cik);
  if (!stored) return { lost: {}, after: counts };
  return compareResults(stored.quality, await qualityIn(body));
}
