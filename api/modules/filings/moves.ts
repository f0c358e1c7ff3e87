import { entityFiling } from "#schemas/tables/companies/entity-filing.ts";
import { moves } from "../../data/moves.ts";

/**
 * The states of a filing (O-28). Operators verify and reject; a later filing of the same period supersedes. What a
 * rejected filing superseded comes back by `restore`, or by `reinstate` where it was verified before.
 */
export const filingMoves = moves({
  name: "Filing",
  table: entityFiling,
  acts: {
    submit: { from: ["draft"], to: "submitted", audit: "filing.submitted" },
    verify: { from: ["submitted"], to: "verified", audit: "filing.verified" },
    reject: {
      from: ["submitted", "verified", "superseded"],
      to: "rejected",
      audit: "filing.rejected",
    },
    supersede: { from: ["submitted", "verified"], to: "superseded", audit: "filing.superseded" },
    restore: { from: ["superseded"], to: "submitted", audit: "filing.restored" },
    reinstate: { from: ["superseded"], to: "verified", audit: "filing.restored" },
  },
  auditOf: ({ entityId }) => ({ subjectType: "entity", subjectId: entityId }),
});
