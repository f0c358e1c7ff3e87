import type { Concept } from "#schemas/shapes/companies/concept.ts";
import { activeTags, assembleRegistry, type RegistryVersions } from "../current/assemble.ts";
import { registryDigest } from "../current/digest.ts";
import { readVersions, readWorkingConcepts } from "../current/load.ts";
import { parseJson } from "../current/parse-json.ts";
import { readText } from "../current/read-text.ts";
import { readSkills, skillProblems } from "../skills/vocabulary.ts";
import { readSections, unexplained } from "./changes.ts";
import { checkRegistry } from "./check.ts";
import { type ConceptChange, compareConcepts } from "./difference.ts";
import { frozenProblems, type Workspace } from "./frozen.ts";
import { schemaChanges } from "./generate-schemas.ts";
import { historyProblems } from "./history.ts";
import { noteQuestions } from "./note-questions.ts";
import { listReleases, type Release, readRelease } from "./releases.ts";
import { compareVersions } from "./semver.ts";
import { checkTags, kindProblems, type TagKinds, type TagsSeen } from "./tags-seen.ts";

/** Everything that the rules of governance look at. */
export interface GovernedRegistry {
  concepts: readonly Concept[];
  versions: RegistryVersions;
  /** In ascending order. */
  releases: readonly Release[];
  /** Text of CHANGES.md. */
  changes: string;
  seen: TagsSeen;
  /** What the filings at hand show of period types; left out where none were looked at. */
  kinds?: TagKinds;
  /** Where the files lie. */
  folders: Workspace;
}

export interface Findings {
  /** What a release must not have. */
  problems: string[];
  /** What a reviewer should know. */
  notes: string[];
  /** What differs from the last released version; empty when nothing does. */
  changes: ConceptChange[];
}

/** All rules over the working registry and the released versions; nothing is written. */
export function govern(governed: GovernedRegistry): Findings {
  const { concepts, releases, changes: markdown, seen } = governed;
  const last = releases.at(-1);
  const changes = last ? compareConcepts(last.concepts, concepts) : [];
  const evidence = checkTags(concepts, seen, last ? allTags(last.concepts) : new Set());
  const schemas = schemaFindings(governed);
  return {
    problems: [
      ...sentencesOf(() => checkRegistry(concepts)),
      ...skillProblems(readSkills()),
      ...historyProblems(concepts, releases),
      ...versionProblems(governed),
      ...sectionProblems(markdown, releases),
      ...frozenProblems(governed.folders, isUnfinished(governed)),
      ...unexplained(markdown, changes),
      ...(last ? noteQuestions(last.concepts, concepts) : []),
      ...evidence.problems,
      ...kindProblems(concepts, governed.kinds ?? new Map()),
      ...schemas.problems,
    ],
    notes: [...evidence.notes, ...schemas.notes, ...proposedNotes(concepts)],
    changes,
  };
}

export const workspace: Workspace = {
  registry: new URL("../", import.meta.url),
  schemas: new URL("../../schemas/sfrs/", import.meta.url),
};

/**
 * Everything that the rules look at, from the files; throws naming a file that is not valid or a release that was
 * changed.
 */
export function readGoverned(folders: Workspace = workspace): GovernedRegistry {
  const { registry } = folders;
  const tagsSeen = parseJson(readText(registry, "tags-seen.json"), "registry/tags-seen.json");
  const folder = new URL("releases/", registry);
  return {
    concepts: readWorkingConcepts(registry),
    versions: readVersions(registry),
    releases: listReleases(folder).map((version) => readRelease(version, folder)),
    changes: readText(registry, "CHANGES.md"),
    seen: tagsSeen as TagsSeen,
    folders,
  };
}

/** A registry in which what is proposed is in force, to see what it would do. Throws when that breaks a rule. */
export function withProposed(concepts: readonly Concept[], versions: RegistryVersions) {
  const active = concepts.map((concept) =>
    concept.status === "proposed" ? { ...concept, status: "active" as const } : concept,
  );
  checkRegistry(active);
  return assembleRegistry(active, versions);
}

/** Proposed lines are drafts: what would stop them from coming into force is worth knowing, and no fault. */
function proposedNotes(concepts: readonly Concept[]): string[] {
  const drafts = concepts.filter(({ status }) => status === "proposed");
  if (drafts.length === 0) return [];
  const versions = { registryVersion: "proposed", standardVersion: "proposed" };
  const problems = sentencesOf(() => withProposed(structuredClone(concepts), versions));
  return [
    ...drafts.map(({ id }) => `${id}: is proposed; impact shows what it would do.`),
    ...problems.map((sentence) => `Once proposed lines are active: ${sentence}`),
  ];
}

/** True when a release of these very files was interrupted before version.json named it. */
export function isUnfinished({ concepts, versions, releases }: GovernedRegistry): boolean {
  const last = releases.at(-1);
  return (
    last !== undefined &&
    compareVersions(versions.registryVersion, last.registryVersion) < 0 &&
    registryDigest(concepts) === last.registrySha256
  );
}

function versionProblems(governed: GovernedRegistry): string[] {
  const { versions, releases } = governed;
  const last = releases.at(-1);
  if (!last) return [];
  if (last.registryVersion === versions.registryVersion) {
    if (last.standardVersion === versions.standardVersion) return [];
    return [
      `version.json says standard ${versions.standardVersion}, the last release ${last.standardVersion}: put it back, and leave the number to release.`,
    ];
  }
  const difference = `version.json says ${versions.registryVersion}, the last release is ${last.registryVersion}`;
  return isUnfinished(governed)
    ? [`${difference}, which was interrupted: npm run registry -- release finishes it.`]
    : [`${difference}: put it back to ${last.registryVersion}, and leave the number to release.`];
}

/** Each release has its section, and each section but what is unreleased its release. */
function sectionProblems(markdown: string, releases: readonly Release[]): string[] {
  const titles = readSections(markdown).map(({ title }) => title);
  const released = releases.map(({ registryVersion }) => registryVersion);
  const missing = released.filter((version) => !titles.includes(version));
  const stray = titles.filter((title) => title !== "Unreleased" && !released.includes(title));
  const twice = titles.filter((title, at) => titles.indexOf(title) !== at);
  return [
    ...missing.map((version) => `CHANGES.md has no section "## ${version}".`),
    ...stray.map(
      (title) =>
        `CHANGES.md has a section "## ${title}", and there is no registry/releases/${title}.json: take the file back, or call what is new "## Unreleased".`,
    ),
    ...twice.map((title) => `CHANGES.md has the section "## ${title}" twice.`),
  ];
}

function schemaFindings({
  concepts,
  versions,
  folders: { schemas },
}: GovernedRegistry): Omit<Findings, "changes"> {
  let changed: string[] = [];
  const problems = sentencesOf(() => {
    changed = schemaChanges(assembleRegistry(structuredClone(concepts), versions), schemas);
  });
  return { problems, notes: changed.map((what) => `The next release adds a schema: ${what}.`) };
}

function sentencesOf(check: () => unknown): string[] {
  try {
    check();
    return [];
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).split("\n");
  }
}

/** Also of proposed lines: what was reviewed once need not be proved again. */
function allTags(concepts: readonly Concept[]): Set<string> {
  return activeTags(concepts.map((concept) => ({ ...concept, status: "active" as const })));
}
