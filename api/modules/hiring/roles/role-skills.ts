import type { Db } from "#schemas/database/db.ts";
import { resolveSkills } from "../skills/terms.ts";
import { listRoleSkills, markListed, replaceRoleSkills } from "./queries.ts";
import type { RoleBody } from "./schemas.ts";

/** Of two spellings of one skill the first counts. */
export async function setSkills(
  db: Db,
  roleId: string,
  given: NonNullable<RoleBody["skills"]>,
): Promise<void> {
  const resolved = await resolveSkills(db, given);
  const count = (wanted: string) => resolved.filter((one) => one.importance === wanted).length;
  const counts = {
    requiredCount: count("required"),
    preferredCount: count("preferred"),
    niceToHaveCount: count("nice_to_have"),
  };
  const rows = resolved.map(({ id: skillId, name, importance }, position) => ({
    roleId,
    skillId,
    name,
    importance,
    position,
    ...counts,
  }));
  await replaceRoleSkills(db, roleId, rows);
  await markListed(db, roleId);
}

/** The skills of a role as a body gives them. */
export const roleSkills = listRoleSkills;
