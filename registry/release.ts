import { mkdirSync, writeFileSync } from "node:fs";
import type { Registry } from "#schemas/shapes/concept.ts";
import { assembleRegistry } from "./assemble.ts";
import { nameSection, readSections } from "./changes.ts";
import { type ConceptChange, levelOf } from "./difference.ts";
import { schemaChanges, writeSchemas } from "./generate-schemas.ts";
import { type Governed, govern, type Workspace } from "./governance.ts";
import { type Release, releaseText } from "./releases.ts";
import { higherLevel, type Level, nextVersion } from "./semver.ts";

/** The working registry breaks a rule, or nothing changed: it cannot be released. A sentence per line. */
export class NotReleasableError extends Error {
  override name = "NotReleasableError";
}

/** A release that is about to be written. */
export interface PlannedRelease {
  level: Level;
  registry: Registry;
  changes: ConceptChange[];
  /** In words, the statements whose schema gets another version. */
  schemas: string[];
}

/**
 * The next version: as high as the changes demand, or as `atLeast` says, with another standard version where a
 * statement has other lines. Throws NotReleasableError; nothing is written.
 */
export function planRelease(governed: Governed, atLeast: Level = "patch"): PlannedRelease {
  const { problems, changes } = govern(governed);
  if (problems.length > 0) throw new NotReleasableError(problems.join("\n"));
  const last = governed.releases.at(-1);
  const needed = last ? levelOf(changes) : "patch";
  if (needed === null) {
    throw new NotReleasableError(`nothing changed since ${last?.registryVersion}`);
  }
  const level = higherLevel(needed, atLeast);
  const concepts = structuredClone(governed.concepts);
  const { versions } = governed;
  const schemas = schemaChanges(assembleRegistry(concepts, versions), governed.schemas);
  // The first release is what the files say it is.
  const registryVersion = last
    ? nextVersion(last.registryVersion, level)
    : versions.registryVersion;
  const { standardVersion } = versions;
  const next = last && schemas.length > 0 ? nextVersion(standardVersion, "minor") : standardVersion;
  const registry = assembleRegistry(concepts, { registryVersion, standardVersion: next });
  return { level, registry, changes, schemas };
}

/**
 * Writes the release: its frozen copy, version.json, the name of its section in CHANGES.md, and the runtime
 * schemas. The frozen copy comes last: until it is there, nothing was released. `today` is an ISO date.
 */
export function writeRelease(
  { registry }: PlannedRelease,
  { markdown, today, folders }: { markdown: string; today: string; folders: Workspace },
): string[] {
  const { registryVersion, standardVersion, registrySha256 } = registry;
  const named = readSections(markdown).some(({ title }) => title === registryVersion)
    ? markdown
    : nameSection(markdown, registryVersion);
  const changes = readSections(named).find(({ title }) => title === registryVersion)?.text ?? "";
  const schemas = writeSchemas(registry, folders.schemas, `${today}T00:00:00.000Z`);
  const versions = `{ "registryVersion": "${registryVersion}", "standardVersion": "${standardVersion}" }\n`;
  const release: Release = {
    registryVersion,
    standardVersion,
    registrySha256,
    releasedAt: today,
    changes,
    concepts: [...registry.concepts],
  };
  const file = `releases/${registryVersion}.json`;
  writeFileSync(new URL("CHANGES.md", folders.registry), named);
  writeFileSync(new URL("version.json", folders.registry), versions);
  mkdirSync(new URL("releases/", folders.registry), { recursive: true });
  writeFileSync(new URL(file, folders.registry), releaseText(release));
  return [
    ...[file, "version.json", "CHANGES.md"].map((name) => `registry/${name}`),
    ...schemas.map((name) => `schemas/sfrs/${name}`),
  ];
}
