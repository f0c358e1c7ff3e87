import { createHash } from "node:crypto";
import { assembleRegistry } from "#registry/current/assemble.ts";
import type { TagsSeen } from "#registry/governance/tags-seen.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";

/** A registry without some of its tags, and what they were. */
export interface Holdout {
  registry: Registry;
  /** The concepts that each tag was mapped to. */
  taken: Map<string, Set<string>>;
}

/**
 * Removes tags from the registry to measure how many of them are suggested again. The tags are the first, by digest, of
 * those in the available filings, so that nobody chose them. A concept keeps at least one tag or its arithmetic.
 */
export function takeAway(registry: Registry, seen: TagsSeen, count: number): Holdout {
  const order = (tag: string) => createHash("sha256").update(tag).digest("hex");
  const taken = new Map<string, Set<string>>();
  const tags = [...registry.tags]
    .filter((tag) => tag in seen)
    .sort((a, b) => (order(a) < order(b) ? -1 : 1));
  for (const tag of tags) {
    if (taken.size === count) break;
    const owners = registry.concepts.filter(
      ({ status, mappings }) => status === "active" && mappings.some((one) => tagOf(one) === tag),
    );
    const isLast = owners.some(({ mappings, rollup, derivation }) => {
      const left = mappings.filter((one) => tagOf(one) !== tag && !taken.has(tagOf(one)));
      return left.length === 0 && rollup === null && derivation === null;
    });
    if (!isLast) taken.set(tag, new Set(owners.map(({ snakeKey }) => snakeKey)));
  }
  const concepts = registry.concepts.map((concept) => ({
    ...concept,
    mappings: concept.mappings.filter((one) => !taken.has(tagOf(one))),
  }));
  return { registry: assembleRegistry(structuredClone(concepts), registry), taken };
}

const tagOf = (one: { taxonomy: string; xbrlConcept: string }) =>
  `${one.taxonomy}:${one.xbrlConcept}`;
