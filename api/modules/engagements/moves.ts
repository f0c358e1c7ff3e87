import { moves } from "#api/data/moves.ts";
import { capitalObjective, engagementRequest } from "#schemas/tables/platform/engagement.ts";

const startupOf = ({ startupListingId }: { startupListingId: string }) =>
  ({ subjectType: "startup", subjectId: startupListingId }) as const;

/** The founder answers once; the same answer again changes nothing. What is accepted is handed off once. */
export const engagementMoves = moves({
  name: "Engagement",
  table: engagementRequest,
  acts: {
    accept: { from: ["pending"], to: "accepted", repeat: "same", audit: "engagement.accepted" },
    decline: { from: ["pending"], to: "declined", repeat: "same", audit: "engagement.declined" },
    expire: { from: ["pending"], to: "expired", audit: "engagement.expired" },
    handOff: {
      from: ["accepted"],
      to: "handed_off",
      repeat: "same",
      audit: "engagement.handed_off",
    },
  },
  auditOf: startupOf,
});

export const objectiveMoves = moves({
  name: "Objective",
  table: capitalObjective,
  acts: { close: { from: ["active"], to: "closed", repeat: "same", audit: "objective.closed" } },
  auditOf: startupOf,
});
