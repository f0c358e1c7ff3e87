import { mkdirSync } from "node:fs";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import { assembleRegistry } from "../current/assemble.ts";
import { nameSection, readSections } from "./changes.ts";
import { type ConceptChange, levelOf } from "./difference.ts";
import { frozenText, type Workspace } from "./frozen.ts";
import { schemaChanges, writeSchemas } from "./generate-schemas.ts";
import { type GovernedRegistry, govern, isUnfinished } from "./governance.ts";
import { type Release, releaseText } from "./releases.ts";
import { replaceFile } from "./replace-file.ts";
import { higherLevel, type Level, nextVersion } from "./semver.ts";

/** The working registry cannot be released. A sentence per line. */
export class NotReleasableError extends Error {
  override name = "NotReleasableError";
}

/** The working registry is the last release: there is nothing to do, and nothing wrong. */
export class NothingToReleaseError extends NotReleasableError {
  override name = "NothingToReleaseError";
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
export function planRelease(governed: GovernedRegistry, atLeast: Level = "patch"): PlannedRelease {
  const { problems, changes } = govern(governed);
  if (problems.length > 0) throw new NotReleasableError(problems.join("\n"));
  const last = governed.releases.at(-1);
  const needed = last ? levelOf(changes) : "patch";
  if (needed === null) {
    throw new NothingToReleaseError(`nothing changed since ${last?.registryVersion}`);
  }
  const level = higherLevel(needed, atLeast);
  const concepts = structuredClone(governed.concepts);
  const { versions } = governed;
  const schemas = schemaChanges(assembleRegistry(concepts, versions), governed.folders.schemas);
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
 * Writes the release: its frozen copy, the runtime schemas, the name of its section in CHANGES.md, and version.json.
 * Each file appears whole. The frozen copy comes first and version.json last: what was interrupted between them,
 * `finishRelease` brings to its end. `today` is an ISO date.
 */
export function writeRelease(
  { registry }: PlannedRelease,
  { markdown, today, folders }: { markdown: string; today: string; folders: Workspace },
): string[] {
  const { registryVersion, standardVersion, registrySha256 } = registry;
  const sections = readSections(namedBy(markdown, registryVersion));
  const release: Release = {
    registryVersion,
    standardVersion,
    registrySha256,
    releasedAt: today,
    changes: sections.find(({ title }) => title === registryVersion)?.text ?? "",
    concepts: [...registry.concepts],
  };
  const file = `releases/${registryVersion}.json`;
  mkdirSync(new URL("releases/", folders.registry), { recursive: true });
  replaceFile(new URL(file, folders.registry), releaseText(release));
  return [`registry/${file}`, ...writeRest(registry, { markdown, today, folders })];
}

/**
 * What is left to write of a release that was interrupted; the paths written. Empty when there is none: the files are
 * not those of the newest release, or say so already.
 */
export function finishRelease(governed: GovernedRegistry, folders: Workspace): string[] {
  const last = governed.releases.at(-1);
  if (!isUnfinished(governed) || !last) return [];
  const registry = assembleRegistry(structuredClone(last.concepts), last);
  return writeRest(registry, { markdown: governed.changes, today: last.releasedAt, folders });
}

function writeRest(
  registry: Registry,
  { markdown, today, folders }: { markdown: string; today: string; folders: Workspace },
): string[] {
  const { registryVersion, standardVersion } = registry;
  const schemas = writeSchemas(registry, folders.schemas, `${today}T00:00:00.000Z`);
  replaceFile(new URL("releases/digests.json", folders.registry), frozenText(folders));
  replaceFile(new URL("CHANGES.md", folders.registry), namedBy(markdown, registryVersion));
  const versions = `{ "registryVersion": "${registryVersion}", "standardVersion": "${standardVersion}" }\n`;
  replaceFile(new URL("version.json", folders.registry), versions);
  return [
    "registry/version.json",
    "registry/CHANGES.md",
    "registry/releases/digests.json",
    ...schemas.map((name) => `schemas/sfrs/${name}`),
  ];
}

/** CHANGES.md with a section of the version, which is what was unreleased. */
function namedBy(markdown: string, version: string): string {
  const isNamed = readSections(markdown).some(({ title }) => title === version);
  return isNamed ? markdown : nameSection(markdown, version);
}
