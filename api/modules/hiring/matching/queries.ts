import { type SQL, sql } from "drizzle-orm";
import { blockedFor, entitiesApart } from "#api/data/blocked.ts";
import { uuids } from "#api/data/uuids.ts";
import type { Db } from "#schemas/database/db.ts";
import type { Importance, SkillLevel } from "#schemas/shapes/platform/hiring.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { entityMember } from "#schemas/tables/accounts/team.ts";
import { entity } from "#schemas/tables/companies/company.ts";
import {
  candidate,
  hiringRole,
  hiringRoleSkill,
  personSkill,
  skillHolder,
} from "#schemas/tables/platform/hiring.ts";
import { bestHolders, type WeighedLists } from "./holders.ts";
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
  { hits, whole }: { hits: readonly SQL[]; whole: SQL },
  { minScore, limit }: Omit<RankingLimits, "counting">,
): SQL => sql`
  select id, score / 10000.0::float8 as score, count(*) over ()::int as total from (
    select id, (200 * sum(points) + ${whole}) / (2 * ${whole}) as score
    from (${sql.join([...hits], sql` union all `)}) hit group by id
  ) ranked where score >= ceil(${minScore}::numeric * 10000)::int
  order by ranked.score desc, id limit ${limit}`;

/**
 * Public published roles by their match with the skills of a person, best first; without those of entities with a block
 * between. Reads the index of listed skills of roles.
 */
export async function rankRoles(
  db: Db,
  userId: string,
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
      where is_listed and skill_id = any(${uuids(skills.map(({ id }) => id))}) and importance in (${importances})
        and role_id not in (select r.id from ${hiringRole} r where r.entity_id in ${entitiesApart(userId)})`,
  );
  const { rows } = await db.execute<RankedRow>(bestOf({ hits, whole: sql`min(whole)` }, wanted));
  return rows;
}

/** The lowest score that is met, in ten thousandths. `minScore` has at most nine decimals. */
const leastOf = (minScore: number) => Math.ceil(Math.round(minScore * 1e9) / 1e5);

/**
 * People who may be found, by their match with the skills of a role, best first; without its team and without blocked
 * people. Reads the lists of the holders of the skills, and adds up here: the database takes ten times as long.
 */
export async function rankPeople(
  db: Db,
  {
    skills,
    roleId,
    viewerId,
  }: { skills: readonly WantedSkill[]; roleId: string; viewerId: string },
  { counting, minScore, limit }: RankingLimits,
): Promise<RankedRow[]> {
  const counted = skills.filter(({ importance }) =>
    countedImportances(counting).includes(importance),
  );
  if (counted.length === 0) return [];
  const { lists, hidden, most } = await readHolders(db, counted, { roleId, viewerId });
  const bounds = { most, whole: weightOf(counted), least: leastOf(minScore), limit };
  const { total, best } = bestHolders(lists, hidden, bounds);
  const ids = await findHolders(
    db,
    best.map(({ number }) => number),
  );
  return best
    .flatMap(({ number, score }) => {
      const id = ids.get(number);
      return id === undefined ? [] : [{ id, score: score / 10_000, total }];
    })
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, limit);
}

/** In one statement: the lists of the skills by weight, the numbers of people to leave out, and the greatest number. */
async function readHolders(
  db: Db,
  skills: readonly WantedSkill[],
  { roleId, viewerId }: { roleId: string; viewerId: string },
) {
  const hits = Array.from(
    Map.groupBy(skills, ({ importance }) => weights[importance]),
    ([weight, same]) => sql`
      select ${sql.raw(String(weight))} as weight,
        string_agg(int4send(part) || int4send(length(people) / 4) || people, '') as lists
      from ${skillHolder} where skill_id = any(${uuids(same.map(({ id }) => id))})`,
  );
  const { rows } = await db.execute<
    { most: number; hidden: number[] } & WeighedLists & Record<string, unknown>
  >(sql`
    select held.*, (select coalesce(max(number), 0) from ${candidate}) as most,
      array(select number from ${candidate} where user_id in (
        select team.user_id from ${entityMember} team join ${hiringRole} r on r.entity_id = team.entity_id where r.id = ${roleId}
        union all select id from ${userAccount} where status <> 'active'
        union all ${blockedFor(viewerId)}
        union all ${blockedFor(sql`(select en.owner_id from ${entity} en join ${hiringRole} r on r.entity_id = en.id where r.id = ${roleId})`)})) as hidden
    from (${sql.join(hits, sql` union all `)}) held where lists is not null`);
  const [{ most, hidden } = { most: 0, hidden: [] }] = rows;
  return { lists: rows, hidden, most };
}

/** The ids of people with these numbers who may be found now, by number. */
async function findHolders(db: Db, numbers: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await db.execute<{ number: number; id: string }>(sql`
    select c.number, c.user_id as id from ${candidate} c join ${userAccount} u on u.id = c.user_id
    where c.number = any(${sql.param([...numbers])}::int[]) and c.is_discoverable and u.status = 'active'`);
  return new Map(rows.map(({ number, id }) => [number, id]));
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
