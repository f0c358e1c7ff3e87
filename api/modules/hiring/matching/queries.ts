import { type SQL, sql } from "drizzle-orm";
import { metBy } from "#api/data/blocked.ts";
import type { Db } from "#schemas/database/db.ts";
import type { Importance, SkillLevel } from "#schemas/shapes/platform/hiring.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { entityMember } from "#schemas/tables/accounts/team.ts";
import { hiringRole, hiringRoleSkill, personSkill } from "#schemas/tables/platform/hiring.ts";
import {
  type Counting,
  countedImportances,
  levelPercents,
  percentWithoutLevel,
  weights,
} from "./score.ts";

const casesOf = (column: SQL, values: Readonly<Record<string, number>>, other: number): SQL =>
  sql`case ${column} ${sql.join(
    Object.entries(values).map(([value, number]) => sql.raw(`when '${value}' then ${number}`)),
    sql` `,
  )} else ${sql.raw(String(other))} end`;

const weight = casesOf(sql`rs.importance`, weights, 0);
const percent = casesOf(sql`ps.level`, levelPercents, percentWithoutLevel);

const isCounted = (counting: Counting): SQL => {
  const words = countedImportances(counting).map((one) => sql`${one}`);
  return sql`rs.importance in (${sql.join(words, sql`, `)})`;
};

export interface Ranked extends Record<string, unknown> {
  id: string;
  score: number;
  /** Of all that fit, beyond the page. */
  total: number;
}

interface Wanted {
  counting: Counting;
  minScore: number;
  limit: number;
}

/**
 * Public published roles by their match with a person, best first. Reads the index of listed skills of roles; the score
 * is that of `matchSkills`.
 */
export async function rankRoles(
  db: Db,
  userId: string,
  { counting, minScore, limit }: Wanted,
): Promise<Ranked[]> {
  const { includePreferred, includeNiceToHave } = counting;
  const whole = sql`(rs.required_count * ${sql.raw(String(weights.required))}
    + ${includePreferred ? sql.raw(`rs.preferred_count * ${weights.preferred}`) : sql.raw("0")}
    + ${includeNiceToHave ? sql.raw(`rs.nice_to_have_count * ${weights.nice_to_have}`) : sql.raw("0")})`;
  const { rows } = await db.execute<Ranked>(sql`
    select id, score::float8 as score, count(*) over ()::int as total from (
      select rs.role_id as id, round(sum(${weight} * ${percent})::numeric / (100 * ${whole}), 4) as score
      from ${personSkill} ps join ${hiringRoleSkill} rs on rs.skill_id = ps.skill_id and rs.is_listed
      where ps.user_id = ${userId} and ${isCounted(counting)}
      group by rs.role_id, rs.required_count, rs.preferred_count, rs.nice_to_have_count
    ) ranked where score >= ${minScore} order by ranked.score desc, id limit ${limit}`);
  return rows;
}

/** People who may be found, by their match with a role, best first; without its team and without blocked people. */
export async function rankPeople(
  db: Db,
  { roleId, viewerId }: { roleId: string; viewerId: string },
  { counting, minScore, limit }: Wanted,
): Promise<Ranked[]> {
  const whole = sql`(select sum(${weight}) from ${hiringRoleSkill} rs where rs.role_id = ${roleId} and ${isCounted(counting)})`;
  const { rows } = await db.execute<Ranked>(sql`
    with ranked as (
      select ps.user_id as id, round(sum(${weight} * ${percent})::numeric / (100 * ${whole}), 4) as score
      from ${hiringRoleSkill} rs join ${personSkill} ps on ps.skill_id = rs.skill_id and ps.is_discoverable
      where rs.role_id = ${roleId} and ${isCounted(counting)} group by ps.user_id
    ), hidden as (
      select team.user_id as id from ${entityMember} team join ${hiringRole} r on r.entity_id = team.entity_id
        where r.id = ${roleId}
      union select id from ${userAccount} where status <> 'active'
    )
    select id, score::float8 as score, count(*) over ()::int as total from ranked
    where score >= ${minScore} and id not in (select id from hidden) and ${metBy(sql`ranked.id`, viewerId)}
    order by ranked.score desc, id limit ${limit}`);
  return rows;
}

export interface Held {
  userId: string;
  id: string;
  name: string;
  level: SkillLevel | null;
}

/** The skills of several people. */
export async function listSkillsOf(db: Db, userIds: readonly string[]): Promise<Held[]> {
  const { rows } = await db.execute<Held & Record<string, unknown>>(sql`
    select user_id as "userId", skill_id as id, name, level from ${personSkill}
    where user_id = any(${sql.param([...userIds])}::uuid[]) order by user_id, position`);
  return rows;
}

/** The skills of several roles. */
export async function listSkillsOfRoles(db: Db, roleIds: readonly string[]) {
  const { rows } = await db.execute<
    { roleId: string; id: string; name: string; importance: Importance } & Record<string, unknown>
  >(sql`select role_id as "roleId", skill_id as id, name, importance from ${hiringRoleSkill}
    where role_id = any(${sql.param([...roleIds])}::uuid[])`);
  return rows;
}

/** What is shown of people: never an address. */
export async function listPeople(db: Db, userIds: readonly string[]) {
  const { rows } = await db.execute<
    { userId: string; name: string } & Record<string, unknown>
  >(sql`select id as "userId", coalesce(name, slug) as name from ${userAccount}
    where id = any(${sql.param([...userIds])}::uuid[])`);
  return rows;
}
