import { moves } from "#api/data/moves.ts";
import { roomInvitation, roomRequest } from "#schemas/tables/platform/room.ts";

const roomOf = ({ roomId }: { roomId: string }) =>
  ({ subjectType: "room", subjectId: roomId }) as const;

/** An owner or admin decides a request; its person may withdraw it. */
export const requestMoves = moves({
  name: "Request",
  table: roomRequest,
  acts: {
    approve: { from: ["pending"], to: "approved", audit: "room.request_approved" },
    decline: { from: ["pending"], to: "declined", audit: "room.request_declined" },
  },
  auditOf: roomOf,
});

/** The invited person answers; an owner or admin may withdraw. */
export const invitationMoves = moves({
  name: "Invitation",
  table: roomInvitation,
  acts: {
    accept: { from: ["pending"], to: "accepted", audit: "room.invitation_accepted" },
    decline: { from: ["pending"], to: "declined", audit: "room.invitation_declined" },
    withdraw: { from: ["pending"], to: "withdrawn", audit: "room.invitation_withdrawn" },
  },
  auditOf: roomOf,
});
