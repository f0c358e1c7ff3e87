import type { ReportStatus } from "#schemas/shapes/companies/report.ts";
import { report } from "#schemas/tables/companies/report.ts";
import { moves } from "../../data/moves.ts";

/** The states of a report (O-21). A verifier starts a review and decides it; the rest is the owner's. */
export const reportMoves = moves({
  name: "Report",
  table: report,
  acts: {
    submit: { from: ["draft"], to: "submitted", repeat: "same", audit: "report.submitted" },
    withdraw: { from: ["submitted"], to: "draft", repeat: "same", audit: "report.withdrawn" },
    archive: {
      from: ["draft", "submitted", "under_review", "verified", "rejected"],
      to: "archived",
      repeat: "same",
      audit: "report.archived",
    },
    review: { from: ["submitted"], to: "under_review", audit: "report.review_started" },
    verify: { from: ["submitted", "under_review"], to: "verified", audit: "report.verified" },
    reject: { from: ["submitted", "under_review"], to: "rejected", audit: "report.rejected" },
  },
  auditOf: ({ entityId, userId }) =>
    entityId === null
      ? { subjectType: "person", subjectId: userId }
      : { subjectType: "entity", subjectId: entityId },
});

/** The act of the owner that leads to a status; undefined where only a verifier may set it. */
export const ownersActTo: Partial<Record<ReportStatus, "submit" | "withdraw" | "archive">> = {
  submitted: "submit",
  draft: "withdraw",
  archived: "archive",
};
