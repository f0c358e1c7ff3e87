import { z } from "zod";
import { idOf } from "#schemas/shapes/id.ts";
import { nameText } from "#schemas/shapes/text.ts";
import { listingParams } from "../directory/service.ts";

export const viewBody = z.object({
  operationId: z.uuid().toLowerCase(),
  source: nameText(100).default("direct"),
  preview: z.boolean().default(false),
});
export type ViewBody = z.output<typeof viewBody>;

export const viewOutcome = z
  .object({
    outcome: z.enum(["recorded", "deduplicated", "policyExcluded"]),
    /** Of the counted view; only where one was counted. */
    eventId: z.uuid().optional(),
    /** Only where the view was excluded. */
    exclusionReason: z
      .enum(["preview", "self_or_manager", "active_block", "non_external"])
      .optional(),
  })
  .meta({ id: "ProfileViewOutcome" });
export type ViewOutcome = z.infer<typeof viewOutcome>;

export const params = { ...listingParams, id: idOf("Entity id") };

export const viewCounts = z
  .object({
    total: z.int(),
    days: z.array(z.object({ day: z.iso.date(), views: z.int() })),
  })
  .meta({ id: "ProfileViewCounts" });
