import { allowed, via } from "#api/auth/access.ts";
import type { RowReader, Via } from "#api/auth/rules.ts";
import type { TeamRole } from "#schemas/shapes/accounts/team.ts";
import { findSeenRoom, type SeenRoom } from "./queries.ts";

const reader = (name: string, by: "id" | "handle"): RowReader<SeenRoom> => ({
  name,
  find: async (db, value, _params, caller) => {
    const userId = caller?.userId;
    if (userId == null) return null;
    return findSeenRoom(db, by === "id" ? { id: value } : { handle: value }, userId);
  },
  // A room that the caller may not know of answers 404.
  isVisible: () => true,
});

export const roomById = via(reader("Room", "id"), "roomId");
export const roomByHandle = via(reader("Community", "handle"), "handle");

const rank: Record<TeamRole, number> = { member: 0, admin: 1, owner: 2 };

/** True when a role, null for none, is at least another. */
export const isAtLeast = (role: TeamRole | null, needed: TeamRole): boolean =>
  role !== null && rank[role] >= rank[needed];

/** A member of the room with at least this role. Members of other rooms get 403, or 404 where the room is private. */
export const roomRole = (needed: TeamRole, on: Via<SeenRoom> = roomById) =>
  allowed(needed, (_db, _caller, { role }) => (isAtLeast(role, needed) ? "yes" : "no"), on);
