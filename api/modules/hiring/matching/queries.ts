import { type SQL, sql } from "drizzle-orm";
import { blockedFor } from "#api/data/blocked.ts";
import { uuids } from "#api/data/uuids.ts";
import type { Db } from "#schemas/database/db.ts";
import type { Importance, SkillLevel } from "#schemas/shapes/platform/hiring.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { entityMember } from "#schemas/tables/accounts/team.ts";
import { hiringRole, hiringRoleSkill, personSkill } from "#schemas/tables/platform/hiring.ts";
import {
  type Counting,
  countedImportances,
  type HeldSkill,
  levelPercents,
  percentOf,
  percentWithoutLevel,
  type WantedSkill,
  weightOf,
  weights,
} from "./score.ts";

const casesOf = (column: SQL, values: Readonly<Record<string, number>>, other: number): SQL =>
  sql`case ${column} ${sql.join(
    Object.entries(values).map(([value, number]) => sql.raw(`when '${value}' then ${number}`)),
    sql` `,
  )} else ${sql.raw(String(other))} end`;

const weight = casesOf(sql`importance`, weights, 0);
/** SQL expression on a skill of a person: the percentage that its level counts. */
export const percentOfLevel = casesOf(sql`level`, levelPercents, percentWithoutLevel);

export interface RankedRow extends Record<string, unknown> {
  id: string;
  score: number;
  /** The number of all matches, beyond the page. */
  total: number;
}

interface RankingLimits {
  counting: Counting;
  minScore: number;
  limit: number;
}

/**
 * The best of the ids among hits (`id`, `points`), with the score of `matchSkills` and their number. `whole` is the
 * weight of all that is wanted. Whole numbers alone are added, divided and compared for each row.
 */
const bestOf = (
  { hits, whole, isHidden }: { hits: readonly SQL[]; whole: SQL; isHidden?: SQL },
  { minScore, limit }: Omit<RankingLimits, "counting">,
): SQL => sql`
  select id, score / 10000.0::float8 as score, count(*) over ()::int as total from (
    select id, (200 * sum(points) + ${whole}) / (2 * ${whole}) as score
    from (${sql.join([...hits], sql` union all `)}) hit group by id
  ) ranked where score >= ceil(${minScore}::numeric * 10000)::int ${isHidden === undefined ? sql`` : sql`and not ${isHidden}`}
  order by ranked.score desc, id limit ${limit}`;

/**
 * Public published roles by their match with the skills of a person, best first. Reads the index of listed skills of
 * roles.
 */
export async function rankRoles(
  db: Db,
  held: readonly HeldSkill[],
  { counting, ...wanted }: RankingLimits,
): Promise<RankedRow[]> {
  if (held.length === 0) return [];
  const counted = countedImportances(counting);
  const importances = sql.join(
    counted.map((one) => sql`${one}`),
    sql`, `,
  );
  const whole = sql.raw(
    counted.map((importance) => `${importance}_count * ${weights[importance]}`).join(" + "),
  );
  const hits = Array.from(
    Map.groupBy(held, ({ level }) => percentOf(level)),
    ([percentage, skills]) => sql`
      select role_id as id, ${sql.raw(String(percentage))} * ${weight} as points, ${whole} as whole
      from ${hiringRoleSkill}
      where is_listed and skill_id = any(${uuids(skills.map(({ id }) => id))}) and importance in (${importances})`,
  );
  const { rows } = await db.execute<RankedRow>(bestOf({ hits, whole: sql`min(whole)` }, wanted));
  return rows;
}

/**
 * People who may be found, by their match with the skills of a role, best first; without its team and without blocked
 * people. Reads the index of skills of people who may be found.
 */
export async function rankPeople(
  db: Db,
  {
    skills,
    roleId,
    viewerId,
  }: { skills: readonly WantedSkill[]; roleId: string; viewerId: string },
  { counting, ...wanted }: RankingLimits,
): Promise<RankedRow[]> {
  const counted = skills.filter(({ importance }) =>
    countedImportances(counting).includes(importance),
  );
  if (counted.length === 0) return [];
  const hits = Array.from(
    Map.groupBy(counted, ({ importance }) => weights[importance]),
    ([weighing, same]) => sql`
      select user_id as id, ${sql.raw(String(weighing))} * ${percentOfLevel} as points from ${personSkill}
      where is_discoverable and skill_id = any(${uuids(same.map(({ id }) => id))})`,
  );
  const isHidden = sql`id in (
    select team.user_id from ${entityMember} team join ${hiringRole} r on r.entity_id = team.entity_id where r.id = ${roleId}
    union all select id from ${userAccount} where status <> 'active'
    union all ${blockedFor(viewerId)})`;
  const whole = sql.raw(String(weightOf(counted)));
  const { rows } = await db.execute<RankedRow>(bestOf({ hits, whole, isHidden }, wanted));
  return rows;
}

export interface UserSkill {
  userId: string;
  id: string;
  name: string;
  level: SkillLevel | null;
}

/** The skills of several people. */
export async function listSkillsOf(db: Db, userIds: readonly string[]): Promise<UserSkill[]> {
  const { rows } = await db.execute<UserSkill & Record<string, unknown>>(sql`
    select user_id as "userId", skill_id as id, name, level from ${personSkill}
    where user_id = any(${uuids(userIds)}) order by user_id, position`);
  return rows;
}

/** The skills of several roles. */
export async function listSkillsOfRoles(db: Db, roleIds: readonly string[]) {
  const { rows } = await db.execute<
    { roleId: string; id: string; name: string; importance: Importance } & Record<string, unknown>
  >(sql`select role_id as "roleId", skill_id as id, name, importance from ${hiringRoleSkill}
    where role_id = any(${uuids(roleIds)})`);
  return rows;
}

/** The public data of people: never an address. */
export async function listPeople(db: Db, userIds: readonly string[]) {
  const { rows } = await db.execute<
    { userId: string; name: string } & Record<string, unknown>
  >(sql`select id as "userId", coalesce(name, slug) as name from ${userAccount}
    where id = any(${uuids(userIds)})`);
  return rows;
}
