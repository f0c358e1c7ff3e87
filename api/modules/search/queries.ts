import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { candidate, hiringRole, personSkill } from "#schemas/tables/platform/hiring.ts";
import { metBy } from "../../data/blocked.ts";
import { boundedSearch } from "../../data/text-search.ts";

/** One thing that is asked for: a skill, words of a title or headline, or either. */
export interface Unit {
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
  const { rows } = await db.execute<{ word: string }>(sql`
    select word from json_array_elements_text(${JSON.stringify(words)}::json) typed(word)
    where numnode(${phrase(sql`word`)}) > 0`);
  return new Set(rows.map(({ word }) => word));
}

/** The skills among these that at least one discoverable person has. */
export async function findHeldSkills(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id::text as id from unnest(${sql.param([...ids])}::uuid[]) asked(id)
    where exists (select 1 from ${personSkill} ps where ps.skill_id = asked.id and ps.is_discoverable)`);
  return new Set(rows.map(({ id }) => id));
}

/** How many people are ranked, however many have the words and skills. */
const pooledMax = 1000;

/**
 * The people who are ranked. Each unit adds a bounded number, so that a common word costs no more than a rare one. People
 * with the highest levels of a skill, and people with all the words, are added first. Required units replace the others.
 */
function poolOf(units: readonly Unit[]): SQL {
  const required = units.filter(({ isRequired }) => isRequired);
  const asked = required.length > 0 ? required : units;
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

/**
 * Discoverable people who have at least one of the units, best first. At most about `pooledMax` people are ranked and
 * counted.
 */
export async function rankCandidates(
  db: Db,
  viewerId: string,
  { units, without, limit }: { units: readonly Unit[]; without: Without; limit: number },
): Promise<FoundCandidate[]> {
  const whole = units.reduce((sum, one) => sum + Math.max(one.skillPoints, one.textPoints), 0);
  const required = units.filter(({ isRequired }) => isRequired).length;
  const skillIds = units.flatMap(({ skillId }) => (skillId === null ? [] : [skillId]));
  const { rows } = await db.execute<FoundCandidate>(sql`
    with unit as materialized (select *, ${phrase(sql`text`)} as query from json_to_recordset(${JSON.stringify(units)}::json) as
      u(n int, "skillId" uuid, text text, "skillPoints" float8, "textPoints" float8, "isRequired" boolean)),
    pool as materialized (${poolOf(units)}),
    hit as (
      select ps.user_id, u.n, u."isRequired", u."skillPoints" * case ps.level when 'beginner' then 0.7
        when 'advanced' then 1 when 'expert' then 1 else 0.85 end as points
      from pool join ${personSkill} ps on ps.user_id = pool.user_id and ps.is_discoverable
        and ps.skill_id = any(${sql.param(skillIds)}::uuid[])
      join unit u on u."skillId" = ps.skill_id
      union all
      select c.user_id, u.n, u."isRequired", u."textPoints" from pool
      join ${candidate} c on c.user_id = pool.user_id and c.is_discoverable join unit u on c.search @@ u.query
    ),
    best as (select user_id, n, bool_or("isRequired") as is_required, max(points) as points from hit group by user_id, n),
    ranked as (
      select user_id as id, round((sum(points) / ${whole})::numeric, 4) as score from best
      group by user_id having count(*) filter (where is_required) = ${required}
    ),
    shown as (
      select id, score, count(*) over ()::int as total from ranked
      where score > 0 and id not in (select id from ${userAccount} where status <> 'active')
        and exists (select 1 from ${personSkill} ps where ps.user_id = ranked.id)
        and not exists (select 1 from ${personSkill} ps where ps.user_id = ranked.id
          and ps.skill_id = any(${sql.param(without.skillIds)}::uuid[]))
        and not exists (select 1 from ${candidate} c, unnest(${sql.param(without.texts)}::text[]) as no(text)
          where c.user_id = ranked.id and c.search @@ ${phrase(sql`no.text`)})
        and ${metBy(sql`ranked.id`, viewerId)}
      order by ranked.score desc, id limit ${limit}
    )
    select s.id as "userId", coalesce(u.name, u.slug) as name, u.slug, u.avatar, c.headline, s.score::float8 as score, s.total
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
