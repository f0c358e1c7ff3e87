import { moves } from "#api/data/moves.ts";
import { room } from "#schemas/tables/platform/room.ts";

/** Closing takes a room out of discovery, and nobody joins or writes; reopening restores it (COM-24). */
export const roomMoves = moves({
  name: "Room",
  table: room,
  acts: {
    close: { from: ["open"], to: "closed", repeat: "same", audit: "room.closed" },
    reopen: { from: ["closed"], to: "open", repeat: "same", audit: "room.reopened" },
  },
  auditOf: ({ id }) => ({ subjectType: "room", subjectId: id }),
});
