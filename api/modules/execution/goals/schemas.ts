import { z } from "zod";
import { goalCategories, goalStatuses, goalTypes } from "#schemas/shapes/platform/execution.ts";
import { nameText } from "#schemas/shapes/text.ts";
import { amount, amountShape, cycleId, entityId, ownerId } from "../schemas.ts";

const numbers = {
  startValue: amount.optional(),
  targetValue: amount.nullish(),
  currentValue: amount.nullish(),
  unit: nameText(40).nullish(),
  ownerId: ownerId.nullish(),
};
const words = {
  title: nameText(300),
  category: z.enum(goalCategories),
  goalType: z.enum(goalTypes),
};

export const goalBody = z.object({ ...words, ...numbers });
export const goalOfBody = goalBody.extend({ entityId, cycleId });
export type GoalBody = z.output<typeof goalBody>;

export const goalChange = z.object({
  title: words.title.optional(),
  category: words.category.optional(),
  goalType: words.goalType.optional(),
  ...numbers,
  status: z.enum(goalStatuses).optional(),
});
export type GoalChange = z.output<typeof goalChange>;

export const goalShape = z
  .object({
    id: z.uuid(),
    entityId: z.uuid(),
    cycleId: z.uuid(),
    title: z.string(),
    category: z.enum(goalCategories),
    goalType: z.enum(goalTypes),
    status: z.enum(goalStatuses),
    startValue: amountShape,
    targetValue: amountShape.nullable(),
    currentValue: amountShape.nullable(),
    unit: z.string().nullable(),
    /** Share of the way from 0 to 1, with at most four decimals; null with a reason where it is not known. */
    progress: z.object({
      value: amountShape.nullable(),
      reason: z.enum(["no_target", "no_current_value", "no_commitments"]).nullable(),
    }),
    ownerId: z.uuid().nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "ExecutionGoal" });
export type Goal = z.infer<typeof goalShape>;

export const goalDeleted = z.object({ id: z.uuid(), deleted: z.literal(true) });
