import { moves } from "#api/data/moves.ts";
import { hiringApplication } from "#schemas/tables/platform/hiring.ts";

/** The act that records an outcome, by the decision. */
export const outcomeActs = {
  hired: "record hired",
  rejected: "record rejected",
  withdrawn: "record withdrawn",
} as const;

const open = ["submitted", "reviewing", "evaluated"] as const;

/**
 * The acts on an application (STA-02): the four moves of the status, the three outcomes, and the applicant's own
 * withdrawal, of which a repeat is harmless.
 */
export const applicationMoves = moves({
  name: "Application",
  table: hiringApplication,
  acts: {
    reviewing: { from: ["submitted"], to: "reviewing", audit: "application.reviewed" },
    evaluated: { from: ["reviewing"], to: "evaluated", audit: "application.evaluated" },
    hired: { from: ["evaluated"], to: "hired", audit: "application.hired" },
    rejected: { from: ["evaluated"], to: "rejected", audit: "application.rejected" },
    "record hired": { from: ["evaluated", "hired"], to: "hired", audit: "application.decided" },
    "record rejected": {
      from: ["evaluated", "rejected"],
      to: "rejected",
      audit: "application.decided",
    },
    "record withdrawn": { from: open, to: "withdrawn", audit: "application.decided" },
    withdraw: { from: open, to: "withdrawn", repeat: "same", audit: "application.withdrawn" },
  },
  auditOf: ({ entityId }) => ({ subjectType: "entity", subjectId: entityId }),
});
