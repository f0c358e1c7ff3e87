import { moves } from "#api/data/moves.ts";
import { startupFollow } from "#schemas/tables/platform/startup.ts";

/**
 * A founder decides a request. Founder and follower may end a follow at any time. A job ends one whose time is over.
 */
export const followMoves = moves({
  name: "Follow",
  table: startupFollow,
  acts: {
    approve: { from: ["pending"], to: "approved", audit: "startup.follow_approved" },
    decline: { from: ["pending"], to: "declined", audit: "startup.follow_declined" },
    withdraw: { from: ["pending", "approved"], to: "withdrawn", audit: "startup.follow_withdrawn" },
    revoke: { from: ["approved"], to: "revoked", audit: "startup.follow_revoked" },
    expire: { from: ["approved"], to: "expired", audit: "startup.follow_expired" },
    supersede: { from: ["approved"], to: "superseded", audit: "startup.follow_superseded" },
  },
  auditOf: ({ startupListingId }) => ({ subjectType: "startup", subjectId: startupListingId }),
});
