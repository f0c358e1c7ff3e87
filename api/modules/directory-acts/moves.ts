import { connection, follow } from "#schemas/tables/accounts/relationship.ts";
import { correction } from "#schemas/tables/companies/directory.ts";
import { moves } from "../../data/moves.ts";

const ofEntity = ({ entityId }: { entityId: string }) =>
  ({ subjectType: "entity", subjectId: entityId }) as const;

/** A request to follow is agreed to once; declining or ending it removes the row. */
export const followMoves = moves({
  name: "Follow",
  table: follow,
  acts: { approve: { from: ["pending"], to: "active", repeat: "same", audit: "follow.approved" } },
  auditOf: ofEntity,
});

export const connectionMoves = moves({
  name: "Connection",
  table: connection,
  acts: {
    approve: { from: ["pending"], to: "active", repeat: "same", audit: "connection.approved" },
  },
  auditOf: ofEntity,
});

/** A suggestion waits, is reviewed in public, and is decided; its author may take it back before it is reviewed. */
export const correctionMoves = moves({
  name: "Correction",
  table: correction,
  acts: {
    review: { from: ["open"], to: "under_review" },
    accept: { from: ["under_review"], to: "accepted" },
    reject: { from: ["open", "under_review"], to: "rejected" },
    withdraw: { from: ["open"], to: "withdrawn", repeat: "same" },
  },
  auditOf: () => null,
});
