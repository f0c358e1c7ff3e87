import { invitation } from "#schemas/tables/accounts/organization.ts";
import type { Place } from "../../data/members.ts";
import { moves } from "../../data/moves.ts";

export function placeOf(row: { organizationId: string | null; entityId: string | null }): Place {
  if (row.entityId !== null) return { entityId: row.entityId };
  if (row.organizationId !== null) return { organizationId: row.organizationId };
  throw new Error("an invitation is to an organization or to an entity");
}

export const subjectOf = (place: Place) =>
  "entityId" in place
    ? ({ subjectType: "entity", subjectId: place.entityId } as const)
    : ({ subjectType: "organization", subjectId: place.organizationId } as const);

/** An invitation is answered or withdrawn once, while it is open. */
export const invitationMoves = moves({
  name: "Invitation",
  table: invitation,
  acts: {
    accept: { from: ["pending"], to: "accepted", audit: "member.joined" },
    withdraw: { from: ["pending"], to: "withdrawn", audit: "invitation.withdrawn" },
    decline: { from: ["pending"], to: "declined", audit: "invitation.declined" },
  },
  auditOf: (row) => subjectOf(placeOf(row)),
});
