import { existsSync, readdirSync, readFileSync } from "node:fs";
import { z } from "zod";
import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";
import { activeTags, assembleRegistry } from "../current/assemble.ts";
import { parseReleased } from "../current/concept.ts";
import { canonicalJson, registryDigest } from "../current/digest.ts";
import { parseJson } from "../current/parse-json.ts";
import { readRules, withRules } from "../rules/load-rules.ts";
import { compareVersions } from "./semver.ts";

/** Where released versions lie: one file each, never changed again. */
const releasesFolder = new URL("../releases/", import.meta.url);

/** A released version that does not exist; the message names those that do. */
export class UnknownReleaseError extends Error {
  override name = "UnknownReleaseError";
}

const semver = z.string().regex(/^\d+\.\d+\.\d+$/);

const releaseFile = z.strictObject({
  registryVersion: semver,
  standardVersion: semver,
  registrySha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Day of the release. */
  releasedAt: z.iso.date(),
  /** Its section of CHANGES.md. */
  changes: z.string(),
  concepts: z.array(z.unknown()),
});

/** One released version as its file has it. `concepts` stand in the order in which statements list them. */
export interface Release extends Omit<z.infer<typeof releaseFile>, "concepts"> {
  concepts: Concept[];
}

/** The released versions in ascending order. */
export function listReleases(folder = releasesFolder): string[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const versions = names.flatMap((name) => /^(\d+\.\d+\.\d+)\.json$/.exec(name)?.[1] ?? []);
  return versions.sort(compareVersions);
}

/**
 * A released version as it was released. Throws UnknownReleaseError, and an error when the file no longer has the
 * digest it states: a released version is never changed.
 */
export function readRelease(version: string, folder = releasesFolder): Release {
  const file = readFile(version, folder);
  // Of the entries themselves: a field that concepts get later has a default, which is no change.
  if (registryDigest(file.concepts as Concept[]) !== file.registrySha256) {
    throw new Error(
      `the released version ${version} was changed: its digest is no longer its own. Take the file back ` +
        `(git checkout registry/releases/${version}.json), and make the change in registry/concepts`,
    );
  }
  const name = `${version}.json`;
  return { ...file, concepts: file.concepts.map((entry) => parseReleased(entry, name)) };
}

/** What every start needs of a released version, without checking it again: its digest and the tags it maps. */
export function outlineRelease(version: string, folder = releasesFolder) {
  const { registrySha256, concepts } = readFile(version, folder);
  return { registryVersion: version, registrySha256, tags: activeTags(concepts as Concept[]) };
}

function readFile(version: string, folder: URL): z.infer<typeof releaseFile> {
  const released = listReleases(folder);
  if (!released.includes(version)) {
    throw new UnknownReleaseError(
      `no version ${version} of the registry was released; released: ${released.join(", ") || "none"}`,
    );
  }
  const text = readFileSync(new URL(`${version}.json`, folder), "utf8");
  const path = `registry/releases/${version}.json`;
  const read = releaseFile.safeParse(parseJson(text, path));
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new Error(
      `${path} is no release any more (${issue?.path.join(".")}: ${issue?.message}): take it back (git checkout ${path})`,
    );
  }
  const file = read.data;
  if (file.registryVersion === version) return file;
  throw new Error(`${version}.json is of ${file.registryVersion}`);
}

/**
 * The registry of a released version: what a build needs to make its statements again. Rules are part of the registry since
 * 1.10.0; an earlier version has those of today. Throws as `readRelease`.
 */
export function loadRelease(version: string, folder = releasesFolder): Registry {
  const release = readRelease(version, folder);
  const { concepts } = release;
  const hasRules = concepts.some(({ rules }) => rules !== undefined);
  return assembleRegistry(hasRules ? concepts : withRules(concepts, readRules()), release);
}

/** The text of a release's file: every field of every concept, one concept a line. */
export function releaseText({ concepts, ...head }: Release): string {
  const lines = concepts.map((concept) => canonicalJson(concept));
  return `${JSON.stringify(head, null, 1).slice(0, -2)},\n "concepts": [\n${lines.join(",\n")}\n ]\n}\n`;
}
