import { z } from "zod";
import { followStatus, followTier } from "#schemas/shapes/platform/startup.ts";
import { longText } from "#schemas/shapes/text.ts";

const saidText = longText(2000).refine((text) => text.trim() !== "", {
  error: "Must not be empty",
});
const days = z.int().min(1).max(365);

export const followBody = z.object({
  reason: saidText,
  requestedTier: followTier,
  desiredObservation: saidText,
  requestedDurationDays: days,
});
export type FollowBody = z.output<typeof followBody>;

export const followAnswer = z.object({
  decision: z.enum(["approve", "decline"]),
  tier: followTier.optional().meta({ description: "What is granted; default: what was asked for" }),
  durationDays: days.optional(),
});
export type FollowAnswer = z.output<typeof followAnswer>;

export const followShape = z
  .object({
    id: z.uuid(),
    startupListingId: z.uuid(),
    startupSlug: z.string(),
    startupName: z.string(),
    follower: z.object({ id: z.uuid(), name: z.string(), slug: z.string() }),
    status: followStatus,
    reason: z.string(),
    requestedTier: followTier,
    desiredObservation: z.string(),
    requestedDurationDays: z.int(),
    tier: followTier.nullable(),
    expiresAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    decidedAt: z.iso.datetime().nullable(),
    endedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "StartupFollow" });
export type Follow = z.infer<typeof followShape>;
