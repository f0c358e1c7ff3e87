import { member, via } from "#api/auth/access.ts";
import type { RowReader } from "#api/auth/rules.ts";
import { findTeamStanding } from "#api/auth/standing.ts";
import type { Standing } from "#schemas/shapes/accounts/team.ts";

/** The team of an entity with the reader's standing in it. */
export interface Team {
  id: string;
  standing: Standing;
  /** Whether everybody may know of the entity. */
  isKnown: boolean;
}

const teamReader: RowReader<Team> = {
  name: "Team",
  find: async (db, id, _params, caller) => {
    const found = await findTeamStanding(db, id, caller);
    if (found === null || found.standing === null) return null;
    return { id, standing: found.standing, isKnown: found.isPublished };
  },
  entityIdOf: ({ id }) => id,
};

/** Who is in the team; for all others there is no page, also where the entity is public. */
export const ofTeam = member(via(teamReader, "id"));
