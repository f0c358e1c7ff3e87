import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { listing } from "#schemas/tables/companies/directory.ts";
import { candidate, hiringRole, personSkill } from "#schemas/tables/platform/hiring.ts";
import { blockedFor } from "../../data/blocked.ts";
import { boundedSearch } from "../../data/text-search.ts";
import { uuids } from "../../data/uuids.ts";
import { percentOfLevel } from "../hiring/service.ts";

/** One term of a search: a skill, words of a title or headline, or either. */
export interface SearchTerm {
  n: number;
  /** Null for words that are no skill. */
  skillId: string | null;
  text: string;
  /** What having the skill adds to the score, at the highest level. */
  skillPoints: number;
  /** What having the words adds. */
  textPoints: number;
  isRequired: boolean;
}

export interface Without {
  skillIds: string[];
  texts: string[];
}

export interface FoundCandidate extends Record<string, unknown> {
  userId: string;
  name: string;
  slug: string;
  avatar: string | null;
  headline: string | null;
  score: number;
  total: number;
}

const phrase = (text: unknown) => sql`phraseto_tsquery('english', ${text})`;

/** The words that full-text search reads. It ignores words like "the". */
export async function findMeaningful(db: Db, words: readonly string[]): Promise<Set<string>> {
  if (words.length === 0) return new Set();
  const { rows } = await db.execute<{ word: string }>(sql`
    select word from json_array_elements_text(${JSON.stringify(words)}::json) typed(word)
    where numnode(${phrase(sql`word`)}) > 0`);
  return new Set(rows.map(({ word }) => word));
}

/** The skills among these that at least one discoverable person has. */
export async function findHeldSkills(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await db.execute<{ id: string }>(sql`
    select id::text as id from unnest(${uuids(ids)}) asked(id)
    where exists (select 1 from ${personSkill} ps where ps.skill_id = asked.id and ps.is_discoverable)`);
  return new Set(rows.map(({ id }) => id));
}

/** How many people are ranked, however many have the words and skills. */
const pooledMax = 1000;

/**
 * The people who are ranked. Each term adds a bounded number, so that a common word costs no more than a rare one.
 * People with the highest levels of a skill, and people with all the words, are added first. Required terms replace the
 * others.
 */
function poolOf(terms: readonly SearchTerm[]): SQL {
  const required = terms.filter(({ isRequired }) => isRequired);
  const asked = required.length > 0 ? required : terms;
  const most = sql.raw(String(Math.max(125, Math.ceil(pooledMax / asked.length))));
  const withText = (query: SQL) =>
    sql`(select c.user_id from ${candidate} c where c.is_discoverable and c.search @@ ${query} limit ${most})`;
  const withSkill = (skillId: string, levels: SQL) =>
    sql`(select ps.user_id from ${personSkill} ps where ps.skill_id = ${skillId} and ps.is_discoverable ${levels} limit ${most})`;
  const words = asked.filter(({ skillId }) => skillId === null).map(({ text }) => phrase(text));
  const together = words.length < 2 ? [] : [withText(sql`(${sql.join(words, sql` && `)})`)];
  const each = asked.flatMap(({ skillId, text }) => [
    ...(skillId === null
      ? []
      : [
          withSkill(skillId, sql`and ps.level in ('advanced', 'expert')`),
          withSkill(skillId, sql``),
        ]),
    withText(phrase(text)),
  ]);
  return sql.join([...together, ...each], sql` union `);
}

/** What a term adds for the candidate `c`, in hundredths; `held` has the percentages of the asked skills. */
function pointsOf(
  { skillId, text, skillPoints, textPoints }: SearchTerm,
  asked: readonly string[],
): SQL {
  const byText = sql`case when c.search @@ ${phrase(text)} then ${sql.raw(String(100 * textPoints))} else 0 end`;
  if (skillId === null) return byText;
  const percent = sql.raw(`coalesce(held.of_${asked.indexOf(skillId)}, 0)`);
  return sql`greatest(${sql.raw(String(skillPoints))} * ${percent}, ${byText})`;
}

/** The percentages that pooled people have of the asked skills, a row for each who has any. */
function heldOf(asked: readonly string[]): SQL {
  const each = asked.map(
    (id, at) =>
      sql`max(${percentOfLevel}) filter (where skill_id = ${id}) as ${sql.raw(`of_${at}`)}`,
  );
  return sql`select user_id, ${sql.join(each, sql`, `)} from ${personSkill}
    where user_id in (select user_id from pool) and is_discoverable and skill_id = any(${uuids(asked)})
    group by user_id`;
}

/** SQL condition on the candidate `c`: none of the words and skills that are excluded. */
function isWithout({ skillIds, texts }: Without): SQL {
  const words = texts.map((text) => sql`and not c.search @@ ${phrase(text)}`);
  const skills = sql`and not exists (select 1 from ${personSkill} ps where ps.user_id = c.user_id
    and ps.skill_id = any(${uuids(skillIds)}))`;
  return sql.join([...words, ...(skillIds.length === 0 ? [] : [skills])], sql` `);
}

/**
 * Discoverable people who have at least one of the terms, best first. At most about `pooledMax` people are ranked and
 * counted. Each of them is looked up once, and the score is a whole number until the end.
 */
export async function rankCandidates(
  db: Db,
  viewerId: string,
  { terms, without, limit }: { terms: readonly SearchTerm[]; without: Without; limit: number },
): Promise<FoundCandidate[]> {
  const skillIds = [...new Set(terms.flatMap(({ skillId }) => skillId ?? []))];
  const points = terms.map((term) => pointsOf(term, skillIds));
  const required = points.filter((_, at) => terms[at]?.isRequired);
  const most = terms.map(({ skillPoints, textPoints }) => Math.max(skillPoints, textPoints));
  const whole = sql.raw(String(100 * most.reduce((sum, one) => sum + one, 0)));
  const hasSkill = sql`exists (select 1 from ${personSkill} ps where ps.user_id = c.user_id)`;
  const held = skillIds.length === 0 ? sql`` : sql`, held as materialized (${heldOf(skillIds)})`;
  const withHeld = skillIds.length === 0 ? sql`` : sql`left join held on held.user_id = c.user_id`;
  const isSkilled =
    skillIds.length === 0 ? hasSkill : sql`(held.user_id is not null or ${hasSkill})`;
  const { rows } = await db.execute<FoundCandidate>(sql`
    with pool as materialized (${poolOf(terms)})${held},
    scored as materialized (
      select c.user_id as id, ${sql.join(points, sql` + `)} as points
      from pool join ${candidate} c on c.user_id = pool.user_id ${withHeld}
      where c.is_discoverable and ${isSkilled} ${isWithout(without)}
        ${sql.join(
          required.map((one) => sql`and ${one} > 0`),
          sql` `,
        )}
        and c.user_id not in (select id from ${userAccount} where status <> 'active' union all ${blockedFor(viewerId)})
    ),
    shown as (
      select id, (20000 * points::bigint + ${whole}) / (2 * ${whole}) as score, count(*) over ()::int as total
      from scored where points > 0 order by score desc, id limit ${limit}
    )
    select s.id as "userId", coalesce(u.name, u.slug) as name, u.slug, u.avatar, c.headline,
      s.score / 10000.0::float8 as score, s.total
    from shown s join ${userAccount} u on u.id = s.id join ${candidate} c on c.user_id = s.id
    order by s.score desc, s.id`);
  return rows;
}

/** Titles or locations of public roles that have a word with this beginning, or else something like it. */
export async function suggestFromRoles(
  db: Db,
  field: "title" | "location",
  typed: string,
  limit: number,
): Promise<string[]> {
  const column = hiringRole[field];
  const text = boundedSearch(typed).toLowerCase();
  const start = `${text.replace(/[\\%_]/g, "\\$&")}%`;
  const isListed = sql`status = 'published' and visibility = 'public'`;
  const { rows } = await db.execute<{ value: string }>(sql`
    select min(value) as value from (
      select ${column} as value from ${hiringRole}
      where ${isListed} and (${column} ilike ${start} or ${column} ilike ${`% ${start}`})
      order by published_at desc limit 500) recent
    group by lower(value) order by count(*) desc, lower(value) limit ${limit}`);
  if (rows.length > 0 || text.length < 3) return rows.map(({ value }) => value);
  const similar = await db.execute<{ value: string }>(sql`
    select min(value) as value from (
      select ${column} as value from ${hiringRole} where ${isListed} and ${text} <% ${column}
      limit 500) alike
    group by lower(value) order by max(word_similarity(${text}, lower(value))) desc, lower(value) limit ${limit}`);
  return similar.rows.map(({ value }) => value);
}

/** A person as one who is signed in may see them; never an address. */
export interface SeenPerson extends Record<string, unknown> {
  id: string;
  name: string;
  slug: string;
  bio: string | null;
  isSelf: boolean;
  /** Whether candidate search shows headline and skills to others. */
  isFound: boolean;
  /** Null where candidate search does not show it to the viewer. */
  headline: string | null;
}

/**
 * The viewer, or a person whom candidate search finds or who is in the directory. Null for others, for a suspended
 * account, and with a block between the two.
 */
export async function listSeenPeople(
  db: Db,
  viewerId: string,
  ids: readonly string[],
): Promise<SeenPerson[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.execute<SeenPerson>(sql`
    select person.id, person.name, person.slug, person.bio, person."isSelf", person."isFound",
      case when person."isSelf" or person."isFound" then person.headline end as headline
    from (
      select u.id, coalesce(u.name, u.slug) as name, u.slug, u.bio, c.headline, u.id = ${viewerId}::uuid as "isSelf",
        coalesce(c.is_discoverable, false)
          and exists (select 1 from ${personSkill} ps where ps.user_id = u.id) as "isFound"
      from ${userAccount} u left join ${candidate} c on c.user_id = u.id
      where u.id in ${ids} and u.status = 'active' and u.id not in (${blockedFor(viewerId)})
    ) person
    where person."isSelf" or person."isFound"
      or exists (select 1 from ${listing} l where l.user_id = person.id and l.status = 'published')`);
  return rows;
}
