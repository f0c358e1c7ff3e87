import { z } from "zod";
import { longPageQuery } from "#schemas/shapes/page.ts";
import { eventKinds } from "#schemas/shapes/platform/execution.ts";
import { queryDay } from "../schemas.ts";

export const calendarQuery = longPageQuery.extend({
  from: queryDay("First day; default today"),
  to: queryDay("Last day; default 90 days after the first"),
});
export type CalendarQuery = z.output<typeof calendarQuery>;

export const eventShape = z
  .object({
    date: z.iso.date(),
    kind: z.enum(eventKinds),
    /** Of the cycle, season, commitment or filing. */
    id: z.uuid(),
    title: z.string(),
    /** Null for seasons, which have none of their own. */
    status: z.string().nullable(),
  })
  .meta({ id: "CalendarEvent" });
export type CalendarEvent = z.infer<typeof eventShape>;
