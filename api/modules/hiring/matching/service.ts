import type { Db } from "#schemas/database/db.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { findItems, listRoleSkills } from "../roles/queries.ts";
import { listPersonSkills } from "../skills/queries.ts";
import {
  listPeople,
  listSkillsOf,
  listSkillsOfRoles,
  type RankedRow,
  rankPeople,
  rankRoles,
} from "./queries.ts";
import type { CandidateMatch, MatchingQuery, RoleRecommendation } from "./schemas.ts";
import { matchSkills } from "./score.ts";

const pageOf = <T>(ranked: readonly RankedRow[], rows: T[], limit: number): Page<T> => ({
  rows,
  total: ranked[0]?.total ?? 0,
  limit,
  offset: 0,
});

/** How the caller's skills fit the role's; the score is null where the role asks for no skills. */
export async function matchRole(db: Db, roleId: string, userId: string) {
  const skills = await listRoleSkills(db, roleId);
  return { roleId, ...matchSkills(skills, await listPersonSkills(db, userId)) };
}

/** Public roles that want a skill of the caller, best first. */
export async function recommendRoles(
  db: Db,
  userId: string,
  { limit, minScore, ...counting }: MatchingQuery,
): Promise<Page<RoleRecommendation>> {
  const personSkills = await listPersonSkills(db, userId);
  const ranked = await rankRoles(db, userId, personSkills, { counting, minScore, limit });
  const ids = ranked.map(({ id }) => id);
  const items = new Map((await findItems(db, ids)).map((role) => [role.id, role]));
  const skills = Map.groupBy(await listSkillsOfRoles(db, ids), ({ roleId }) => roleId);
  const rows = ranked.flatMap(({ id, score }) => {
    const role = items.get(id);
    if (role === undefined) return [];
    const roleSkills = (skills.get(id) ?? []).map(({ roleId: _roleId, ...one }) => one);
    return [{ role, ...matchSkills(roleSkills, personSkills, counting), score }];
  });
  return pageOf(ranked, rows, limit);
}

/** People who may be found and have a skill that the role wants, best first. */
export async function matchPeople(
  db: Db,
  of: { roleId: string; viewerId: string },
  { limit, minScore, ...counting }: MatchingQuery,
): Promise<Page<CandidateMatch>> {
  const roleSkills = await listRoleSkills(db, of.roleId);
  const ranked = await rankPeople(db, { ...of, skills: roleSkills }, { counting, minScore, limit });
  const ids = ranked.map(({ id }) => id);
  const names = new Map((await listPeople(db, ids)).map(({ userId, name }) => [userId, name]));
  const skills = Map.groupBy(await listSkillsOf(db, ids), ({ userId }) => userId);
  const rows = ranked.map(({ id, score }) => ({
    userId: id,
    name: names.get(id) ?? "",
    ...matchSkills(roleSkills, skills.get(id) ?? [], counting),
    score,
  }));
  return pageOf(ranked, rows, limit);
}
