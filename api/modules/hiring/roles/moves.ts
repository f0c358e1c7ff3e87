import { moves } from "#api/data/moves.ts";
import { hiringRole } from "#schemas/tables/platform/hiring.ts";

/** Draft to published to closed, and no other move (STA-01). */
export const roleMoves = moves({
  name: "Role",
  table: hiringRole,
  acts: {
    publish: { from: ["draft"], to: "published", audit: "hiring_role.published" },
    close: { from: ["published"], to: "closed", repeat: "same", audit: "hiring_role.closed" },
  },
  auditOf: ({ entityId }) => ({ subjectType: "entity", subjectId: entityId }),
});
