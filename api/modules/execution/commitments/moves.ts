import { moves } from "#api/data/moves.ts";
import type { CommitmentStatus } from "#schemas/shapes/platform/execution.ts";
import { executionCommitment } from "#schemas/tables/platform/execution.ts";

/** The states of a commitment. */
export const commitmentMoves = moves({
  name: "Commitment",
  table: executionCommitment,
  acts: {
    finish: { from: ["open"], to: "done", repeat: "same", audit: "commitment.done" },
    drop: { from: ["open"], to: "dropped", repeat: "same", audit: "commitment.dropped" },
    reopen: {
      from: ["done", "dropped"],
      to: "open",
      repeat: "same",
      audit: "commitment.reopened",
    },
  },
  auditOf: ({ entityId }) => ({ subjectType: "entity", subjectId: entityId }),
});

/** The act that leads to a status. */
export const actTo = { done: "finish", dropped: "drop", open: "reopen" } as const satisfies Record<
  CommitmentStatus,
  string
>;
