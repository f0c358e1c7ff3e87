import { z } from "zod";
import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";
import type { StatementType } from "#schemas/shapes/companies/statement.ts";
import { checkRegistry } from "../governance/check.ts";
import { listReleases, outlineRelease } from "../governance/releases.ts";
import { modelTags } from "../models/inputs/model-tags.ts";
import { readRules, withRules } from "../rules/load-rules.ts";
import { activeTags, assembleRegistry, type RegistryVersions } from "./assemble.ts";
import { parseConcept } from "./concept.ts";
import { registryDigest } from "./digest.ts";
import { parseJson } from "./parse-json.ts";
import { readText } from "./read-text.ts";

const files: Record<string, StatementType> = {
  "income-statement.json": "income_statement",
  "balance-sheet.json": "balance_sheet",
  "cash-flow.json": "cash_flow_statement",
  "company-facts.json": "company_facts",
};

const semver = z.string().regex(/^\d+\.\d+\.\d+$/);
const versions = z.strictObject({ registryVersion: semver, standardVersion: semver });

/**
 * The reviewed concept files, parsed, checked and frozen to the last field. Reads the disk at every call: the
 * composition root loads once and passes it on. Throws an error naming the concept when a file is not valid.
 * Content that was not released has "+unreleased" behind its version.
 */
export function loadRegistry(): Registry {
  const concepts = readWorkingConcepts();
  checkRegistry(concepts);
  const { registryVersion, standardVersion } = readVersions();
  const released = listReleases().map((version) => outlineRelease(version));
  return assembleRegistry(concepts, {
    registryVersion: versionNow(registryVersion, concepts, released),
    standardVersion,
    retiredTags: retiredTags(concepts, released),
  });
}

/** A registry of the given concepts after every rule of `checkRegistry`; freezes what it is given. */
export function buildRegistry(concepts: readonly Concept[], versions: RegistryVersions): Registry {
  checkRegistry(concepts);
  return assembleRegistry(concepts, versions);
}

type Outline = ReturnType<typeof outlineRelease>;

/** Content that is not that of a released version never carries its number. */
function versionNow(version: string, concepts: readonly Concept[], released: Outline[]): string {
  const same = released.find((one) => one.registryVersion === version);
  return same?.registrySha256 === registryDigest(concepts) ? version : `${version}+unreleased`;
}

/**
 * Tags that only released versions map, and tags that models read by themselves: their facts are kept aside, so that
 * these versions and the models can be computed.
 */
function retiredTags(concepts: readonly Concept[], released: Outline[]): Set<string> {
  const mapped = activeTags(concepts);
  const earlier = released.flatMap(({ tags }) => [...tags]);
  return new Set([...earlier, ...modelTags].filter((tag) => !mapped.has(tag)));
}

const here = new URL("../", import.meta.url);

/** The concepts of the files as they are, each with its rules, in reading order and unchecked. */
export function readWorkingConcepts(folder = here): Concept[] {
  const concepts = Object.entries(files).flatMap(([name, statement]) =>
    readFile(folder, name, statement),
  );
  const rules = readRules(folder);
  const keys = new Set(concepts.map(({ snakeKey }) => snakeKey));
  const stray = rules.find(({ line }) => !keys.has(line));
  if (stray) throw new Error(`the rule ${stray.id} is about ${stray.line}, which is no line`);
  return withRules(concepts, rules);
}

/** What `version.json` states. */
export function readVersions(folder = here): RegistryVersions {
  const read = versions.safeParse(readJson(folder, "version.json"));
  if (read.success) return read.data;
  throw new Error(
    'registry/version.json must be { "registryVersion": "1.0.0", "standardVersion": "1.0.0" } with the numbers of the last release',
  );
}

function readFile(folder: URL, name: string, statement: StatementType): Concept[] {
  const entries = readJson(folder, `concepts/${name}`);
  if (!Array.isArray(entries))
    throw new Error(`registry/concepts/${name} must be a list of concepts`);
  const concepts = entries.map((entry) => parseConcept(entry, name));
  const stray = concepts.find((concept) => concept.statement !== statement);
  if (stray)
    throw new Error(`${name}: ${stray.id}: statement ${stray.statement} is not of this file`);
  return concepts;
}

function readJson(folder: URL, path: string): unknown {
  return parseJson(readText(folder, path), `registry/${path}`);
}
