import type { Concept } from "#schemas/shapes/companies/concept.ts";
import type { Release } from "./releases.ts";

/** What a line is once and for all: readers have built on it. */
const fixed = ["snakeKey", "statement", "dataType", "periodType", "balance", "additive"] as const;

/**
 * The rules that a state of the registry must keep towards every released version: ids and keys are never
 * reused or dropped, a line stays what it is, what was deprecated stays so, and the order of lines is kept
 * (statements list them so, byte for byte). A sentence per violation, each beginning with the concept's id.
 */
export function historyProblems(
  concepts: readonly Concept[],
  releases: readonly Pick<Release, "registryVersion" | "concepts">[],
): string[] {
  const problems = releases.flatMap((release) => [...releaseProblems(concepts, release)]);
  // The same violation is one of every version since.
  return [...new Map(problems.map((one) => [one.about, one.sentence])).values()];
}

interface Problem {
  about: string;
  sentence: string;
}

function* releaseProblems(
  concepts: readonly Concept[],
  { registryVersion, concepts: released }: Pick<Release, "registryVersion" | "concepts">,
): Iterable<Problem> {
  // Of an id used twice, the first: what the second breaks is that it has it.
  const byId = new Map(concepts.map((concept) => [concept.id, concept] as const).reverse());
  const byKey = new Map(concepts.map((concept) => [concept.snakeKey, concept]));
  const order = new Map(concepts.map(({ id }, at) => [id, at] as const).reverse());
  let last = -1;
  for (const old of released) {
    const concept = byId.get(old.id);
    if (!concept) {
      const sentence = `${old.id}: was released in ${registryVersion} and is gone; deprecate it with a successor instead.`;
      yield { about: `${old.id} gone`, sentence };
      continue;
    }
    yield* meaningProblems(old, concept, registryVersion);
    const owner = byKey.get(old.snakeKey);
    if (owner && owner.id !== old.id) {
      const sentence = `${owner.id}: the snakeKey ${old.snakeKey} was that of ${old.id} in ${registryVersion} and is never reused.`;
      yield { about: `${owner.id} key`, sentence };
    }
    const at = order.get(old.id) ?? -1;
    if (at < last) {
      const sentence = `${old.id}: stands before lines that ${registryVersion} lists above it; keep their order.`;
      yield { about: `${old.id} order`, sentence };
    }
    last = Math.max(last, at);
  }
}

function* meaningProblems(old: Concept, concept: Concept, version: string): Iterable<Problem> {
  for (const field of fixed) {
    if (old.status === "proposed" || old[field] === concept[field]) continue;
    const sentence =
      `${old.id}: its ${field} was ${old[field]} in ${version} and would become ${concept[field]}; ` +
      "another meaning needs another id.";
    yield { about: `${old.id} ${field}`, sentence };
  }
  if (old.status === "deprecated" && concept.status !== "deprecated") {
    const sentence = `${old.id}: is deprecated since ${version} and stays so.`;
    yield { about: `${old.id} status`, sentence };
  }
  if (old.status === "active" && concept.status === "proposed") {
    const sentence = `${old.id}: was active in ${version} and cannot be proposed again.`;
    yield { about: `${old.id} status`, sentence };
  }
}
