import type { Db } from "#schemas/database/db.ts";
import { listSkillsOf } from "./matching/queries.ts";
import { listOpenRolesOf } from "./roles/queries.ts";
import { findTerms, findTermsStarting, suggestSkills } from "./skills/queries.ts";
import { storeVocabulary } from "./skills/terms.ts";

export { applicant, countForReviewer, recruiter, reviewer } from "./applications/access.ts";
export {
  type Application,
  type ApplyBody,
  applicationsQuery,
  applyBody,
  outcomeBody,
  type ReviewedApplication,
  statusBody,
} from "./applications/schemas.ts";
export {
  apply,
  findOwnApplication,
  findReviewed,
  listOwnApplications,
  listRoleApplications,
  moveStatus,
  possibleActs,
  recordOutcome,
  withdraw,
} from "./applications/service.ts";
export { hiringLimits } from "./limits.ts";
export { percentOfLevel } from "./matching/queries.ts";
export { type Item as PortfolioItem, itemsMax } from "./portfolio/schemas.ts";
export { itemsOfApplication, listOwnItems } from "./portfolio/service.ts";
export { seenRole } from "./roles/access.ts";
export { params as hiringParams, type Role, type RoleItem, rolesQuery } from "./roles/schemas.ts";
export { findPublicRoles, presentRole } from "./roles/service.ts";
export { importSkills, type SkillRow } from "./skills/import.ts";

/** How many open roles a profile shows. */
const openRolesMax = 20;

/** The newest public roles of an entity, for its public profile. */
export async function listOpenRoles(db: Db, entityId: string) {
  const rows = await listOpenRolesOf(db, entityId, openRolesMax);
  return rows.map(({ id, title, location, remotePolicy, publishedAt }) => ({
    id,
    title,
    location,
    remotePolicy,
    publishedAt,
  }));
}

/** The skills of the vocabulary that folded spellings mean, by spelling. */
export async function knownSkills(db: Db, keys: readonly string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  await storeVocabulary(db);
  const terms = await findTerms(db, [...new Set(keys)]);
  return new Map([...terms].map(([key, { skillId }]) => [key, skillId]));
}

/** Spellings of the vocabulary with the first letter of one of the folded words and about its length. */
export const findTermsLike = (db: Db, keys: readonly string[]) => findTermsStarting(db, keys);

/** Names of known skills for a folded beginning, or like it. */
export async function suggestSkillNames(db: Db, key: string, limit: number): Promise<string[]> {
  await storeVocabulary(db);
  return key === "" ? [] : suggestSkills(db, key, limit);
}

/** The skills of several people, by account. */
export async function listSkillsOfPeople(db: Db, userIds: readonly string[]) {
  const rows = await listSkillsOf(db, userIds);
  return new Map(
    [...Map.groupBy(rows, ({ userId }) => userId)].map(
      ([userId, skills]) => [userId, skills.map(({ userId: _userId, ...skill }) => skill)] as const,
    ),
  );
}
