import { z } from "zod";
import { seasonStatuses } from "#schemas/shapes/platform/execution.ts";
import { longTextOrNull, nameText } from "#schemas/shapes/text.ts";
import { dayText } from "../schemas.ts";

export const seasonBody = z.object({
  label: nameText(200),
  focus: longTextOrNull(2000).optional(),
  startDate: dayText,
  endDate: dayText,
});
export type SeasonBody = z.output<typeof seasonBody>;

export const seasonChange = seasonBody.partial();
export type SeasonChange = z.output<typeof seasonChange>;

export const seasonShape = z
  .object({
    id: z.uuid(),
    entityId: z.uuid(),
    label: z.string(),
    focus: z.string().nullable(),
    /** By the day of the answer, in UTC. */
    status: z.enum(seasonStatuses),
    startDate: z.iso.date(),
    endDate: z.iso.date(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "ExecutionSeason" });
export type Season = z.infer<typeof seasonShape>;
