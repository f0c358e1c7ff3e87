import { sql } from "drizzle-orm";
import { claim } from "#schemas/tables/accounts/relationship.ts";
import { moves } from "../../data/moves.ts";

/** A claim of a company is decided once, by an administrator. */
export const claimMoves = moves({
  name: "Claim",
  table: claim,
  acts: {
    grant: { from: ["pending"], to: "granted", audit: "claim.granted" },
    decline: { from: ["pending"], to: "declined", audit: "claim.declined" },
  },
  auditOf: ({ entityId }) => ({ subjectType: "entity", subjectId: entityId }),
});

/** What deciding a claim sets beside its state. */
export const decidedNow = { decidedAt: sql`clock_timestamp()` };
