import { z } from "zod";
import { currencyCode } from "#schemas/shapes/currency.ts";
import { idOf } from "#schemas/shapes/id.ts";
import { engagementKind, engagementStatus } from "#schemas/shapes/platform/engagement.ts";
import { followTier } from "#schemas/shapes/platform/startup.ts";
import { longText, longTextOrNull, nameText } from "#schemas/shapes/text.ts";
import { amountText, startupParams } from "../startups/service.ts";

export const params = {
  ...startupParams,
  engagementRequestId: idOf("Id of the engagement request"),
  invitationId: idOf("Invitation id"),
  objectiveId: idOf("Objective id"),
};

const said = longText(2000).refine((text) => text.trim() !== "", { error: "Must not be empty" });
const key = z.uuid().toLowerCase();
const common = { subject: nameText(200), reason: said, idempotencyKey: key };

export const requestBody = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("meeting"),
    ...common,
    proposedTimes: z.array(z.iso.datetime()).max(10).default([]),
  }),
  z.object({ kind: z.literal("report"), ...common, reportId: z.uuid().toLowerCase().nullish() }),
  z.object({ kind: z.literal("deeper_access"), ...common, requestedTier: followTier }),
]);
export type RequestBody = z.output<typeof requestBody>;

export const responseBody = z.object({
  decision: z.enum(["accept", "decline"]),
  message: longTextOrNull(2000).optional(),
  reportId: z.uuid().toLowerCase().nullish().meta({
    "x-extension": true,
    description: "Of an accepted report: the one that is opened, where the request names none",
  }),
  accessDays: z.int().min(1).max(365).optional().meta({
    "x-extension": true,
    description:
      "Of an accepted report: for how many days it is open to the requester; 30 by default",
  }),
});
export type ResponseBody = z.output<typeof responseBody>;

export const invitationBody = z.object({
  followerId: z
    .uuid()
    .toLowerCase()
    .meta({ description: "Id of the follower's account; not that of the follow" }),
  kind: engagementKind,
  message: longTextOrNull(2000).optional(),
  idempotencyKey: key,
});
export type InvitationBody = z.output<typeof invitationBody>;

export const objectiveBody = z.object({
  instrument: z.literal("equity"),
  targetAmount: amountText,
  currency: currencyCode,
  minimumAmount: amountText.nullish(),
  closesAt: z.iso.datetime().nullish(),
});
export type ObjectiveBody = z.output<typeof objectiveBody>;

const person = z.object({ id: z.uuid(), name: z.string(), slug: z.string() });

export const requestShape = z
  .object({
    id: z.uuid(),
    startupListingId: z.uuid(),
    requester: person,
    kind: engagementKind,
    subject: z.string(),
    reason: z.string(),
    proposedTimes: z.array(z.string()),
    reportId: z.uuid().nullable(),
    requestedTier: followTier.nullable(),
    /** Until when the accepted report is open to the requester; null where none is. */
    accessEndsAt: z.iso.datetime().nullable().meta({
      description: "Until when an accepted request opens the report; null where it opens none",
    }),
    status: engagementStatus,
    message: z.string().nullable(),
    createdAt: z.iso.datetime(),
    respondedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "EngagementRequest" });
export type Engagement = z.infer<typeof requestShape>;

export const invitationShape = z
  .object({
    id: z.uuid(),
    startupListingId: z.uuid(),
    follower: person,
    kind: engagementKind,
    message: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "EngagementInvitation" });

export const objectiveShape = z
  .object({
    id: z.uuid(),
    startupListingId: z.uuid(),
    status: z.enum(["active", "closed"]),
    instrument: z.literal("equity"),
    targetAmount: z.string(),
    minimumAmount: z.string().nullable(),
    currency: z.string(),
    closesAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "CapitalObjective" });

export const handoffShape = z
  .object({
    handoffId: z.uuid(),
    engagementRequestId: z.uuid(),
    objectiveId: z.uuid().nullable(),
    status: engagementStatus,
  })
  .meta({ id: "CapitalHandoff" });
