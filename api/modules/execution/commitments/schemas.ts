import { z } from "zod";
import { longPageQuery } from "#schemas/shapes/page.ts";
import { commitmentStatuses } from "#schemas/shapes/platform/execution.ts";
import { nameText } from "#schemas/shapes/text.ts";
import { goalId, ownerId } from "../schemas.ts";
import { daysOfWeek } from "./iso-week.ts";

const week = z
  .string()
  .regex(/^(19|20|21)\d\d-W\d\d$/)
  .refine((text) => daysOfWeek(text) !== null, "Must be an ISO week such as 2026-W07")
  .meta({ description: "ISO week", examples: ["2026-W07"] });

export const commitmentsQuery = longPageQuery.extend({ week: week.optional() });
export const weekQuery = commitmentsQuery.pick({ week: true });

export const commitmentBody = z.object({
  week: week.optional(),
  title: nameText(300),
  goalId: goalId.nullish(),
  ownerId: ownerId.nullish(),
});
export type CommitmentBody = z.output<typeof commitmentBody>;

export const commitmentChange = commitmentBody
  .partial()
  .extend({ status: z.enum(commitmentStatuses).optional() });
export type CommitmentChange = z.output<typeof commitmentChange>;

export const commitmentShape = z
  .object({
    id: z.uuid(),
    entityId: z.uuid(),
    week: z.string(),
    title: z.string(),
    status: z.enum(commitmentStatuses),
    goalId: z.uuid().nullable(),
    ownerId: z.uuid().nullable(),
    /** Monday of the week. */
    startDate: z.iso.date(),
    /** Sunday of the week. */
    endDate: z.iso.date(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "ExecutionCommitment" });
