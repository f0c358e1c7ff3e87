import { Decimal } from "decimal.js";
import type { GoalStatus, GoalType } from "#schemas/shapes/platform/execution.ts";

/** The numbers that the progress of a goal is computed from. */
export interface Progressing {
  goalType: GoalType;
  status: GoalStatus;
  startValue: string;
  targetValue: string | null;
  currentValue: string | null;
  /** Commitments made for the goal that were not dropped, and those of them that are done. */
  commitments: number;
  commitmentsDone: number;
}

/**
 * From 0 to 1 with at most four decimals, never rounded up: 1 means reached. Null with a reason where it is not known.
 */
export type Progress =
  | { value: string; reason: null }
  | { value: null; reason: "no_target" | "no_current_value" | "no_commitments" };

/** How far a goal is: the way from start to target, or for a milestone the share of its commitments that are done. */
export function progressOf(goal: Progressing): Progress {
  if (goal.goalType === "milestone") {
    if (goal.status === "achieved") return known(new Decimal(1));
    if (goal.commitments === 0) return { value: null, reason: "no_commitments" };
    return known(new Decimal(goal.commitmentsDone).div(goal.commitments));
  }
  if (goal.targetValue === null) return { value: null, reason: "no_target" };
  if (goal.currentValue === null) return { value: null, reason: "no_current_value" };
  // Forty digits each: the difference of two such numbers needs no more than 41.
  const Exact = Decimal.clone({ precision: 100 });
  const start = new Exact(goal.startValue);
  const way = new Exact(goal.targetValue).minus(start);
  return known(new Exact(goal.currentValue).minus(start).div(way));
}

function known(share: Decimal): Progress {
  const within = Decimal.min(1, Decimal.max(0, share));
  return { value: within.toDecimalPlaces(4, Decimal.ROUND_DOWN).toFixed(), reason: null };
}
