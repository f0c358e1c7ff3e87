import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";
import { ruleBook } from "../rules/book.ts";
import { registryDigest } from "./digest.ts";

/** What names a state of the registry beside its content. */
export interface RegistryVersions {
  registryVersion: string;
  standardVersion: string;
}

interface Naming extends RegistryVersions {
  /** Of a released version: the digest of the entries as they were released. Default: that of the concepts. */
  registrySha256?: string;
  /** As in `Registry`. */
  retiredTags?: ReadonlySet<string>;
}

/** A registry of the given concepts, unchecked; freezes what it is given. */
export function assembleRegistry(concepts: readonly Concept[], naming: Naming): Registry {
  const { registryVersion, standardVersion, retiredTags } = naming;
  return Object.freeze({
    registryVersion,
    standardVersion,
    registrySha256: naming.registrySha256 ?? registryDigest(concepts),
    concepts: deepFreeze(concepts),
    bySnakeKey: new Map(concepts.map((concept) => [concept.snakeKey, concept])),
    residuals: concepts.filter(({ residualOf }) => residualOf !== undefined),
    rules: ruleBook(concepts),
    tags: activeTags(concepts),
    ...(retiredTags && { retiredTags }),
  });
}

/** "taxonomy:tag" of every mapping of an active concept. */
export function activeTags(concepts: readonly Concept[]): Set<string> {
  const active = concepts.filter(({ status }) => status === "active");
  return new Set(
    active.flatMap((c) =>
      c.mappings.map(({ taxonomy, xbrlConcept }) => `${taxonomy}:${xbrlConcept}`),
    ),
  );
}

function deepFreeze<T>(value: T): T {
  if (value === null || typeof value !== "object") return value;
  for (const field of Object.values(value)) deepFreeze(field);
  return Object.freeze(value);
}
