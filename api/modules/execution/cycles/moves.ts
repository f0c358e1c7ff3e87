import { moves } from "#api/data/moves.ts";
import type { CycleStatus } from "#schemas/shapes/platform/execution.ts";
import { executionCycle } from "#schemas/tables/platform/execution.ts";

/** The states of a cycle: goals are added to active ones only. */
export const cycleMoves = moves({
  name: "Cycle",
  table: executionCycle,
  acts: {
    complete: { from: ["active"], to: "completed", repeat: "same", audit: "cycle.completed" },
    archive: {
      from: ["active", "completed"],
      to: "archived",
      repeat: "same",
      audit: "cycle.archived",
    },
    reopen: {
      from: ["completed", "archived"],
      to: "active",
      repeat: "same",
      audit: "cycle.reopened",
    },
  },
  auditOf: ({ entityId }) => ({ subjectType: "entity", subjectId: entityId }),
});

/** The act that leads to a status. */
export const actTo = {
  completed: "complete",
  archived: "archive",
  active: "reopen",
} as const satisfies Record<CycleStatus, string>;
