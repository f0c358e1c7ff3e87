/** Values of cycles, goals, seasons and commitments, which a team plans (O-29, O-30). */
export const cycleStatuses = ["active", "completed", "archived"] as const;
export type CycleStatus = (typeof cycleStatuses)[number];

export const goalCategories = [
  "revenue",
  "growth",
  "product",
  "hiring",
  "fundraising",
  "operations",
  "other",
] as const;
export type GoalCategory = (typeof goalCategories)[number];

/** `manual` and `metric` goals progress by numbers, `milestone` goals by their commitments. */
export const goalTypes = ["manual", "metric", "milestone"] as const;
export type GoalType = (typeof goalTypes)[number];

export const goalStatuses = ["active", "achieved", "missed", "dropped"] as const;
export type GoalStatus = (typeof goalStatuses)[number];

export const commitmentStatuses = ["open", "done", "dropped"] as const;
export type CommitmentStatus = (typeof commitmentStatuses)[number];

/** Derived from the day of the request. */
export const seasonStatuses = ["upcoming", "current", "past"] as const;
export type SeasonStatus = (typeof seasonStatuses)[number];

export const eventKinds = [
  "cycle_start",
  "cycle_end",
  "season_start",
  "season_end",
  "commitment_due",
  "filing_submitted",
] as const;
export type EventKind = (typeof eventKinds)[number];

/** The starting point that a team recorded on a given day. */
export interface ExecutionBaseline {
  asOf: string;
  summary: string | null;
  metrics: { name: string; value: string | null; unit: string | null }[];
}
