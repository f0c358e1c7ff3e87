import { can, member, owner, via, viewer } from "#api/auth/access.ts";
import type { Caller } from "#api/auth/caller.ts";
import type { RowReader } from "#api/auth/rules.ts";
import { findTeamStanding } from "#api/auth/standing.ts";
import type { Db } from "#schemas/database/db.ts";
import { permits } from "#schemas/shapes/accounts/team.ts";
import type { Looker } from "./project.ts";
import {
  findActiveFollow,
  findListing,
  findListingOfEntity,
  type ListingRow,
  type ViewerFollow,
} from "./queries.ts";

/** A listing with the caller's relation to it. */
export interface SeenStartup extends ListingRow {
  /** The caller is of the startup's team. */
  isTeam: boolean;
  /** The caller's approved follow, or else the open request; null without either. */
  follow: ViewerFollow | null;
}

type Find = (db: Db, value: string, caller: Caller | null) => Promise<ListingRow | null>;

/** Finds what the caller may know of, and nothing else: published startups, and those of the caller's teams. */
const reader = (find: Find): RowReader<SeenStartup> => ({
  name: "Startup",
  find: async (db, value, _params, caller) => {
    const row = await find(db, value, caller);
    if (row === null) return null;
    const team = await findTeamStanding(db, row.entityId, caller);
    const userId = caller?.userId ?? null;
    const follow = userId === null ? null : await findActiveFollow(db, row.id, userId);
    return { ...row, isTeam: (team?.standing ?? null) !== null, follow };
  },
  entityIdOf: ({ entityId }) => entityId,
  isVisible: () => true,
});

/** The listing that `:id` names: by its id, its slug or its entity's id, in this order. */
const startup = via(reader(findListing), "id");
/** The listing of the entity `:entityId`. */
export const startupOfEntity = via(reader(findListingOfEntity), "entityId");

/** Everybody who may see the startup. */
export const seesStartup = viewer(startup);
/** Who changes the startup's profile: holders of `listing.manage`. 403 for others who see it, else 404. */
export const managesStartup = can("listing.manage", startup);
/** Anybody of the startup's team. */
export const ofStartup = member(startup);
/** The founder: the owner of the startup's entity. */
export const founds = owner(startup);

/** True when a caller may change the profile of a listing. */
export async function managesListing(db: Db, id: string, caller: Caller): Promise<boolean> {
  const row = await findListing(db, id);
  const team = row === null ? null : await findTeamStanding(db, row.entityId, caller);
  const standing = team?.standing ?? null;
  return standing !== null && permits(standing, "listing.manage");
}

/** As which audience the caller reads the startup. */
export function lookerOf({ isTeam, follow }: Pick<SeenStartup, "isTeam" | "follow">): Looker {
  if (isTeam) return "owner";
  return follow?.status === "approved" ? (follow.tier ?? "public") : "public";
}
