import { loadSkills } from "#registry/skills/vocabulary.ts";
import type { Db } from "#schemas/database/db.ts";
import { foldSkill, skillIdOf } from "#schemas/shapes/platform/skill-key.ts";
import {
  findStoredDigest,
  findTerms,
  lockTerms,
  removeOldTerms,
  storeDigest,
  storeTerms,
} from "./queries.ts";

const vocabulary = loadSkills();

/** Stores the built-in vocabulary unless the database has this version of it. */
export async function storeVocabulary(db: Db): Promise<void> {
  if ((await findStoredDigest(db)) === vocabulary.digest) return;
  await db.transaction(async (tx) => {
    await lockTerms(tx);
    if ((await findStoredDigest(tx)) === vocabulary.digest) return;
    const terms = vocabulary.spellings.map((one) => ({
      ...one,
      source: "vocabulary" as const,
      uri: null,
    }));
    await removeOldTerms(
      tx,
      terms.map(({ key }) => key),
    );
    await storeTerms(tx, terms);
    await storeDigest(tx, vocabulary.digest);
  });
}

/**
 * Gives each named thing the id and the name of its skill: those of the vocabulary where a spelling is known, else
 * what was typed. Of two spellings of one skill the first counts.
 */
export async function resolveSkills<T extends { name: string }>(
  db: Db,
  given: readonly T[],
): Promise<(T & { id: string })[]> {
  await storeVocabulary(db);
  const terms = await findTerms(db, [...new Set(given.map(({ name }) => foldSkill(name)))]);
  const resolved = new Map<string, T & { id: string }>();
  for (const one of given) {
    const key = foldSkill(one.name);
    const term = terms.get(key);
    const id = term?.skillId ?? skillIdOf(key);
    if (!resolved.has(id)) resolved.set(id, { ...one, id, name: term?.name ?? one.name });
  }
  return [...resolved.values()];
}
