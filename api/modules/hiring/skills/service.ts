import type { Deps } from "#api/deps.ts";
import type { Db } from "#schemas/database/db.ts";
import { findCandidate, listPersonSkills, replacePersonSkills, storeCandidate } from "./queries.ts";
import type { MySkills, MySkillsBody } from "./schemas.ts";
import { resolveSkills } from "./terms.ts";

/** A person's own skills, headline and titles; empty before the first save. */
export async function getMySkills(db: Db, userId: string): Promise<MySkills> {
  const candidate = await findCandidate(db, userId);
  const skills = await listPersonSkills(db, userId);
  return {
    data: skills.map(({ id, name, level }) => ({ id, name, level, source: "self" })),
    meta: {
      discoverable: candidate?.isDiscoverable ?? true,
      headline: candidate?.headline ?? null,
      titles: candidate?.titles ?? [],
    },
  };
}

/** Replaces the skills. Changes the other members only when they are given. */
export function saveMySkills(
  deps: Deps,
  userId: string,
  { skills, discoverable, headline, titles }: MySkillsBody,
): Promise<MySkills> {
  return deps.transaction(async ({ db }) => {
    const profile = { isDiscoverable: discoverable, headline, titles };
    // Locks the candidate's row, so that two concurrent saves run one after the other.
    const isDiscoverable = await storeCandidate(db, userId, profile);
    const resolved = await resolveSkills(db, skills);
    const rows = resolved.map(({ id: skillId, name, level = null }, position) => ({
      userId,
      skillId,
      name,
      level,
      position,
      isDiscoverable,
    }));
    await replacePersonSkills(db, userId, rows);
    return getMySkills(db, userId);
  });
}
