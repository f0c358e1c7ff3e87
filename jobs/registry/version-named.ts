import { assembleRegistry } from "#registry/current/assemble.ts";
import { readVersions, readWorkingConcepts } from "#registry/current/load.ts";
import { withProposed } from "#registry/governance/governance.ts";
import { listReleases, loadRelease, UnknownReleaseError } from "#registry/governance/releases.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import { UsageError } from "../commands/command.ts";

/** The name of the working files beside released versions. */
export const working = "working";

/** The registry that a maintainer names: a released version, or "working". Throws UsageError naming what there is. */
export function versionNamed(name: string): Registry {
  if (name === working) {
    return assembleRegistry(readWorkingConcepts(), { ...readVersions(), registryVersion: working });
  }
  try {
    return loadRelease(name);
  } catch (error) {
    if (error instanceof UnknownReleaseError) throw new UsageError(`${error.message}, ${working}`);
    throw error;
  }
}

/** The working registry with its proposed lines in force. */
export function workingWithProposed(): Registry {
  return withProposed(readWorkingConcepts(), { ...readVersions(), registryVersion: working });
}

/** The working registry with every line that is not deprecated in force, checked or not: to read tags with. */
export function everyLine(): Registry {
  const concepts = readWorkingConcepts().map((concept) =>
    concept.status === "proposed" ? { ...concept, status: "active" as const } : concept,
  );
  return assembleRegistry(concepts, { ...readVersions(), registryVersion: working });
}

/** The newest released version. Throws UsageError before the first. */
export function lastRelease(): string {
  const last = listReleases().at(-1);
  if (last === undefined) throw new UsageError("no version was released yet");
  return last;
}
