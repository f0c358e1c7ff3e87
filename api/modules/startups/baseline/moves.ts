import { moves } from "#api/data/moves.ts";
import { startupBaseline } from "#schemas/tables/platform/startup.ts";

/** A baseline is locked once and for all; from then on there are corrections. */
export const baselineMoves = moves({
  name: "Baseline",
  table: startupBaseline,
  acts: { lock: { from: ["draft"], to: "locked", audit: "startup.baseline_locked" } },
  auditOf: ({ startupListingId }) => ({ subjectType: "startup", subjectId: startupListingId }),
});
