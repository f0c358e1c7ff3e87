import { and, asc, desc, eq, inArray, like, notInArray, or, type SQL, sql } from "drizzle-orm";
import { findValue, pick, replaceRows } from "#api/data/rows.ts";
import { rowsOf } from "#api/data/rows-of.ts";
import type { Db } from "#schemas/database/db.ts";
import { setting } from "#schemas/tables/accounts/account.ts";
import {
  candidate,
  hiringRoleSkill,
  personSkill,
  skillTerm,
} from "#schemas/tables/platform/hiring.ts";

export type Term = typeof skillTerm.$inferInsert;

const settingKey = "skills.vocabulary";

/** The digest of the stored vocabulary; null before the first one is stored. */
export const findStoredDigest = (db: Db): Promise<string | null> =>
  findValue(db, setting, "value", eq(setting.key, settingKey));

export async function storeDigest(db: Db, value: string): Promise<void> {
  await db
    .insert(setting)
    .values({ key: settingKey, value })
    .onConflictDoUpdate({ target: setting.key, set: { value } });
}

/** Locks the terms until the transaction ends. */
export const lockTerms = (db: Db) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended('skill_term', 0))`);

/** The stored terms with these keys, by key. */
export async function findTerms(db: Db, keys: readonly string[]): Promise<Map<string, Term>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .select()
    .from(skillTerm)
    .where(inArray(skillTerm.key, [...keys]));
  return new Map(rows.map((row) => [row.key, row]));
}

const batchSize = 2000;

/** Stores terms. A stored key gets the new meaning. */
export async function storeTerms(db: Db, terms: readonly Term[]): Promise<void> {
  for (let at = 0; at < terms.length; at += batchSize) {
    await db
      .insert(skillTerm)
      .values(terms.slice(at, at + batchSize))
      .onConflictDoUpdate({
        target: skillTerm.key,
        set: {
          skillId: sql`excluded.skill_id`,
          name: sql`excluded.name`,
          isName: sql`excluded.is_name`,
          source: sql`excluded.source`,
          uri: sql`excluded.uri`,
        },
      });
  }
}

/** Removes terms of the built-in vocabulary whose keys are not given. */
export async function removeOldTerms(db: Db, keys: readonly string[]): Promise<void> {
  await db
    .delete(skillTerm)
    .where(and(eq(skillTerm.source, "vocabulary"), notInArray(skillTerm.key, [...keys])));
}

/** Skills that people or roles have as free text: no stored term has their id. */
export async function listFreeSkills(db: Db): Promise<{ skillId: string; name: string }[]> {
  const { rows } = await db.execute<{ skillId: string; name: string }>(sql`
    select distinct s.skill_id as "skillId", s.name from (
      select skill_id, name from ${personSkill} union all select skill_id, name from ${hiringRoleSkill}) s
    where not exists (select 1 from ${skillTerm} t where t.skill_id = s.skill_id)`);
  return rows;
}

/** The people and roles that have one of the skills. */
export async function listHolders(db: Db, skillIds: readonly string[]) {
  if (skillIds.length === 0) return { userIds: [], roleIds: [] };
  const people = await db
    .selectDistinct({ id: personSkill.userId })
    .from(personSkill)
    .where(inArray(personSkill.skillId, [...skillIds]));
  const roles = await db
    .selectDistinct({ id: hiringRoleSkill.roleId })
    .from(hiringRoleSkill)
    .where(inArray(hiringRoleSkill.skillId, [...skillIds]));
  return { userIds: people.map(({ id }) => id), roleIds: roles.map(({ id }) => id) };
}

export const findCandidate = (db: Db, userId: string) =>
  rowsOf(candidate, pick(candidate, "isDiscoverable", "headline", "titles")).find(db, { userId });

/**
 * Inserts or changes what is given. Locks the row until the transaction ends. Returns whether others find the person.
 */
export async function storeCandidate(
  db: Db,
  userId: string,
  { headline, titles, isDiscoverable }: Partial<typeof candidate.$inferInsert>,
): Promise<boolean> {
  const set = { headline, titles, isDiscoverable, updatedAt: sql`now()` };
  const isOwn = eq(candidate.userId, userId);
  const returned = { isDiscoverable: candidate.isDiscoverable };
  let [row] = await db.update(candidate).set(set).where(isOwn).returning(returned);
  // An insert takes a number also where it finds the row.
  row ??= (
    await db
      .insert(candidate)
      .values({ userId, headline, titles, isDiscoverable })
      .onConflictDoUpdate({ target: candidate.userId, set })
      .returning(returned)
  )[0];
  await db
    .update(candidate)
    .set({ profileText: sql`concat_ws('. ', array_to_string(titles, '. '), headline)` })
    .where(isOwn);
  return row?.isDiscoverable ?? true;
}

export const listPersonSkills = (db: Db, userId: string) =>
  db
    .select({
      id: personSkill.skillId,
      ...pick(personSkill, "name", "level", "isDiscoverable"),
    })
    .from(personSkill)
    .where(eq(personSkill.userId, userId))
    .orderBy(asc(personSkill.position));

/**
 * Makes every other change of people's skills wait until the transaction ends. Who changes the skills of several people
 * calls it first: the lists of holders are locked part by part, and in any order two could wait for each other.
 */
export const lockHolders = (db: Db) =>
  db.execute(sql`select pg_advisory_xact_lock(7305008, part) from generate_series(0, 255) part`);

export const replacePersonSkills = (
  db: Db,
  userId: string,
  rows: (typeof personSkill.$inferInsert)[],
) => replaceRows(db, personSkill, eq(personSkill.userId, userId), rows);

/**
 * Names of known skills with a spelling that begins with the key, best first; if there is none, with a similar
 * spelling.
 */
export async function suggestSkills(db: Db, key: string, limit: number): Promise<string[]> {
  const pattern = `${key.replace(/[\\%_]/g, "\\$&")}%`;
  const begins = await namesOf(
    db,
    like(skillTerm.key, pattern),
    sql`min(length(${skillTerm.key}))`,
    limit,
  );
  if (begins.length > 0) return begins;
  const likeness = sql`max(word_similarity(${key}, ${skillTerm.key}))`;
  return namesOf(db, sql`${key} <% ${skillTerm.key}`, desc(likeness), limit);
}

async function namesOf(db: Db, where: SQL | undefined, order: SQL, limit: number) {
  const rows = await db
    .select({ name: skillTerm.name })
    .from(skillTerm)
    .where(where)
    .groupBy(skillTerm.skillId, skillTerm.name)
    .orderBy(order, asc(skillTerm.name))
    .limit(limit);
  return rows.map(({ name }) => name);
}

/** Terms with the first letter of one of the folded words and about its length; names first. */
export async function findTermsStarting(db: Db, keys: readonly string[]) {
  if (keys.length === 0) return [];
  const isLike = keys.map((key) => {
    const [first = ""] = key;
    const length = [...key].length;
    return and(
      like(skillTerm.key, `${first.replace(/[\\%_]/g, "\\$&")}%`),
      sql`length(${skillTerm.key}) between ${length - 1} and ${length + 1}`,
    );
  });
  return db
    .select({ key: skillTerm.key, skillId: skillTerm.skillId })
    .from(skillTerm)
    .where(or(...isLike))
    .orderBy(desc(skillTerm.isName), asc(skillTerm.key))
    .limit(5000 * keys.length);
}
