import type { Joining, SecurityMode } from "#schemas/shapes/platform/room.ts";

/** What the review knows of the room and of the person. */
export interface AccessFacts {
  room: { status: "open" | "closed"; joining: Joining; securityMode: SecurityMode };
  person: {
    isMember: boolean;
    /** An owner or admin invited the person, or approved the person's request. */
    isApproved: boolean;
    /** The room's admins removed the person before. */
    isRemoved: boolean;
    /** A block is between the person and an owner of the room. */
    isApart: boolean;
  };
}

/**
 * What happens to a person who wants to join: "member" already; "admit"; "review" by an owner or admin;
 * "invitation_needed"; or the room is "closed".
 */
export type Review = "member" | "admit" | "review" | "invitation_needed" | "closed";

/**
 * The access review of open rooms and the reviewed request of regulated ones (COM-15 to COM-19). A person who was
 * removed needs a review or an invitation to come back. A person whom an owner has blocked, or who has blocked an owner,
 * needs an invitation.
 */
export function reviewAccess({ room, person }: AccessFacts): Review {
  if (person.isMember) return "member";
  if (room.status === "closed") return "closed";
  if (person.isApproved) return "admit";
  if (room.joining === "invite_only" || person.isApart) return "invitation_needed";
  const isOpen = room.joining === "open" && room.securityMode === "private";
  return isOpen && !person.isRemoved ? "admit" : "review";
}
