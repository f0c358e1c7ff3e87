import { moves } from "#api/data/moves.ts";
import type { GoalStatus } from "#schemas/shapes/platform/execution.ts";
import { executionGoal } from "#schemas/tables/platform/execution.ts";

const ended = (to: "achieved" | "missed" | "dropped") =>
  ({ from: ["active"], to, repeat: "same", audit: `goal.${to}` }) as const;

/** The states of a goal. */
export const goalMoves = moves({
  name: "Goal",
  table: executionGoal,
  acts: {
    achieve: ended("achieved"),
    miss: ended("missed"),
    drop: ended("dropped"),
    reopen: {
      from: ["achieved", "missed", "dropped"],
      to: "active",
      repeat: "same",
      audit: "goal.reopened",
    },
  },
  auditOf: ({ entityId }) => ({ subjectType: "entity", subjectId: entityId }),
});

/** The act that leads to a status. */
export const actTo = {
  achieved: "achieve",
  missed: "miss",
  dropped: "drop",
  active: "reopen",
} as const satisfies Record<GoalStatus, string>;
