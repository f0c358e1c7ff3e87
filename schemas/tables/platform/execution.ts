import { date, index, numeric, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type {
  CommitmentStatus,
  CycleStatus,
  ExecutionBaseline,
  GoalCategory,
  GoalStatus,
  GoalType,
} from "../../shapes/platform/execution.ts";
import { userAccount } from "../accounts/account.ts";
import { chainColumns, createdAt, id, updatedAt } from "../columns.ts";
import { entityId } from "../companies/company.ts";

/** Calendar days, both included, as `2026-01-31`. */
const days = () => ({
  startDate: date("start_date").notNull(),
  endDate: date("end_date").notNull(),
});

/** Who of the team sees to it; null once the account is gone. */
const ownerId = () => uuid("owner_id").references(() => userAccount.id, { onDelete: "set null" });

/** A time in which a team pursues goals. */
export const executionCycle = pgTable(
  "execution_cycle",
  {
    id: id(),
    entityId: entityId(),
    label: text("label").notNull(),
    status: text("status").notNull().default("active").$type<CycleStatus>(),
    ...days(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index("execution_cycle_entity").on(t.entityId, t.createdAt)],
);

/** A goal of a team within a cycle. */
export const executionGoal = pgTable(
  "execution_goal",
  {
    id: id(),
    entityId: entityId(),
    cycleId: uuid("cycle_id")
      .notNull()
      .references(() => executionCycle.id, { onDelete: "cascade" }),
    title: text("title").notNull(),
    category: text("category").notNull().$type<GoalCategory>(),
    goalType: text("goal_type").notNull().$type<GoalType>(),
    status: text("status").notNull().default("active").$type<GoalStatus>(),
    /** Where the way to the target begins. */
    startValue: numeric("start_value").notNull().default("0"),
    targetValue: numeric("target_value"),
    currentValue: numeric("current_value"),
    unit: text("unit"),
    ownerId: ownerId(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index("execution_goal_cycle").on(t.cycleId, t.createdAt),
    index("execution_goal_entity").on(t.entityId),
    index("execution_goal_owner").on(t.ownerId),
  ],
);

/** Every baseline that a team has set: a correction is a new version. */
export const executionBaseline = pgTable(
  "execution_baseline",
  {
    entityId: entityId(),
    ...chainColumns<ExecutionBaseline>(),
    /** Who set it; null once the account is gone. */
    setBy: uuid("set_by").references(() => userAccount.id, { onDelete: "set null" }),
  },
  (t) => [
    primaryKey({ columns: [t.entityId, t.version] }),
    index("execution_baseline_set_by").on(t.setBy),
  ],
);

/** A period with its own focus, independent of cycles. */
export const executionSeason = pgTable(
  "execution_season",
  {
    id: id(),
    entityId: entityId(),
    label: text("label").notNull(),
    focus: text("focus"),
    ...days(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index("execution_season_entity").on(t.entityId, t.startDate)],
);

/** A team member's commitment for one week. */
export const executionCommitment = pgTable(
  "execution_commitment",
  {
    id: id(),
    entityId: entityId(),
    /** ISO week, as `2026-W07`. */
    week: text("week").notNull(),
    title: text("title").notNull(),
    status: text("status").notNull().default("open").$type<CommitmentStatus>(),
    goalId: uuid("goal_id").references(() => executionGoal.id, { onDelete: "set null" }),
    ownerId: ownerId(),
    /** Monday and Sunday of the week. */
    ...days(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index("execution_commitment_entity").on(t.entityId, t.week),
    index("execution_commitment_goal").on(t.goalId),
    index("execution_commitment_owner").on(t.ownerId),
  ],
);
