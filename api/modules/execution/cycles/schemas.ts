import { z } from "zod";
import { cycleStatuses } from "#schemas/shapes/platform/execution.ts";
import { nameText } from "#schemas/shapes/text.ts";
import { dayText, entityId } from "../schemas.ts";

const plan = { label: nameText(200), startDate: dayText, endDate: dayText };

export const cycleBody = z.object(plan);
export const cycleOfBody = cycleBody.extend({ entityId });
export type CycleBody = z.output<typeof cycleBody>;

export const cycleChange = z.object({
  label: plan.label.optional(),
  startDate: dayText.optional(),
  endDate: dayText.optional(),
  status: z.enum(cycleStatuses).optional(),
});
export type CycleChange = z.output<typeof cycleChange>;

export const cycleShape = z
  .object({
    id: z.uuid(),
    entityId: z.uuid(),
    label: z.string(),
    status: z.enum(cycleStatuses),
    startDate: z.iso.date(),
    endDate: z.iso.date(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "ExecutionCycle" });
